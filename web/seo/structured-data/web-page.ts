import type {
  AboutPageLeaf,
  BreadcrumbList,
  CollectionPageLeaf,
  ContactPageLeaf,
  WebPageLeaf,
} from 'schema-dts';
import { hrefFor } from '#schemas/paths.ts';
import {
  absoluteUrl,
  breadcrumbsOf,
  type DescribedSite,
  describePage,
  type ShownPage,
} from '#web/seo/page-description.ts';
import { shareImagePath } from '#web/seo/share-image-address.ts';
import { organizationId, pageNodeId, refer, webSiteId } from './node-ids.ts';

type CityLink = { name: string | null; slug: string | null };
/** Of a longer list its length and its beginning say enough; every page of it is in the sitemap. */
const mostListed = 100;
type PageNode = WebPageLeaf | AboutPageLeaf | ContactPageLeaf | CollectionPageLeaf;

const typeOfKind = { about: 'AboutPage', contact: 'ContactPage' } as const;

function typeOf({ content, sections }: ShownPage): PageNode['@type'] {
  if (content._type === 'page' && (content.kind === 'about' || content.kind === 'contact'))
    return typeOfKind[content.kind];
  const listsCities = sections.some((section) => section._type === 'cityLinks' && section.mode === 'all');
  return listsCities ? 'CollectionPage' : 'WebPage';
}

/** The page itself, with links to what it is about. */
export function webPage(page: ShownPage, site: DescribedSite, siteUrl: string): PageNode {
  const { headline, description, canonical, modifiedAt } = describePage(page, site, siteUrl);
  const { content } = page;
  const type = typeOf(page);
  const id = (name: 'breadcrumbs' | 'service' | 'business' | 'webpage') =>
    pageNodeId(siteUrl, page.path, name);
  const isService = content._type === 'page' && content.kind === 'service';
  const isAboutAgency = page.path === '/' || type === 'AboutPage' || type === 'ContactPage';
  return {
    '@type': type,
    '@id': id('webpage'),
    url: canonical,
    name: headline,
    ...(description ? { description } : {}),
    inLanguage: 'en-IN',
    isPartOf: refer(webSiteId(siteUrl)),
    dateModified: content._type === 'policy' ? content.lastUpdated : modifiedAt,
    primaryImageOfPage: { '@type': 'ImageObject', url: absoluteUrl(siteUrl, shareImagePath(page, site)) },
    ...(page.path === '/' ? {} : { breadcrumb: refer(id('breadcrumbs')) }),
    ...(isAboutAgency ? { about: refer(organizationId(siteUrl)) } : {}),
    ...(isService ? { mainEntity: refer(id('service')) } : {}),
    ...(content._type === 'cityPage' ? { mainEntity: refer(id('business')) } : {}),
    ...(type === 'CollectionPage' ? { mainEntity: cityList(page, siteUrl) } : {}),
  };
}

function cityList(page: ShownPage, siteUrl: string) {
  const cities = page.sections
    .filter((section) => section._type === 'cityLinks')
    .flatMap((section): CityLink[] => section.cities ?? []);
  const isCut = cities.length > mostListed;
  return {
    '@type': 'ItemList' as const,
    '@id': pageNodeId(siteUrl, page.path, 'cities'),
    ...(isCut ? { numberOfItems: cities.length } : {}),
    itemListElement: cities.slice(0, mostListed).flatMap(({ name, slug }, index) => {
      const path = hrefFor({ _type: 'cityPage', slug });
      return path && name
        ? [{ '@type': 'ListItem' as const, position: index + 1, name, url: absoluteUrl(siteUrl, path) }]
        : [];
    }),
  };
}

/** The breadcrumbs that the page shows; null on the home page, which has none. */
export function breadcrumbList(page: ShownPage, site: DescribedSite, siteUrl: string): BreadcrumbList | null {
  const crumbs = breadcrumbsOf(page, site);
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
