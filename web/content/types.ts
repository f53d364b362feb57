import type { Place } from '#web/components/drawings/india.ts';
import type { ContentAtPathQueryResult, SiteQueryResult } from './types.generated.ts';

type AtPath = ContentAtPathQueryResult;

/** A document with a page of its own, of any type. */
export type Content = NonNullable<AtPath[keyof AtPath]>;

/** The site settings as a page has them: placeholders in their texts are already filled. */
export type Site = NonNullable<SiteQueryResult>;
export type PageContent = NonNullable<AtPath['page']>;
export type PolicyContent = NonNullable<AtPath['policy']>;
export type CityContent = NonNullable<AtPath['cityPage']>;
export type JobContent = NonNullable<AtPath['jobOpening']>;
export type CaseStudyContent = NonNullable<AtPath['caseStudy']>;
export type ArticleContent = NonNullable<AtPath['article']>;
export type CityTemplate = NonNullable<CityContent['template']>;

/** A section as its query delivers it, of any type. */
export type Section = PageContent['sections'][number] | CityTemplate['sections'][number];
export type SectionType = Section['_type'];

/** Props of a section's component. */
export type SectionProps<Type extends SectionType> = {
  /** The section's own fields; placeholders in texts are filled, except in `linkText` and `nearbyLinkText`. */
  section: Extract<Section, { _type: Type }>;
  site: Site;
  /** The city of a city page, otherwise null. */
  city: CityContent | null;
  /** Places of a map on this page: its city, the cities that it lists, or the offices. */
  places: Place[];
  /** Path of the page, beginning with `/`. */
  path: string;
  /** The first section carries the page's `h1`; the others begin with `h2`. */
  isFirst: boolean;
};
