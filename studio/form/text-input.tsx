import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, insert, set, useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { textOf } from '#schemas/property.ts';
import { wordsOf } from '#studio/unsaved/differences.ts';
import { linkFor, loadSite } from './pasted-link.ts';
import { hrefsIn, textFromHtml } from './pasted-text.ts';

/** Blocks. The editor's paste is quadratic: 600 take seconds, 3,000 minutes in which nothing is stored. */
const mostForEditor = 300;

/** Rich text that accepts pasted documents and web pages. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
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
    return loadSite(client, hrefsIn(html)).then((site) => {
      const blocks = textFromHtml(html, {
        heading: schemaTypes.styles.find(({ value }) => value !== 'normal')?.value,
        hasTables: schemaTypes.blockObjects.some(({ name }) => name === 'factTable'),
        link: (href) => linkFor(href, site),
      });
      if (blocks.length <= mostForEditor || !isAtOnePlace) return { insert: blocks };
      props.onChange(isBlank(value) ? set(blocks) : insert(blocks, 'after', path.slice(0, 1)));
      return { insert: [] };
    });
  };
  return props.renderDefault({ ...props, onPaste });
}

/** No blocks, or only empty paragraphs. */
const isBlank = (value: unknown[] = []) =>
  value.every((one) => textOf(one, '_type') === 'block' && wordsOf(one) === '');

/** A URL pasted onto a selection becomes our kind of link. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const pasteLink = {
    link: ({ value }: { value: { href: string } }) => linkFor(value.href, { pages: [] }) ?? undefined,
  };
  return props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } });
}
