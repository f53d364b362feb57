import type { Thing } from 'schema-dts';
import { hrefFor } from '#schemas/paths.ts';
import type { ComposedPage, Crumb, Section, SectionType, Site } from '#web/content/types.ts';

/** A page with the site that it belongs to. `siteUrl` has no trailing slash. */
export type PageContext = { page: ComposedPage; site: Site; siteUrl: string };

/** Builds the structured data of all sections of one type on a page. */
export type SectionData<Type extends SectionType> = (
  sections: Extract<Section, { _type: Type }>[],
  described: PageContext,
) => Thing[];

/** Characters. Search engines cut longer titles; the Studio warns at the same length. */
const titleLength = 60;

/** Returns the first non-blank text, trimmed. */
function firstText(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find((text) => text !== undefined && text !== '');
}

export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}

/** Returns the breadcrumbs from the home page to this page; none for the home page. */
export function listBreadcrumbs(page: ComposedPage, site: Pick<Site, 'homeLabel'>): Crumb[] {
  if (page.path === '/') return [];
  return [{ name: site.homeLabel, path: '/' }, ...page.parents, { name: page.name, path: page.path }];
}

/**
 * Returns a page's title, description and keywords for search engines. Sources in order: the editor's texts, the city
 * template, the page's content, the site's defaults. The home page uses the defaults before its content.
 */
export function describePage(page: ComposedPage, site: Site, siteUrl: string) {
  const { content, template, opening } = page;
  const own = content.seo;
  const homeDefaults = page.path === '/' ? site.defaultSeo : null;
  const headline =
    firstText(own?.title, template?.seo?.title, homeDefaults?.title, opening?.heading, page.name) ??
    site.agencyName;
  const keywords = [own?.keywords, template?.seo?.keywords, site.defaultSeo?.keywords].find(
    (list) => list && list.length > 0,
  );
  return {
    /** Title for search results and the browser tab. */
    title: withSuffix(headline, site.titleSuffix),
    /** The title without the suffix, for link previews that show the site's name separately. */
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
    /** Whether the page gets `noindex`. */
    isHidden: own?.noIndex === true || page.isOver === true,
    /** ISO 8601 time (UTC) of the content's last change; empty if unknown. */
    modifiedAt: latest([content.modifiedAt, template?.modifiedAt]),
  };
}

function withSuffix(headline: string, ending: string | null | undefined): string {
  const suffix = firstText(ending);
  if (!suffix || headline.toLowerCase().includes(suffix.toLowerCase())) return headline;
  const whole = `${headline} | ${suffix}`;
  return whole.length <= titleLength ? whole : headline;
}

/** Returns the heading and the text of the page's first section. */
export function findOpening(sections: readonly Section[]) {
  const first = sections[0];
  if (!first) return undefined;
  // An editor may have typed line breaks.
  return {
    heading: first.heading?.replaceAll(/\s+/g, ' ') ?? null,
    text: first._type === 'hero' ? first.text : first.intro,
  };
}

/** Returns the latest of several ISO 8601 times in UTC, or an empty string if there are none. */
export function latest(times: readonly (string | null | undefined)[]): string {
  return (
    times
      .filter((time) => typeof time === 'string')
      .sort()
      .at(-1) ?? ''
  );
}
