import type { Thing } from 'schema-dts';
import { hrefFor } from '#schemas/paths.ts';
import type { ContentPicture } from '#web/content/image.ts';
import type { CityTemplate, Content, Section, SectionType, Site } from '#web/content/types.ts';

/** A page as its visitors get it: placeholders in all texts are filled, a city's sections are merged into its template's. */
export type ShownPage = {
  /** Path of the page, beginning with `/`. */
  path: string;
  content: Content;
  /** The short name of the page, for breadcrumbs and lists. */
  name: string;
  /** The top of the page: the `h1` and the words under it. */
  opening: { heading: string | null; text?: string | null | undefined } | undefined;
  /** The sections in order; empty for pages that are not made of sections. */
  sections: readonly Section[];
  /** A city page's template, the fallback for its search texts. */
  template: CityTemplate | null;
  /** Pages between the home page and this one, nearest to the home page first. */
  parents: readonly Crumb[];
  /** Shown where the page is shared, unless the editor chose another. */
  picture?: ContentPicture | null;
  /** Date of publication, where readers care: `2026-01-31`. */
  publishedAt?: string;
  /** Stays for those who have its address, and search engines are asked to drop it. */
  isOver?: boolean;
};

/** The page that structured data is written for; `siteUrl` has no trailing slash. */
export type DescribedPage = { page: ShownPage; site: Site; siteUrl: string };

/** Structured data for all sections of a type on a page. */
export type SectionData<Type extends SectionType> = (
  sections: Extract<Section, { _type: Type }>[],
  described: DescribedPage,
) => Thing[];

/** One step of the breadcrumbs; `path` begins with `/`. */
type Crumb = { name: string; path: string };

/** Search engines cut titles after about this many characters; the Studio warns at the same length. */
const titleLength = 60;

/** The first text that is more than white space, trimmed. */
function firstText(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find((text) => text !== undefined && text !== '');
}

/** The absolute address of a path of this site; `siteUrl` has no slash at its end. */
export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}

/** The way from the home page to a page, both included; the home page itself has none. */
export function breadcrumbsOf(page: ShownPage, site: Pick<Site, 'homeLabel'>): Crumb[] {
  if (page.path === '/') return [];
  return [{ name: site.homeLabel, path: '/' }, ...page.parents, { name: page.name, path: page.path }];
}

/**
 * A page's texts for search engines: the editor's, else those of the city template, else what the page shows, else
 * the site's defaults. The home page takes the defaults before its own words, since titles must be unique.
 */
export function describePage(page: ShownPage, site: Site, siteUrl: string) {
  const { content, template, opening } = page;
  const own = content.seo;
  const general = page.path === '/' ? site.defaultSeo : null;
  const headline =
    firstText(own?.title, template?.seo?.title, general?.title, opening?.heading, page.name) ??
    site.agencyName;
  const keywords = [own?.keywords, template?.seo?.keywords, site.defaultSeo?.keywords].find(
    (words) => words && words.length > 0,
  );
  return {
    /** For search results and the browser's tab. */
    title: withEnding(headline, site.titleSuffix),
    /** The title without the suffix, for cards that name the site themselves. */
    headline,
    description: firstText(
      own?.description,
      template?.seo?.description,
      general?.description,
      opening?.text,
      site.defaultSeo?.description,
      site.description,
    ),
    keywords: [...new Set((keywords ?? []).map((word) => word.trim()).filter(Boolean))],
    canonical: absoluteUrl(siteUrl, hrefFor(content) ?? page.path),
    /** Whether search engines are asked not to list the page: by the editor, or since it is over. */
    isHidden: own?.noIndex === true || page.isOver === true,
    /** When something that the page is made of was last changed: ISO 8601, UTC. */
    modifiedAt: latest([content._updatedAt, template?._updatedAt]),
  };
}

function withEnding(headline: string, ending: string | null | undefined): string {
  const suffix = firstText(ending);
  if (!suffix || headline.toLowerCase().includes(suffix.toLowerCase())) return headline;
  const whole = `${headline} | ${suffix}`;
  return whole.length <= titleLength ? whole : headline;
}

/** The opening of a page, whose heading is the page's `h1`. */
export function openingOf(sections: readonly Section[]) {
  const first = sections[0];
  if (!first) return undefined;
  return { heading: first.heading, text: first._type === 'hero' ? first.text : first.intro };
}

/** The latest of ISO 8601 times in UTC. */
export function latest(times: readonly (string | null | undefined)[]): string {
  return (
    times
      .filter((time) => typeof time === 'string')
      .sort()
      .at(-1) ?? ''
  );
}
