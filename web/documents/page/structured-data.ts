import { hrefFor } from '#schemas/paths.ts';
import type { PageContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import { absoluteUrl, type PageContext } from '#web/seo/page-description.ts';
import { countriesOf, officeBusinesses, showsOffices } from '#web/seo/structured-data/businesses.ts';
import { nodeRef, organizationId, pageNodeId } from '#web/seo/structured-data/node-ids.ts';
import { pageService } from '#web/seo/structured-data/services.ts';

/** Maximum number of cities in the list. The sitemap has every page. */
const maxListedCities = 100;

type CityLink = { name: string | null; slug: string | null };

/** Builds the structured data of pages about the agency, pages about a service, and lists of cities. */
export function pageData({ kind }: PageContent, described: PageContext): StructuredData {
  const { page, site, siteUrl } = described;
  const cities = kind === 'about' || kind === 'contact' ? undefined : cityList(described);
  const isAboutAgency = page.path === '/' || kind === 'about' || kind === 'contact';
  const service = pageService(described, {
    name: page.name,
    ...(page.opening?.heading ? { alternateName: page.opening.heading } : {}),
    provider: nodeRef(organizationId(siteUrl)),
    areaServed: countriesOf(site),
  });
  return {
    webPage: {
      ...(kind === 'about' ? { '@type': 'AboutPage' } : {}),
      ...(kind === 'contact' ? { '@type': 'ContactPage' } : {}),
      ...(isAboutAgency ? { about: nodeRef(organizationId(siteUrl)) } : {}),
      ...(kind === 'service' ? { mainEntity: nodeRef(pageNodeId(siteUrl, page.path, 'service')) } : {}),
      ...(cities ? { '@type': 'CollectionPage', mainEntity: cities } : {}),
    },
    nodes: [
      ...(showsOffices(page) ? officeBusinesses(site, siteUrl) : []),
      ...(kind === 'service' ? [service] : []),
    ],
  };
}

function cityList({ page, siteUrl }: PageContext) {
  const lists = page.sections.filter((section) => section._type === 'cityLinks');
  if (!lists.some(({ mode }) => mode === 'all')) return undefined;
  const cities = lists.flatMap((list): CityLink[] => list.cities ?? []);
  return {
    '@type': 'ItemList' as const,
    '@id': pageNodeId(siteUrl, page.path, 'cities'),
    ...(cities.length > maxListedCities ? { numberOfItems: cities.length } : {}),
    itemListElement: cities.slice(0, maxListedCities).flatMap(({ name, slug }, index) => {
      const path = hrefFor({ _type: 'cityPage', slug });
      return path && name
        ? [{ '@type': 'ListItem' as const, position: index + 1, name, url: absoluteUrl(siteUrl, path) }]
        : [];
    }),
  };
}
