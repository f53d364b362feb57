import type { Thing } from 'schema-dts';
import { hrefFor } from '#schemas/paths.ts';
import type { Crumb, Section, SectionType, ShownPage, Site } from '#web/content/types.ts';

/** `siteUrl` has no trailing slash. */
export type PageContext = { page: ShownPage; site: Site; siteUrl: string };

/** Structured data for all sections of a type on a page. */
export type SectionData<Type extends SectionType> = (
  sections: Extract<Section, { _type: Type }>[],
  described: PageContext,
) => Thing[];

/** Search engines cut titles after about this many characters; the Studio warns at the same length. */
const titleLength = 60;

/** The first non-blank text, trimmed. */
function firstText(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find((text) => text !== undefined && text !== '');
}

export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}

/** From the home page to the page, both included; none for the home page itself. */
export function breadcrumbsOf(page: ShownPage, site: Pick<Site, 'homeLabel'>): Crumb[] {
  if (page.path === '/') return [];
  return [{ name: site.homeLabel, path: '/' }, ...page.parents, { name: page.name, path: page.path }];
}

/**
 * Search texts: the editor's, else the city template's, else the page's own, else the site's defaults. The home page
 * prefers the defaults to its own words, since titles must be unique.
 */
export function describePage(page: ShownPage, site: Site, siteUrl: string) {
  const { content, template, opening } = page;
  const own = content.seo;
  const homeDefaults = page.path === '/' ? site.defaultSeo : null;
  const headline =
    firstText(own?.title, template?.seo?.title, homeDefaults?.title, opening?.heading, page.name) ??
    site.agencyName;
  const keywords = [own?.keywords, template?.seo?.keywords, site.defaultSeo?.keywords].find(
    (words) => words && words.length > 0,
  );
  return {
    /** For search results and the browser's tab. */
    title: withSuffix(headline, site.titleSuffix),
    /** The title without the suffix, for cards that name the site themselves. */
    headline,
    description: firstText(
      own?.description,
      template?.seo?.description,
      homeDefaults?.description,
      opening?.text,
      site.defaultSeo?.description,
      site.description,
    ),
    keywords: [...new Set((keywords ?? []).map((word) => word.trim()).filter(Boolean))],
    canonical: absoluteUrl(siteUrl, hrefFor(content) ?? page.path),
    /** Asks search engines not to list the page. */
    isHidden: own?.noIndex === true || page.isOver === true,
    /** Last change of the page's content: ISO 8601, UTC; empty where that is unknown. */
    modifiedAt: latest([content.modifiedAt, template?.modifiedAt]),
  };
}

function withSuffix(headline: string, ending: string | null | undefined): string {
  const suffix = firstText(ending);
  if (!suffix || headline.toLowerCase().includes(suffix.toLowerCase())) return headline;
  const whole = `${headline} | ${suffix}`;
  return whole.length <= titleLength ? whole : headline;
}

/** The first section's heading, the page's `h1`, and its text. */
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
