import { createDataAttribute } from 'next-sanity';
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type JSXElementConstructor,
  type ReactNode,
} from 'react';
import { withTexts } from '#web/content/with-texts.ts';
import { siteSettings } from '#web/env.ts';
import { FollowTyping, LiveForm, LiveText } from './live-text.tsx';
import { type Owner, type Piece, piecesOf, plain } from './marks.ts';

type Props = { children?: ReactNode; [name: string]: unknown };

/** Elements that can hold only text. */
const withoutElements: ReadonlySet<string> = new Set(['option', 'script', 'style', 'textarea', 'title']);

/**
 * A page from marked content, without the marks: elements that show a text or a list item name its field in the
 * attribute that the Studio's preview reads. `values` fill placeholders in texts being typed.
 */
export function preview(page: ReactNode, values: Record<string, string>) {
  return (
    <>
      {withOwners(page)}
      <FollowTyping values={values} />
    </>
  );
}

function withOwners(node: ReactNode, item?: string): ReactNode {
  if (typeof node === 'string') return ownElements(piecesOf(node));
  if (Array.isArray(node)) return node.map((child: ReactNode) => withOwners(child));
  if (node instanceof Promise) return node.then((shown) => withOwners(shown, item));
  if (!isValidElement<Props>(node)) return node;
  const key = node.key === null ? undefined : plain(node.key);
  const own = itemAttribute(node.key) ?? item;
  const { type, props } = node;
  if (typeof type === 'string') return hostElement(type, { ...props, key }, own);
  if (typeof type === 'function' && '$$typeof' in type) return clientElement(type, props, key);
  if (typeof type === 'function') {
    const shown: ReactNode = Reflect.apply(type, undefined, [props]);
    return <Fragment key={key}>{withOwners(shown, own)}</Fragment>;
  }
  const children = childrenOf(props);
  return cloneElement(
    node,
    { key },
    ...children.map((child) => withOwners(child, children.length === 1 ? own : undefined)),
  );
}

const childrenOf = ({ children }: Props): ReactNode[] => (Array.isArray(children) ? children : [children]);

function hostElement(type: string, { children, ...others }: Props, item: string | undefined) {
  const attributes = unmarked(others);
  const leadsTo = item ?? (type === 'img' ? pictureAttribute(others.alt) : undefined);
  if (withoutElements.has(type)) return createElement(type, { ...attributes, ...unmarked({ children }) });
  const [piece, ...further] = typeof children === 'string' ? piecesOf(children) : [];
  if (piece?.owner && further.length === 0 && !leadsTo)
    return createElement(type, { ...attributes, 'data-sanity': attribute(piece.owner) }, live(piece));
  const shown = childrenOf({ children }).map((child) => withOwners(child));
  return createElement(type, leadsTo ? { ...attributes, 'data-sanity': leadsTo } : attributes, ...shown);
}

/** A piece gets its own `span`; several share a wrapper, since flex items lose the space between them. */
function ownElements(pieces: Piece[]): ReactNode {
  const shown = pieces.map((piece, index) =>
    piece.owner ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name.
      <span key={index} data-sanity={attribute(piece.owner)}>
        {live(piece)}
      </span>
    ) : (
      piece.text
    ),
  );
  return shown.length > 1 ? <span>{shown}</span> : shown;
}

/** Follows typing where it shows the whole field. */
function live({ owner, text, isWhole }: Piece): ReactNode {
  return owner && isWhole ? <LiveText id={owner.id} path={owner.path} text={text} /> : text;
}

/** A client component gets plain texts, and their owners beside them. */
function clientElement(type: JSXElementConstructor<Props>, props: Props, key: string | undefined) {
  const texts = stringsIn(props)
    .flatMap(piecesOf)
    .flatMap(({ owner, text }) => (owner ? { ...owner, text, leadsTo: attribute(owner) } : []))
    // The last of equal texts wins, and labels come first.
    .toReversed();
  return <LiveForm key={key} form={type} props={unmarked(props)} texts={texts} />;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

/** Without marks; what cannot be cloned, such as functions, no prop of a page holds. */
const unmarked = (props: Props): Props => withTexts(props, plain);

/** A list item is marked by its key. */
function itemAttribute(key: string | null): string | undefined {
  const owner = piecesOf(key ?? '')[0]?.owner;
  return owner && typeof owner.path.at(-1) === 'object' ? attribute(owner) : undefined;
}

/** A picture is marked by its alternative text. */
function pictureAttribute(alt: unknown): string | undefined {
  const owner = typeof alt === 'string' ? piecesOf(alt)[0]?.owner : undefined;
  return owner && attribute({ ...owner, path: owner.path.slice(0, -1) });
}

function attribute({ id, type, path }: Owner): string {
  const { projectId, dataset } = siteSettings().sanity;
  return createDataAttribute({ projectId, dataset, baseUrl: '/studio', id, type, path })();
}
