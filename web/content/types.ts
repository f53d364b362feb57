import type { Place } from '#web/components/drawings/india.ts';
import type { Confirmed } from './confirmed.ts';
import type { ContentAtPathQueryResult, SiteQueryResult } from './types.generated.ts';

/** As shown on public addresses. */
type AtPath = Confirmed<ContentAtPathQueryResult>;

export type Content = NonNullable<AtPath[keyof AtPath]>;

/** Site settings with placeholders filled. */
export type Site = NonNullable<Confirmed<SiteQueryResult>>;
export type PageContent = NonNullable<AtPath['page']>;
export type PolicyContent = NonNullable<AtPath['policy']>;
export type CityContent = NonNullable<AtPath['cityPage']>;
export type JobContent = NonNullable<AtPath['jobOpening']>;
export type CaseStudyContent = NonNullable<AtPath['caseStudy']>;
export type ArticleContent = NonNullable<AtPath['article']>;
export type Person = NonNullable<ArticleContent['author']['person']>;
export type CityTemplate = NonNullable<CityContent['template']>;

export type Section = PageContent['sections'][number] | CityTemplate['sections'][number];
export type SectionType = Section['_type'];

/** What the query of a page with a form asks, each name once. */
export type Asked = Record<string, string>;

export type SectionProps<Type extends SectionType> = {
  /** Placeholders are filled, except in `linkText` and `nearbyLinkText`. */
  section: Extract<Section, { _type: Type }>;
  site: Site;
  /** Only on city pages. */
  city: CityContent | null;
  /** For maps: the page's city, the cities it lists, or the offices. */
  places: Place[];
  path: string;
  /** Not on pages that are the same for all. */
  asked?: Asked | undefined;
  /** The first section has the page's `h1`; the others begin with `h2`. */
  isFirst: boolean;
};
