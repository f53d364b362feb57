import type { PortableTextInputProps, PortableTextPluginsProps } from 'sanity';
import { type ArrayOfObjectsInputProps, insert, set, useEditState } from 'sanity';
import { textOf } from '#schemas/property.ts';
import { displayText } from '#studio/content/differences.ts';
import { linkFor } from './pasted-link.ts';
import { textFromHtml } from './pasted-text.ts';

/** Sanity's editor pastes up to this many blocks. It needs minutes for 3,000 blocks. */
const maxEditorBlocks = 300;

/** A rich text field that accepts pasted documents and web pages. */
export function TextInput(props: ArrayOfObjectsInputProps) {
  const { published: settings } = useEditState('siteSettings', 'siteSettings');
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
    const own = { email: textOf(settings, 'email'), phone: textOf(settings, 'phone') };
    const blocks = textFromHtml(html, {
      heading: schemaTypes.styles.find(({ value }) => value !== 'normal')?.value,
      hasTables: schemaTypes.blockObjects.some(({ name }) => name === 'factTable'),
      link: (href) => linkFor(href, own),
    });
    if (blocks.length <= maxEditorBlocks || !isAtOnePlace) return { insert: blocks };
    props.onChange(isBlank(value) ? set(blocks) : insert(blocks, 'after', path.slice(0, 1)));
    return { insert: [] };
  };
  // The toolbar folds its buttons into a menu only if the field is not as wide as all of them.
  const style = { contain: 'inline-size' };
  return <div style={style}>{props.renderDefault({ ...props, onPaste })}</div>;
}

/** Returns whether a text has no blocks, or only empty paragraphs. */
const isBlank = (value: unknown[] = []) =>
  value.every((one) => textOf(one, '_type') === 'block' && displayText(one) === '');

/** Turns a URL that is pasted onto a selection into the schema's link type. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const pasteLink = {
    link: ({ value }: { value: { href: string } }) => linkFor(value.href) ?? undefined,
  };
  return props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } });
}
