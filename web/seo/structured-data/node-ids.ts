import { absoluteUrl } from '#web/seo/page-description.ts';

/** A reference to a node of the graph, or of another page's graph. */
type NodeReference = { '@id': string };

/** Ids of nodes that are the same on every page. */
export const organizationId = (siteUrl: string) => absoluteUrl(siteUrl, '/#organization');
export const webSiteId = (siteUrl: string) => absoluteUrl(siteUrl, '/#website');
export const officeId = (siteUrl: string, key: string) =>
  absoluteUrl(siteUrl, `/#office-${encodeURIComponent(key)}`);
export const serviceId = (siteUrl: string, documentId: string) =>
  absoluteUrl(siteUrl, `/#service-${encodeURIComponent(documentId)}`);

/** Ids of nodes that a page has of its own. */
export const pageNodeId = (
  siteUrl: string,
  path: string,
  name: 'webpage' | 'breadcrumbs' | 'service' | 'faq' | 'cities' | 'article' | 'articles' | 'job',
) => `${absoluteUrl(siteUrl, path)}#${name}`;

/** Refers to a node by its id. */
export const refer = (id: string): NodeReference => ({ '@id': id });
