import type { ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import type { Section, SectionProps, SectionType } from '#web/content/types.ts';
import type { DescribedSite, ShownPage } from '#web/seo/page-description.ts';

/** The page that structured data is written for; `siteUrl` has no trailing slash. */
export type DescribedPage = { page: ShownPage; site: DescribedSite; siteUrl: string };

export type SectionDefinition<Type extends SectionType> = {
  /** The GROQ projection of its own fields. */
  fields: string;
  /** A server component, called as a function so that an exception costs no more than the section. */
  show: (props: SectionProps<Type>) => ReactNode;
  /** Structured data for all sections of this type on a page. */
  structuredData?: (sections: Extract<Section, { _type: Type }>[], described: DescribedPage) => Thing[];
};

/** Declares the site's half of a section; `schemas/sections` has the other half under the same name. */
export function defineSection<const Type extends SectionType>(
  _type: Type,
  definition: SectionDefinition<Type>,
) {
  return definition;
}
