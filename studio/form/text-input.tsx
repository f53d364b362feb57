import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, useClient } from 'sanity';
import { apiVersion } from '#studio/api-version.ts';
import { linkFor, loadSite } from './pasted-link.ts';
import { hrefsIn, textFromHtml } from './pasted-text.ts';

/** A rich text into which documents and pages can be pasted. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const client = useClient({ apiVersion });
  const onPaste: PortableTextInputProps['onPaste'] = ({ event: { clipboardData }, schemaTypes }) => {
    const html = clipboardData.getData('text/html');
    // What was copied in the Studio comes as it is.
    if (!html || clipboardData.types.includes('application/x-portable-text')) return undefined;
    return loadSite(client, hrefsIn(html)).then((site) => ({
      insert: textFromHtml(html, {
        heading: schemaTypes.styles.find(({ value }) => value !== 'normal')?.value,
        hasTables: schemaTypes.blockObjects.some(({ name }) => name === 'factTable'),
        link: (href) => linkFor(href, site),
      }),
    }));
  };
  return props.renderDefault({ ...props, onPaste });
}

/** An address that is pasted onto words becomes a link of ours. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const pasteLink = {
    link: ({ value }: { value: { href: string } }) => linkFor(value.href, { pages: [] }) ?? undefined,
  };
  return props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } });
}
