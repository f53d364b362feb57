import type { CityContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import type { PageContext } from '#web/seo/page-description.ts';
import { geoOf, officeBusinesses } from '#web/seo/structured-data/businesses.ts';
import { nodeRef, organizationId, pageNodeId } from '#web/seo/structured-data/node-ids.ts';
import { pageService } from '#web/seo/structured-data/services.ts';

/** Describes the service for a city, and only offices that exist: the agency must not claim an office in that city. */
export function cityData(city: CityContent, described: PageContext): StructuredData {
  const { page, site, siteUrl } = described;
  return {
    webPage: { mainEntity: nodeRef(pageNodeId(siteUrl, page.path, 'service')) },
    nodes: [
      ...officeBusinesses(site, siteUrl),
      pageService(described, {
        name: page.opening?.heading ?? city.name,
        provider: nodeRef(organizationId(siteUrl)),
        areaServed: cityArea(city),
      }),
    ],
  };
}

function cityArea({ name, state, location }: CityContent) {
  return {
    '@type': 'City' as const,
    name,
    containedInPlace: { '@type': 'AdministrativeArea' as const, name: state },
    ...geoOf(location),
  };
}
