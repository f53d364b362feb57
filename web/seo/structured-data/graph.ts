import type { Graph, Thing } from 'schema-dts';
import type { PageType } from '#schemas/paths.ts';
import type { Content, Section, SectionType, Site } from '#web/content/types.ts';
import type { DocumentDefinition, StructuredData } from '#web/documents/define-document.ts';
import { documents } from '#web/documents/index.ts';
import { sectionData } from '#web/sections/index.ts';
import type { DescribedPage, ShownPage } from '#web/seo/page-description.ts';
import { organization, webSite } from './organization.ts';
import { breadcrumbList, webPage } from './web-page.ts';

/** Nodes refer to each other by `@id`. Only what the page shows, and no ratings of ourselves, as Google asks. */
export function pageGraph(page: ShownPage, site: Site, siteUrl: string): Graph {
  const described = { page, site, siteUrl };
  const own = documentData(page.content, described);
  const types = new Set(page.sections.map(({ _type }) => _type));
  const nodes: (Thing | null)[] = [
    organization(page, site, siteUrl),
    webSite(site, siteUrl),
    webPage(described, own.webPage),
    breadcrumbList(page, site, siteUrl),
    ...own.nodes,
    ...[...types].flatMap((type) => sectionNodes(type, described)),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== null) };
}

function documentData<Type extends PageType>(
  content: Extract<Content, { _type: Type }>,
  described: DescribedPage,
): StructuredData {
  const all: { [One in PageType]: DocumentDefinition<One> } = documents;
  return all[content._type].structuredData(content, described);
}

/** The nodes of all sections of one type; none for a type that is newer than this version of the site. */
function sectionNodes<Type extends SectionType>(type: Type, described: DescribedPage): Thing[] {
  const shown = described.page.sections.filter(
    (section): section is Extract<Section, { _type: Type }> => section._type === type,
  );
  return sectionData[type]?.(shown, described) ?? [];
}
