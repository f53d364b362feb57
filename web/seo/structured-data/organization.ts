import type { OrganizationLeaf, WebSiteLeaf } from 'schema-dts';
import { pictureSource } from '#web/content/image.ts';
import type { ComposedPage, Site } from '#web/content/types.ts';
import { absoluteUrl } from '#web/seo/page-description.ts';
import { countriesOf, postalAddress, showsOffices } from './businesses.ts';
import { nodeRef, officeId, organizationId, webSiteId } from './node-ids.ts';
import { offerCatalogs } from './services.ts';

/** Pixels. Google requires at least 112 in both directions, and logos are wider than they are high. */
const logoWidth = 640;

/** Builds the agency's node. It has all details only on pages about the agency. Service cards become its offers. */
export function organization(page: ComposedPage, site: Site, siteUrl: string): OrganizationLeaf {
  const { content } = page;
  const isAboutOneService =
    content._type === 'cityPage' || (content._type === 'page' && content.kind === 'service');
  return {
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: site.agencyName,
    url: absoluteUrl(siteUrl, '/'),
    logo: absoluteUrl(
      siteUrl,
      pictureSource(site.logo, { maxWidth: logoWidth })?.src ?? '/apple-touch-icon.png',
    ),
    email: site.email,
    telephone: site.phone,
    ...(showsOffices(page) ? particulars(site, siteUrl) : {}),
    hasOfferCatalog: isAboutOneService ? [] : offerCatalogs(page.sections, siteUrl),
  };
}

function particulars(site: Site, siteUrl: string): Partial<OrganizationLeaf> {
  return {
    legalName: site.legalName,
    slogan: site.tagline,
    description: site.description,
    ...(site.foundingYear ? { foundingDate: String(site.foundingYear) } : {}),
    address: site.offices.map(postalAddress),
    location: site.offices.map(({ _key }) => nodeRef(officeId(siteUrl, _key))),
    areaServed: countriesOf(site),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: site.phone,
      email: site.email,
      url: absoluteUrl(siteUrl, '/contact'),
    },
    sameAs: (site.socialLinks ?? []).flatMap(({ url }) => url || []),
  };
}

export function webSite(site: Site, siteUrl: string): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(siteUrl),
    url: absoluteUrl(siteUrl, '/'),
    name: site.agencyName,
    description: site.tagline,
    inLanguage: 'en-IN',
    publisher: nodeRef(organizationId(siteUrl)),
  };
}
