import type { OfferCatalog, ServiceLeaf } from 'schema-dts';
import type { Section } from '#web/content/types.ts';
import { describePage, type PageContext } from '#web/seo/page-description.ts';
import { nodeRef, pageNodeId, serviceId } from './node-ids.ts';

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

/** Returns the services on a page, grouped by section heading. */
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

export function pageService(
  { page, site, siteUrl }: PageContext,
  particulars: Pick<ServiceLeaf, 'name' | 'alternateName' | 'provider' | 'areaServed'>,
): ServiceLeaf {
  const { description, canonical } = describePage(page, site, siteUrl);
  return {
    '@type': 'Service',
    '@id': pageNodeId(siteUrl, page.path, 'service'),
    ...particulars,
    ...(description ? { description } : {}),
    url: canonical,
    hasOfferCatalog: offerCatalogs(page.sections, siteUrl),
    mainEntityOfPage: nodeRef(pageNodeId(siteUrl, page.path, 'webpage')),
  };
}
