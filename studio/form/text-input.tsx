import { useEffect, useRef } from 'react';
import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, insert, set, useClient, useEditState } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { textOf } from '#schemas/property.ts';
import { partsOf } from '#studio/publishing/parts.ts';
import { wordsOf } from '#studio/unsaved/differences.ts';
import { linkFor, loadPages } from './pasted-link.ts';
import { textFromHtml } from './pasted-text.ts';

/** Blocks. The editor's paste is quadratic: 600 take seconds, 3,000 minutes in which nothing is stored. */
const mostForEditor = 300;

/** Rich text that accepts pasted documents and web pages. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const { published: settings } = useEditState('siteSettings', 'siteSettings');
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
    const site = { pages: [], email: textOf(settings, 'email'), phone: textOf(settings, 'phone') };
    const blocks = textFromHtml(html, {
      heading: schemaTypes.styles.find(({ value }) => value !== 'normal')?.value,
      hasTables: schemaTypes.blockObjects.some(({ name }) => name === 'factTable'),
      link: (href) => linkFor(href, site),
    });
    resolveLinks(blocks);
    // A promise would let what is typed next come first, and an error would lose the text.
    if (blocks.length <= mostForEditor || !isAtOnePlace) return { insert: blocks };
    props.onChange(isBlank(value) ? set(blocks) : insert(blocks, 'after', path.slice(0, 1)));
    return { insert: [] };
  };
  return props.renderDefault({ ...props, onPaste });
}

/** No blocks, or only empty paragraphs. */
const isBlank = (value: unknown[] = []) =>
  value.every((one) => textOf(one, '_type') === 'block' && wordsOf(one) === '');

/** Links in a text that name a page of the site by its path, with where they stand. */
function linksByPath(text: unknown) {
  return [...partsOf(text)].flatMap(({ value, path }) => {
    const [key, target] = [textOf(value, '_key'), textOf(value, 'path')];
    return path.at(-2) === 'markDefs' && key && target ? [{ key, target, path }] : [];
  });
}

/**
 * Turns pasted links by path into references, which follow a page that moves. Only links that are still as they were
 * pasted change. Without a connection they stay links by path.
 */
function useLinkResolution({ value, onChange }: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const form = useRef<Pick<ArrayOfObjectsInputProps, 'value' | 'onChange'>>(null);
  useEffect(() => {
    form.current = { value, onChange };
    return () => {
      form.current = null;
    };
  }, [value, onChange]);
  return (pasted: unknown[]) => {
    const targets = new Map(linksByPath(pasted).map(({ key, target }) => [key, target]));
    const resolve = async () => {
      const pages = await loadPages(client, [...targets.values()]);
      const links = linksByPath(form.current?.value).flatMap(({ key, target, path }) => {
        const link = targets.get(key) === target ? linkFor(target, { pages }) : null;
        return link && 'reference' in link ? set({ _key: key, ...link }, path) : [];
      });
      if (links.length > 0) form.current?.onChange(links);
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
