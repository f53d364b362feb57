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
import { removeMarkers, type SourceField, splitByField, type TextPiece } from './source-markers.ts';

type Props = { children?: ReactNode; [name: string]: unknown };

/** Elements that can hold only text. */
const withoutElements: ReadonlySet<string> = new Set(['option', 'script', 'style', 'textarea', 'title']);

/**
 * Renders a page whose content has source markers, and replaces the markers: elements that show a text or list item get
 * the attribute `data-sanity`, by which the Studio finds the field. `values` fill placeholders in texts being typed.
 */
export function preview(page: ReactNode, values: Record<string, string>) {
  return (
    <>
      {withSourceAttributes(page)}
      <FollowTyping values={values} />
    </>
  );
}

function withSourceAttributes(node: ReactNode, item?: string): ReactNode {
  if (typeof node === 'string') return textElements(splitByField(node));
  if (Array.isArray(node)) return node.map((child: ReactNode) => withSourceAttributes(child));
  if (node instanceof Promise) return node.then((shown) => withSourceAttributes(shown, item));
  if (!isValidElement<Props>(node)) return node;
  const key = node.key === null ? undefined : removeMarkers(node.key);
  const own = itemAttribute(node.key) ?? item;
  const { type, props } = node;
  if (typeof type === 'string') return hostElement(type, { ...props, key }, own);
  if (typeof type === 'function' && '$$typeof' in type) return clientElement(type, props, key);
  if (typeof type === 'function') {
    const shown: ReactNode = Reflect.apply(type, undefined, [props]);
    return <Fragment key={key}>{withSourceAttributes(shown, own)}</Fragment>;
  }
  const children = listChildren(props);
  return cloneElement(
    node,
    { key },
    ...children.map((child) => withSourceAttributes(child, children.length === 1 ? own : undefined)),
  );
}

const listChildren = ({ children }: Props): ReactNode[] => (Array.isArray(children) ? children : [children]);

function hostElement(type: string, { children, ...others }: Props, item: string | undefined) {
  const attributes = withoutMarkers(others);
  const source = item ?? (type === 'img' ? pictureAttribute(others.alt) : undefined);
  if (withoutElements.has(type))
    return createElement(type, { ...attributes, ...withoutMarkers({ children }) });
  const [piece, ...further] = typeof children === 'string' ? splitByField(children) : [];
  if (piece?.field && further.length === 0 && !source)
    return createElement(type, { ...attributes, 'data-sanity': attribute(piece.field) }, live(piece));
  const shown = listChildren({ children }).map((child) => withSourceAttributes(child));
  return createElement(type, source ? { ...attributes, 'data-sanity': source } : attributes, ...shown);
}

/** Puts each piece into a `span`. Several pieces share a wrapper, since flex items would lose the space between them. */
function textElements(pieces: TextPiece[]): ReactNode {
  const shown = pieces.map((piece, index) =>
    piece.field ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name.
      <span key={index} data-sanity={attribute(piece.field)}>
        {live(piece)}
      </span>
    ) : (
      piece.text
    ),
  );
  return shown.length > 1 ? <span>{shown}</span> : shown;
}

/** Lets a piece follow typing if it is the whole text of its field. */
function live({ field, text, isWhole }: TextPiece): ReactNode {
  return field && isWhole ? <LiveText id={field.id} path={field.path} text={text} /> : text;
}

/** Passes plain texts to a client component, with a separate list of their source fields. */
function clientElement(type: JSXElementConstructor<Props>, props: Props, key: string | undefined) {
  const texts = stringsIn(props)
    .flatMap(splitByField)
    .flatMap(({ field, text }) => (field ? { ...field, text, source: attribute(field) } : []))
    // Labels come first in the props and should win, but `LiveForm` uses the last of equal texts.
    .toReversed();
  return <LiveForm key={key} form={type} props={withoutMarkers(props)} texts={texts} />;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

/** Removes markers from props. This clones the props, so pages must not pass functions. */
const withoutMarkers = (props: Props): Props => withTexts(props, removeMarkers);

/** Returns the `data-sanity` attribute of a list item, from the marker in its key. */
function itemAttribute(key: string | null): string | undefined {
  const field = splitByField(key ?? '')[0]?.field;
  return field && typeof field.path.at(-1) === 'object' ? attribute(field) : undefined;
}

/** Returns the `data-sanity` attribute of a picture, from the marker in its alternative text. */
function pictureAttribute(alt: unknown): string | undefined {
  const field = typeof alt === 'string' ? splitByField(alt)[0]?.field : undefined;
  return field && attribute({ ...field, path: field.path.slice(0, -1) });
}

function attribute({ id, type, path }: SourceField): string {
  const { projectId, dataset } = siteSettings().sanity;
  return createDataAttribute({ projectId, dataset, baseUrl: '/studio', id, type, path })();
}
