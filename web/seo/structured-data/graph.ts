import type { Graph, Thing } from 'schema-dts';
import type { ComposedPage, Section, SectionType, Site } from '#web/content/types.ts';
import { findDefinition } from '#web/documents/index.ts';
import { sectionData } from '#web/sections/index.ts';
import type { PageContext } from '#web/seo/page-description.ts';
import { organization, webSite } from './organization.ts';
import { breadcrumbList, webPage } from './web-page.ts';

/** Builds a page's JSON-LD graph. Google allows only facts that the page shows, and no ratings of our own. */
export function pageGraph(page: ComposedPage, site: Site, siteUrl: string): Graph {
  const described = { page, site, siteUrl };
  const own = findDefinition(page.content._type).structuredData?.(page.content, described);
  const types = new Set(page.sections.map(({ _type }) => _type));
  const nodes: (Thing | null)[] = [
    organization(page, site, siteUrl),
    webSite(site, siteUrl),
    webPage(described, own?.webPage),
    breadcrumbList(page, site, siteUrl),
    ...(own?.nodes ?? []),
    ...[...types].flatMap((type) => sectionNodes(type, described)),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== null) };
}

/** Returns the nodes of all sections of one type; none for a type that this version of the site does not know. */
function sectionNodes<Type extends SectionType>(type: Type, described: PageContext): Thing[] {
  const ofType = described.page.sections.filter(
    (section): section is Extract<Section, { _type: Type }> => section._type === type,
  );
  return sectionData[type]?.(ofType, described) ?? [];
}
