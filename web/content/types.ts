import type { Confirmed } from './confirmed.ts';
import type { ContentAtPathQueryResult, SiteQueryResult } from './types.generated.ts';

/** The content at a path. On public addresses, unconfirmed claims are null. */
type AtPath = Confirmed<ContentAtPathQueryResult>;

export type Content = NonNullable<AtPath[keyof AtPath]>;

/** Site settings with placeholders filled. */
export type Site = NonNullable<Confirmed<SiteQueryResult>> & {
  /** Present if the reader chose the Gulf: offices and `phone` there then come first, and this is India's phone. */
  gulf?: { mainPhone: string };
};
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

/** `path` begins with `/`. */
export type Crumb = { name: string; path: string };

/** A page as visitors get it: with placeholders filled and a city's sections merged into those of its template. */
export type ComposedPage = {
  /** Begins with `/`. */
  path: string;
  content: Content;
  /** Short name for breadcrumbs and lists. */
  name: string;
  /** The `h1` and the text below it. */
  opening: { heading: string | null; text?: string | null | undefined } | undefined;
  /** Empty for pages without sections. */
  sections: readonly Section[];
  /** A city page's template. It supplies the title and description for search results if the city has none. */
  template: CityTemplate | null;
  /** Ancestors below the home page, topmost first. */
  parents: readonly Crumb[];
  /** An ISO date such as `2026-01-31`. Only on pages that show a date. */
  publishedAt?: string;
  /** Whether a job opening is closed. Its page stays reachable with `noindex`. */
  isOver?: boolean;
};

/** Query parameters of a page with a form. A repeated parameter has only one value. */
export type PageQuery = Record<string, string>;

export type SectionProps<Type extends SectionType> = {
  /** Placeholders are filled, except in `linkText` and `nearbyLinkText`. */
  section: Extract<Section, { _type: Type }>;
  site: Site;
  /** Only on city pages. */
  city: CityContent | null;
  path: string;
  /** Only on pages that are rendered per request. */
  query?: PageQuery | undefined;
  /** The first section has the page's `h1`. The others begin with `h2`. */
  isFirst: boolean;
};
