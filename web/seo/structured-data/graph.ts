import type { Graph, Thing } from 'schema-dts';
import type { DescribedSite, ShownPage } from '#web/seo/page-description.ts';
import { cityBusiness, officeBusinesses, showsOffices } from './businesses.ts';
import { faqPage } from './faq.ts';
import { jobPostings } from './job-postings.ts';
import { organization, webSite } from './organization.ts';
import { pageServices } from './services.ts';
import { breadcrumbList, webPage } from './web-page.ts';

/**
 * The structured data of a page as one graph whose nodes name each other by `@id`. It says what the page shows and
 * no more; ratings of ourselves by ourselves are left out, as Google asks.
 */
export function pageGraph(page: ShownPage, site: DescribedSite, siteUrl: string): Graph {
  const nodes: (Thing | null)[] = [
    organization(page, site, siteUrl),
    webSite(site, siteUrl),
    webPage(page, site, siteUrl),
    breadcrumbList(page, site, siteUrl),
    ...(showsOffices(page) ? officeBusinesses(site, siteUrl) : []),
    cityBusiness(page, site, siteUrl),
    ...pageServices(page, site, siteUrl),
    faqPage(page, siteUrl),
    ...jobPostings(page, site, siteUrl),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== null) };
}
