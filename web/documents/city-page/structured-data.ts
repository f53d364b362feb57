import type { CityContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import type { PageContext } from '#web/seo/page-description.ts';
import { nodeRef, pageNodeId } from '#web/seo/structured-data/node-ids.ts';
import { describePlace, officeBusinesses } from '#web/seo/structured-data/organization.ts';
import { pageService } from '#web/seo/structured-data/web-page.ts';

/** Describes the service for a city, and only offices that exist: the agency must not claim an office in that city. */
export function cityData(city: CityContent, described: PageContext): StructuredData {
  const { page, site, siteUrl } = described;
  const area = {
    '@type': 'City' as const,
    name: city.name,
    containedInPlace: { '@type': 'AdministrativeArea' as const, name: city.state },
    ...describePlace(city.location),
  };
  return {
    webPage: { mainEntity: nodeRef(pageNodeId(siteUrl, page.path, 'service')) },
    nodes: [
      ...officeBusinesses(site, siteUrl),
      pageService(described, page.opening?.heading ?? city.name, area),
    ],
  };
}
