import type { PageContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import type { PageContext } from '#web/seo/page-description.ts';
import { nodeRef, organizationId, pageNodeId } from '#web/seo/structured-data/node-ids.ts';
import { isAboutAgency, officeBusinesses } from '#web/seo/structured-data/organization.ts';
import { pageService } from '#web/seo/structured-data/web-page.ts';

/** Builds the structured data of pages about the agency and of pages about a service. */
export function pageData({ kind }: PageContent, described: PageContext): StructuredData {
  const { page, site, siteUrl } = described;
  if (isAboutAgency(page))
    return {
      webPage: {
        ...(kind === 'about' ? { '@type': 'AboutPage' } : {}),
        ...(kind === 'contact' ? { '@type': 'ContactPage' } : {}),
        about: nodeRef(organizationId(siteUrl)),
      },
      nodes: officeBusinesses(site, siteUrl),
    };
  if (kind !== 'service') return {};
  const countries = [...new Set(site.offices.map(({ country }) => country))];
  const area = countries.map((name) => ({ '@type': 'Country' as const, name }));
  return {
    webPage: { mainEntity: nodeRef(pageNodeId(siteUrl, page.path, 'service')) },
    nodes: [pageService(described, page.name, area)],
  };
}
