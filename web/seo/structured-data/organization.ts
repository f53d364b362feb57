import type { OrganizationLeaf, WebSiteLeaf } from 'schema-dts';
import { absoluteUrl, type DescribedSite, type ShownPage } from '../page-description.ts';
import { countriesOf, postalAddress } from './businesses.ts';
import { officeId, organizationId, refer, webSiteId } from './node-ids.ts';
import { offerCatalogs } from './services.ts';

/** The agency. Where a page shows services without being about one, they are what the agency offers. */
export function organization(page: ShownPage, site: DescribedSite, siteUrl: string): OrganizationLeaf {
  const { content } = page;
  const isAboutOneService =
    content._type === 'cityPage' || (content._type === 'page' && content.kind === 'service');
  return {
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: site.agencyName,
    legalName: site.legalName,
    url: absoluteUrl(siteUrl, '/'),
    slogan: site.tagline,
    description: site.description,
    ...(site.foundingYear ? { foundingDate: String(site.foundingYear) } : {}),
    email: site.email,
    telephone: site.phone,
    address: site.offices.map(postalAddress),
    location: site.offices.map(({ _key }) => refer(officeId(siteUrl, _key))),
    areaServed: countriesOf(site),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: site.phone,
      email: site.email,
      url: absoluteUrl(siteUrl, '/contact'),
    },
    sameAs: (site.socialLinks ?? []).flatMap(({ url }) => url || []),
    hasOfferCatalog: isAboutOneService ? [] : offerCatalogs(page.sections, siteUrl),
  };
}

/** The site as a whole. */
export function webSite(site: DescribedSite, siteUrl: string): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(siteUrl),
    url: absoluteUrl(siteUrl, '/'),
    name: site.agencyName,
    description: site.tagline,
    inLanguage: 'en-IN',
    publisher: refer(organizationId(siteUrl)),
  };
}
