import { absoluteUrl } from '#web/seo/page-description.ts';

export const organizationId = (siteUrl: string) => absoluteUrl(siteUrl, '/#organization');
export const webSiteId = (siteUrl: string) => absoluteUrl(siteUrl, '/#website');
export const officeId = (siteUrl: string, key: string) =>
  absoluteUrl(siteUrl, `/#office-${encodeURIComponent(key)}`);

export const pageNodeId = (
  siteUrl: string,
  path: string,
  name: 'webpage' | 'breadcrumbs' | 'service' | 'faq' | 'article' | 'job' | `film-${string}`,
) => `${absoluteUrl(siteUrl, path)}#${name}`;

export const nodeRef = (id: string) => ({ '@id': id });
