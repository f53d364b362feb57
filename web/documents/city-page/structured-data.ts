import type { CityContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/define-document.ts';
import { absoluteUrl, type DescribedPage, describePage } from '#web/seo/page-description.ts';
import { shareImagePath } from '#web/seo/share-image-address.ts';
import { businessOf } from '#web/seo/structured-data/businesses.ts';
import { organizationId, pageNodeId, refer } from '#web/seo/structured-data/node-ids.ts';
import { pageService } from '#web/seo/structured-data/services.ts';

/** A city page is about search engine optimisation in that city, by the office that serves it. */
export function cityData(city: CityContent, described: DescribedPage): StructuredData {
  const { page, siteUrl } = described;
  const business = refer(pageNodeId(siteUrl, page.path, 'business'));
  return {
    webPage: { mainEntity: business },
    nodes: [
      ...cityBusiness(city, described),
      pageService(described, {
        name: page.opening?.heading ?? city.name,
        provider: business,
        areaServed: cityArea(city),
      }),
    ],
  };
}

/**
 * The local business of a city page: the head office, which serves that city. It has the office's address, since the
 * agency has no door in the city itself and a search engine shall not be told that it has.
 */
function cityBusiness(city: CityContent, { page, site, siteUrl }: DescribedPage) {
  const { headline, description, canonical } = describePage(page, site, siteUrl);
  return site.offices.slice(0, 1).map((headOffice) => ({
    ...businessOf(headOffice, site),
    '@id': pageNodeId(siteUrl, page.path, 'business'),
    name: `${site.agencyName}, ${page.name}`,
    alternateName: headline,
    ...(description ? { description } : {}),
    url: canonical,
    image: absoluteUrl(siteUrl, shareImagePath(page, site)),
    parentOrganization: refer(organizationId(siteUrl)),
    areaServed: cityArea(city),
  }));
}

/** The city on the map and within its state. */
function cityArea({ name, state, location }: CityContent) {
  const { lat, lng } = location ?? {};
  return {
    '@type': 'City' as const,
    name,
    containedInPlace: { '@type': 'AdministrativeArea' as const, name: state },
    ...(lat !== undefined && lng !== undefined
      ? { geo: { '@type': 'GeoCoordinates' as const, latitude: lat, longitude: lng } }
      : {}),
  };
}
