import type {
  Country,
  DayOfWeek,
  OpeningHoursSpecification,
  PostalAddress,
  ProfessionalServiceLeaf,
} from 'schema-dts';
import {
  absoluteUrl,
  type DescribedSite,
  describePage,
  pageName,
  type ShownPage,
} from '#web/seo/page-description.ts';
import { shareImagePath } from '#web/seo/share-image-address.ts';
import { officeId, organizationId, pageNodeId, refer } from './node-ids.ts';

type Office = DescribedSite['offices'][number];
type Hours = DescribedSite['structuredHours'];

/** The address of an office as its envelope has it. */
export function postalAddress(office: Office): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: office.addressLines.join(', '),
    addressLocality: office.locality,
    addressRegion: office.region,
    ...(office.postalCode ? { postalCode: office.postalCode } : {}),
    addressCountry: office.countryCode,
  };
}

const days: Record<string, DayOfWeek> = {
  Monday: 'https://schema.org/Monday',
  Tuesday: 'https://schema.org/Tuesday',
  Wednesday: 'https://schema.org/Wednesday',
  Thursday: 'https://schema.org/Thursday',
  Friday: 'https://schema.org/Friday',
  Saturday: 'https://schema.org/Saturday',
  Sunday: 'https://schema.org/Sunday',
};

function openingHours(hours: Hours): OpeningHoursSpecification[] {
  return hours.map(({ days: names, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: names.flatMap((name) => days[name] ?? []),
    opens,
    closes,
  }));
}

/** Pages on which visitors find the offices described: home, about, contact and whatever else shows them. */
export function showsOffices({ content, sections }: ShownPage): boolean {
  if (content._type !== 'page') return false;
  if (content.slug === 'home' || content.kind === 'about' || content.kind === 'contact') return true;
  return sections.some(({ _type }) => _type === 'contactDetails' || _type === 'globalPresence');
}

/** What every business of the agency shares. */
function businessOf(office: Office, site: DescribedSite) {
  return {
    '@type': 'ProfessionalService',
    telephone: office.phone || site.phone,
    email: site.email,
    address: postalAddress(office),
    openingHoursSpecification: openingHours(site.structuredHours),
  } satisfies Partial<ProfessionalServiceLeaf>;
}

/** The offices as local businesses. */
export function officeBusinesses(site: DescribedSite, siteUrl: string): ProfessionalServiceLeaf[] {
  return site.offices.map((office) => ({
    ...businessOf(office, site),
    '@id': officeId(siteUrl, office._key),
    name: `${site.agencyName}, ${office.name}`,
    url: absoluteUrl(siteUrl, '/contact'),
    ...(office.role ? { description: office.role } : {}),
    image: absoluteUrl(siteUrl, '/opengraph-image/home'),
    geo: {
      '@type': 'GeoCoordinates',
      latitude: office.location.lat ?? 0,
      longitude: office.location.lng ?? 0,
    },
    parentOrganization: refer(organizationId(siteUrl)),
    areaServed: { '@type': 'Country', name: office.country },
  }));
}

/**
 * The local business of a city page: the head office, which serves that city. It has the office's address, since the
 * agency has no door in the city itself and a search engine shall not be told that it has.
 */
export function cityBusiness(
  page: ShownPage,
  site: DescribedSite,
  siteUrl: string,
): ProfessionalServiceLeaf | null {
  const { content: city } = page;
  const [headOffice] = site.offices;
  if (city._type !== 'cityPage' || !headOffice) return null;
  const { headline, description, canonical } = describePage(page, site, siteUrl);
  return {
    ...businessOf(headOffice, site),
    '@id': pageNodeId(siteUrl, page.path, 'business'),
    name: `${site.agencyName}, ${pageName(page)}`,
    alternateName: headline,
    ...(description ? { description } : {}),
    url: canonical,
    image: absoluteUrl(siteUrl, shareImagePath(page, site)),
    parentOrganization: refer(organizationId(siteUrl)),
    areaServed: cityArea(city),
  };
}

/** The city of a city page, on the map and within its state. */
export function cityArea(city: Extract<ShownPage['content'], { _type: 'cityPage' }>) {
  const { lat, lng } = city.location ?? {};
  return {
    '@type': 'City' as const,
    name: city.name,
    containedInPlace: { '@type': 'AdministrativeArea' as const, name: city.state },
    ...(lat !== undefined && lng !== undefined
      ? { geo: { '@type': 'GeoCoordinates' as const, latitude: lat, longitude: lng } }
      : {}),
  };
}

/** The countries in which the agency has an office. */
export function countriesOf(site: Pick<DescribedSite, 'offices'>): Country[] {
  return [...new Set(site.offices.map(({ country }) => country))].map((name) => ({
    '@type': 'Country',
    name,
  }));
}
