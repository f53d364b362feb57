import type { FAQPageLeaf } from 'schema-dts';
import type { ShownPage } from '#web/seo/page-description.ts';
import { pageNodeId, refer } from './node-ids.ts';

/** All questions of a page with their answers, or null where it shows none. */
export function faqPage(page: ShownPage, siteUrl: string): FAQPageLeaf | null {
  const items = page.sections
    .filter((section) => section._type === 'faq')
    .flatMap((section) => section.items ?? []);
  if (items.length === 0) return null;
  return {
    '@type': 'FAQPage',
    '@id': pageNodeId(siteUrl, page.path, 'faq'),
    isPartOf: refer(pageNodeId(siteUrl, page.path, 'webpage')),
    mainEntity: items.map(({ question, plainAnswer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainAnswer },
    })),
  };
}
