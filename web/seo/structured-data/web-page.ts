import type { BreadcrumbList, ServiceLeaf, WebPageLeaf } from 'schema-dts';
import type { ComposedPage, Site } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import { absoluteUrl, describePage, listBreadcrumbs, type PageContext } from '#web/seo/page-description.ts';
import { shareImagePath } from '#web/seo/share-image-address.ts';
import { nodeRef, organizationId, pageNodeId, webSiteId } from './node-ids.ts';

/** Builds the `WebPage` node. `particulars` holds the properties that the document type adds. */
export function webPage({ page, site, siteUrl }: PageContext, particulars: StructuredData['webPage'] = {}) {
  const { headline, description, canonical, modifiedAt } = describePage(page, site, siteUrl);
  const common: WebPageLeaf = {
    '@type': 'WebPage',
    '@id': pageNodeId(siteUrl, page.path, 'webpage'),
    url: canonical,
    name: headline,
    ...(description ? { description } : {}),
    inLanguage: 'en-IN',
    isPartOf: nodeRef(webSiteId(siteUrl)),
    ...(modifiedAt ? { dateModified: modifiedAt } : {}),
    primaryImageOfPage: { '@type': 'ImageObject', url: absoluteUrl(siteUrl, shareImagePath(page, site)) },
    ...(page.path === '/' ? {} : { breadcrumb: nodeRef(pageNodeId(siteUrl, page.path, 'breadcrumbs')) }),
  };
  return { ...common, ...particulars };
}

/** Builds the breadcrumb list; null on the home page. */
export function breadcrumbList(page: ComposedPage, site: Site, siteUrl: string): BreadcrumbList | null {
  const crumbs = listBreadcrumbs(page, site);
  if (crumbs.length === 0) return null;
  return {
    '@type': 'BreadcrumbList',
    '@id': pageNodeId(siteUrl, page.path, 'breadcrumbs'),
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(siteUrl, path),
    })),
  };
}

export function pageService(
  { page, site, siteUrl }: PageContext,
  name: string,
  areaServed: ServiceLeaf['areaServed'],
): ServiceLeaf {
  const { description, canonical } = describePage(page, site, siteUrl);
  return {
    '@type': 'Service',
    '@id': pageNodeId(siteUrl, page.path, 'service'),
    name,
    ...(description ? { description } : {}),
    url: canonical,
    provider: nodeRef(organizationId(siteUrl)),
    areaServed,
  };
}
