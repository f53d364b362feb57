import { documentFields, isText, textFields } from '#web/content/projections.ts';
import type { DocumentDefinition } from '#web/documents/definition.ts';
import { sectionFields } from '#web/sections/index.ts';
import { SectionList } from '#web/sections/section-list.tsx';
import { findOpening } from '#web/seo/page-description.ts';
import { pageData } from './structured-data.ts';

/** GROQ projection of a page. `reading` holds articles and case studies about the services that link to this page. */
export const pageFields = `
  ${documentFields}, title, kind, breadcrumbs, sections[]{${sectionFields}},
  "reading": select(kind == "service" => *[
    ${isText} && references(*[_type == "service" && action.link.reference._ref == ^.^._id]._id)
  ] ${textFields})
`;

export const page: DocumentDefinition<'page'> = {
  compose: ({ title, sections }) => ({
    name: title,
    opening: findOpening(sections ?? []),
    sections: sections ?? [],
  }),
  render: (props) => <SectionList {...props} city={null} />,
  structuredData: pageData,
};
