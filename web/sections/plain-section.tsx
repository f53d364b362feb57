import { resolveLink } from '../content/links.ts';
import type { Section, SectionProps } from './section-props.ts';

type Props = Omit<SectionProps<'hero'>, 'section'> & { section: Section };

/** Every text of a section in reading order, for section types that have no component of their own yet. */
export function PlainSection({ section, isFirst, site, edit }: Props) {
  const Heading = isFirst ? 'h1' : 'h2';
  const actions = 'actions' in section ? (section.actions ?? []) : [];
  return (
    <section {...edit()} id={('anchor' in section && section.anchor) || undefined}>
      {section.heading ? <Heading {...edit('heading')}>{section.heading}</Heading> : null}
      {textsOf(section).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {actions.map((action) => (
        <a key={action._key} href={resolveLink(action.link, site)?.href}>
          {action.label}
        </a>
      ))}
    </section>
  );
}

const notText = new Set([
  'heading',
  'actions',
  'anchor',
  'art',
  'layout',
  'mode',
  'side',
  'icon',
  'style',
  'kind',
]);

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key.startsWith('_') || notText.has(key) ? [] : textsOf(item),
  );
}
