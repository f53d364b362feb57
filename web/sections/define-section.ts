import type { ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import type { Section, SectionProps, SectionType } from '#web/content/types.ts';
import type { DescribedSite, ShownPage } from '#web/seo/page-description.ts';

/** What structured data is made of beside a section: `siteUrl` has no slash at its end. */
export type DescribedPage = { page: ShownPage; site: DescribedSite; siteUrl: string };

export type SectionDefinition<Type extends SectionType> = {
  /** The GROQ projection of its own fields. */
  fields: string;
  /** A server component; it is called as a function, so that a fault stays within the section. */
  show: (props: SectionProps<Type>) => ReactNode;
  /** What all sections of this type on a page tell search engines together. */
  structuredData?: (sections: Extract<Section, { _type: Type }>[], described: DescribedPage) => Thing[];
};

/** Declares the site's half of a section; `schemas/sections` has the other half under the same name. */
export function defineSection<const Type extends SectionType>(
  _type: Type,
  definition: SectionDefinition<Type>,
) {
  return definition;
}
