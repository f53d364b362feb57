import { useEffect, useRef } from 'react';
import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, insert, set, useClient, useEditState } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { textOf } from '#schemas/property.ts';
import { displayText } from '#studio/content/differences.ts';
import { objectsIn } from '#studio/content/traverse.ts';
import { linkFor, loadContact, loadPages } from './pasted-link.ts';
import { textFromHtml } from './pasted-text.ts';

/** Blocks. The editor's paste is quadratic: 600 take seconds, 3,000 minutes in which nothing is stored. */
const maxEditorBlocks = 300;

/** Rich text that accepts pasted documents and web pages. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const { published: settings, ready } = useEditState('siteSettings', 'siteSettings');
  const resolveLinks = useLinkResolution(props);
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
    // Just after the form has opened, our own addresses may not be loaded yet.
    if (!ready && /href=["']?(?:mailto|tel):/i.test(html)) return loadContact(client).then(insertWith);
    // A promise would let what is typed next come first, and an error would lose the text.
    return insertWith({ email: textOf(settings, 'email'), phone: textOf(settings, 'phone') });
  };
  return props.renderDefault({ ...props, onPaste });
}

/** No blocks, or only empty paragraphs. */
const isBlank = (value: unknown[] = []) =>
  value.every((one) => textOf(one, '_type') === 'block' && displayText(one) === '');

/** Links in a text that name a page of the site by its path, with where they stand. */
function linksByPath(text: unknown) {
  return [...objectsIn(text)].flatMap(({ value, path }) => {
    const [key, target] = [textOf(value, '_key'), textOf(value, 'path')];
    return path.at(-2) === 'markDefs' && key && target ? [{ key, target, path }] : [];
  });
}

/**
 * Turns pasted links by path into references, which follow a page that moves. Only links that are still as they were
 * pasted change. The pages can be loaded before the form has the pasted text: its links then change with the text.
 * Without a connection they stay links by path.
 */
function useLinkResolution({ value, onChange }: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const form = useRef<Pick<ArrayOfObjectsInputProps, 'value' | 'onChange'>>(null);
  /** References by the key of the pasted link, with the path that it was pasted with. */
  const pending = useRef(new Map<string, { target: string; link: object }>());
  const apply = () => {
    // Each key stroke comes here: the text is not walked for nothing.
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

/** A URL pasted onto a selection becomes our kind of link. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const pasteLink = {
    link: ({ value }: { value: { href: string } }) => linkFor(value.href, { pages: [] }) ?? undefined,
  };
  return props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } });
}
