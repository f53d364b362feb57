import type { OfferCatalog, ServiceLeaf } from 'schema-dts';
import type { Section } from '#web/content/types.ts';
import {
  type DescribedSite,
  describePage,
  openingOf,
  pageName,
  type ShownPage,
} from '#web/seo/page-description.ts';
import { cityArea, countriesOf } from './businesses.ts';
import { organizationId, pageNodeId, refer, serviceId } from './node-ids.ts';

type ServiceCards = Extract<Section, { _type: 'serviceCards' }>;

function servicesOf(section: ServiceCards, siteUrl: string): ServiceLeaf[] {
  return (section.cards ?? []).flatMap((card): ServiceLeaf[] => {
    if (card._type === 'serviceCard')
      return [{ '@type': 'Service', name: card.title, description: card.text }];
    if (!card.service) return [];
    const { _id, title, summary } = card.service;
    return [{ '@type': 'Service', '@id': serviceId(siteUrl, _id), name: title, description: summary }];
  });
}

/** The lists of services that sections show, each under its heading. */
export function offerCatalogs(sections: readonly Section[], siteUrl: string): OfferCatalog[] {
  return sections
    .filter((section) => section._type === 'serviceCards')
    .map((section) => ({
      '@type': 'OfferCatalog',
      name: section.heading,
      itemListElement: servicesOf(section, siteUrl).map((service) => ({
        '@type': 'Offer',
        itemOffered: service,
      })),
    }));
}

/** The service that a page is about: that of a service page, or search engine optimisation in a city. */
export function pageServices(page: ShownPage, site: DescribedSite, siteUrl: string): ServiceLeaf[] {
  const { content } = page;
  const isService = content._type === 'page' && content.kind === 'service';
  if (!isService && content._type !== 'cityPage') return [];
  const { description, canonical } = describePage(page, site, siteUrl);
  const heading = openingOf(page.sections)?.heading;
  return [
    {
      '@type': 'Service',
      '@id': pageNodeId(siteUrl, page.path, 'service'),
      name: content._type === 'cityPage' ? (heading ?? content.name) : pageName(page),
      ...(isService && heading ? { alternateName: heading } : {}),
      ...(description ? { description } : {}),
      url: canonical,
      provider: refer(
        content._type === 'cityPage' ? pageNodeId(siteUrl, page.path, 'business') : organizationId(siteUrl),
      ),
      areaServed: content._type === 'cityPage' ? cityArea(content) : countriesOf(site),
      hasOfferCatalog: offerCatalogs(page.sections, siteUrl),
      mainEntityOfPage: refer(pageNodeId(siteUrl, page.path, 'webpage')),
    },
  ];
}
