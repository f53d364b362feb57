import type {
  GeoCoordinates,
  OpeningHoursSpecification,
  OrganizationLeaf,
  PostalAddress,
  ProfessionalServiceLeaf,
  WebSiteLeaf,
} from 'schema-dts';
import { weekdays } from '#schemas/days.ts';
import { pictureSource } from '#web/content/image.ts';
import { formatStreet, mapHref } from '#web/content/links.ts';
import type { CityContent, ComposedPage, Site } from '#web/content/types.ts';
import { absoluteUrl } from '#web/seo/page-description.ts';
import { nodeRef, officeId, organizationId, webSiteId } from './node-ids.ts';

/** Pixels. Google requires at least 112 in both directions, and logos are wider than they are high. */
const logoWidth = 640;

/** Whether a page is about the agency itself: home, about and contact. */
export const isAboutAgency = ({ content }: ComposedPage): boolean =>
  content._type === 'page' &&
  (content.slug === 'home' || content.kind === 'about' || content.kind === 'contact');

/** Builds the agency's node. It has all details only on pages about the agency. */
export function organization(page: ComposedPage, site: Site, siteUrl: string): OrganizationLeaf {
  return {
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: site.agencyName,
    url: absoluteUrl(siteUrl, '/'),
    logo: absoluteUrl(
      siteUrl,
      pictureSource(site.logo, { maxWidth: logoWidth, isRaster: true })?.src ?? '/apple-touch-icon.png',
    ),
    email: site.email,
    telephone: site.phone,
    ...(isAboutAgency(page) ? details(site) : {}),
  };
}

function details(site: Site): Partial<OrganizationLeaf> {
  const profiles = (site.socialLinks ?? []).flatMap(({ url }) => url || []);
  return {
    legalName: site.legalName,
    description: site.description,
    ...(site.foundingYear ? { foundingDate: String(site.foundingYear) } : {}),
    address: site.offices.map(postalAddress),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

export function webSite(site: Site, siteUrl: string): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(siteUrl),
    url: absoluteUrl(siteUrl, '/'),
    name: site.agencyName,
    inLanguage: 'en-IN',
    publisher: nodeRef(organizationId(siteUrl)),
  };
}

export function officeBusinesses(site: Site, siteUrl: string): ProfessionalServiceLeaf[] {
  return site.offices.map((office, index) => {
    // The site's number and hours are those of the head office only.
    const phone = office.phone || (index === 0 ? site.phone : undefined);
    const hours = office.hours?.length ? office.hours : index === 0 ? site.structuredHours : [];
    return {
      '@type': 'ProfessionalService',
      '@id': officeId(siteUrl, office._key),
      name: `${site.agencyName}, ${office.name}`,
      url: absoluteUrl(siteUrl, '/contact'),
      image: absoluteUrl(siteUrl, '/opengraph-image/home'),
      ...describePlace(office.location),
      ...(phone ? { telephone: phone } : {}),
      email: site.email,
      address: postalAddress(office),
      hasMap: mapHref(office),
      ...(hours.length > 0 ? { openingHoursSpecification: openingHours(hours) } : {}),
      parentOrganization: nodeRef(organizationId(siteUrl)),
      areaServed: { '@type': 'Country', name: office.country },
    };
  });
}

/** Builds an office's address without lines that still contain launch placeholders. */
function postalAddress(office: Site['offices'][number]): PostalAddress {
  const street = formatStreet(office);
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
export function describePlace(location: CityContent['location']): { geo?: GeoCoordinates } {
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
