import { Fragment, type ReactNode } from 'react';
import { ReadingList } from '#web/components/reading-list/reading-list.tsx';
import type { CityContent, Section, SectionProps, SectionType } from '#web/content/types.ts';
import type { DocumentProps } from '#web/documents/definition.ts';
import { sections } from './index.ts';

type Props = Omit<DocumentProps<'page'>, 'content'> & { city: CityContent | null };

/** Renders a page's sections, with the related reading before the closing band. */
export function SectionList({ page, site, city, query, breadcrumbs }: Props) {
  const rendered = page.sections.map((section, index) =>
    renderSection(section, {
      site,
      path: page.path,
      city,
      isFirst: index === 0,
      query,
    }),
  );
  const last = rendered.length - (page.sections.at(-1)?._type === 'callToAction' ? 1 : 0);
  return rendered
    .toSpliced(last, 0, <ReadingList key="reading" content={page.content} site={site} />)
    .toSpliced(1, 0, <Fragment key="breadcrumbs">{breadcrumbs}</Fragment>);
}

type RenderSection<Type extends SectionType> = (props: SectionProps<Type>) => ReactNode;

/** Renders a section. Returns null for an unknown type or incomplete content, so that the rest of the page still renders. */
export function renderSection<Type extends SectionType>(
  section: Extract<Section, { _type: Type }>,
  props: Omit<SectionProps<Type>, 'section'>,
) {
  const all: { [Type in SectionType]: RenderSection<Type> } = sections;
  const render: RenderSection<Type> | undefined = all[section._type];
  if (!render) return null;
  try {
    return <Fragment key={section._key}>{render({ ...props, section })}</Fragment>;
  } catch (error) {
    console.error(`The section ${section._type} (${section._key}) of ${props.path} cannot be shown:`, error);
    return null;
  }
}
