import type {
  Country,
  GeoCoordinates,
  OpeningHoursSpecification,
  PostalAddress,
  ProfessionalServiceLeaf,
} from 'schema-dts';
import { weekdays } from '#schemas/days.ts';
import { mapHref, streetOf } from '#web/content/links.ts';
import type { CityContent, ComposedPage, Site } from '#web/content/types.ts';
import { absoluteUrl } from '#web/seo/page-description.ts';
import { nodeRef, officeId, organizationId } from './node-ids.ts';

/** Builds an office's address without lines that still contain launch placeholders. */
export function postalAddress(office: Site['offices'][number]): PostalAddress {
  const street = streetOf(office);
  return {
    '@type': 'PostalAddress',
    ...(street ? { streetAddress: street } : {}),
    addressLocality: office.locality,
    addressRegion: office.region,
    ...(office.postalCode ? { postalCode: office.postalCode } : {}),
    addressCountry: office.countryCode,
  };
}

/** Builds the coordinates of a place; empty if they are not filled in. */
export function geoOf(location: CityContent['location']): { geo?: GeoCoordinates } {
  const { lat, lng } = location ?? {};
  if (lat === undefined || lng === undefined) return {};
  return { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } };
}

function openingHours(hours: Site['structuredHours']): OpeningHoursSpecification[] {
  return hours.map(({ days: names, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays
      .filter((day) => names.includes(day))
      .map((day) => `https://schema.org/${day}` as const),
    opens,
    closes,
  }));
}

/** Whether a page describes the offices: home, about, contact, and pages with a section about offices. */
export function showsOffices({ content, sections }: ComposedPage): boolean {
  if (content._type !== 'page') return false;
  if (content.slug === 'home' || content.kind === 'about' || content.kind === 'contact') return true;
  return sections.some(({ _type }) => _type === 'contactDetails' || _type === 'globalPresence');
}

export function officeBusinesses(site: Site, siteUrl: string): ProfessionalServiceLeaf[] {
  return site.offices.map((office, index) => ({
    '@type': 'ProfessionalService',
    '@id': officeId(siteUrl, office._key),
    name: `${site.agencyName}, ${office.name}`,
    url: absoluteUrl(siteUrl, '/contact'),
    ...(office.role ? { description: office.role } : {}),
    image: absoluteUrl(siteUrl, '/opengraph-image/home'),
    ...geoOf(office.location),
    // The site's number and hours are those of the head office only.
    telephone: office.phone || (index === 0 ? site.phone : []),
    email: site.email,
    address: postalAddress(office),
    hasMap: mapHref(office),
    openingHoursSpecification: openingHours(
      office.hours?.length ? office.hours : index === 0 ? site.structuredHours : [],
    ),
    parentOrganization: nodeRef(organizationId(siteUrl)),
    areaServed: { '@type': 'Country', name: office.country },
  }));
}

export function countriesOf(site: Pick<Site, 'offices'>): Country[] {
  return [...new Set(site.offices.map(({ country }) => country))].map((name) => ({
    '@type': 'Country',
    name,
  }));
}
