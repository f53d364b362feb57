import { useEffect, useRef } from 'react';
import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, insert, set, useClient, useEditState } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { textOf } from '#schemas/property.ts';
import { displayText } from '#studio/content/differences.ts';
import { objectsIn } from '#studio/content/traverse.ts';
import { linkFor, loadContact, loadPages } from './pasted-link.ts';
import { textFromHtml } from './pasted-text.ts';
import { useParagraphLock } from './text-locks.ts';
import { maxEditorBlocks } from './use-undo.tsx';

/** A rich text field that accepts pasted documents and web pages. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const { published: settings, ready } = useEditState('siteSettings', 'siteSettings');
  const resolveLinks = useLinkResolution(props);
  const field = useParagraphLock(props);
  const onPaste: PortableTextInputProps['onPaste'] = ({
    event: { clipboardData },
    schemaTypes,
    path,
    value,
  }) => {
    const html = clipboardData.getData('text/html');
    // Text copied within the Studio needs no conversion.
    if (!html || clipboardData.types.includes('application/x-portable-text')) return undefined;
    const isAtOnePlace = window.getSelection()?.isCollapsed ?? false;
    const insertWith = (contact: { email?: string | undefined; phone?: string | undefined }) => {
      const blocks = textFromHtml(html, {
        heading: schemaTypes.styles.find(({ value }) => value !== 'normal')?.value,
        hasTables: schemaTypes.blockObjects.some(({ name }) => name === 'factTable'),
        link: (href) => linkFor(href, { pages: [], ...contact }),
      });
      resolveLinks(blocks);
      if (blocks.length <= maxEditorBlocks || !isAtOnePlace) return { insert: blocks };
      props.onChange(isBlank(value) ? set(blocks) : insert(blocks, 'after', path.slice(0, 1)));
      return { insert: [] };
    };
    // Just after the form opened, the agency's own addresses may not be loaded yet.
    if (!ready && /href=["']?(?:mailto|tel):/i.test(html)) return loadContact(client).then(insertWith);
    // Do not return a promise: text typed meanwhile would come first, and an error would lose the pasted text.
    return insertWith({ email: textOf(settings, 'email'), phone: textOf(settings, 'phone') });
  };
  // The toolbar folds its buttons into a menu only if the field is not as wide as all of them.
  const style = { contain: 'inline-size' };
  return <div {...{ ref: field, style }}>{props.renderDefault({ ...props, onPaste })}</div>;
}

/** Returns whether a text has no blocks, or only empty paragraphs. */
const isBlank = (value: unknown[] = []) =>
  value.every((one) => textOf(one, '_type') === 'block' && displayText(one) === '');

/** Returns a text's links that store a path, with their positions. */
function linksByPath(text: unknown) {
  return [...objectsIn(text)].flatMap(({ value, path }) => {
    const [key, target] = [textOf(value, '_key'), textOf(value, 'path')];
    return path.at(-2) === 'markDefs' && key && target ? [{ key, target, path }] : [];
  });
}

/**
 * Turns pasted links that store a path into references, which still work after a page moves. Changes only links that
 * nobody edited since the paste. If the pages load before the form has the pasted text, the links change when the text
 * arrives. Without a connection they keep their paths.
 */
function useLinkResolution({ value, onChange }: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const form = useRef<Pick<ArrayOfObjectsInputProps, 'value' | 'onChange'>>(null);
  /** Loaded references by the key of the pasted link, each with the link's original path. */
  const pending = useRef(new Map<string, { target: string; link: object }>());
  const apply = () => {
    // This runs on every keystroke, so skip walking the text if nothing is pending.
    if (pending.current.size === 0) return;
    const links = linksByPath(form.current?.value).flatMap(({ key, target, path }) => {
      const found = pending.current.get(key);
      if (!found) return [];
      pending.current.delete(key);
      return found.target === target ? set({ _key: key, ...found.link }, path) : [];
    });
    if (links.length > 0) form.current?.onChange(links);
  };
  useEffect(() => {
    form.current = { value, onChange };
    apply();
    return () => {
      form.current = null;
    };
  });
  return (pasted: unknown[]) => {
    const targets = linksByPath(pasted).map(({ key, target }) => ({ key, target }));
    const resolve = async () => {
      const pages = await loadPages(
        client,
        targets.map(({ target }) => target),
      );
      for (const { key, target } of targets) {
        const link = linkFor(target, { pages });
        if (link && 'reference' in link) pending.current.set(key, { target, link });
      }
      apply();
    };
    resolve().catch(() => {});
  };
}

/** Turns a URL that is pasted onto a selection into the schema's link type. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const pasteLink = {
    link: ({ value }: { value: { href: string } }) => linkFor(value.href, { pages: [] }) ?? undefined,
  };
  return props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } });
}
