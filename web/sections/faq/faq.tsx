import { PlusSign } from '#web/components/drawings/plus-sign.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { Section } from '#web/components/section/section.tsx';
import { richTextFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import type { SectionData } from '#web/seo/page-description.ts';
import { nodeRef, pageNodeId } from '#web/seo/structured-data/node-ids.ts';

/** GROQ projection. `plainAnswer` is the answer as plain text for search engines. */
export const faqFields = `
  items[]{_key, question, answer[]{${richTextFields}}, "plainAnswer": pt::text(answer)}
`;

export const faqData: SectionData<'faq'> = (lists, { page, siteUrl }) => [
  {
    '@type': 'FAQPage',
    '@id': pageNodeId(siteUrl, page.path, 'faq'),
    isPartOf: nodeRef(pageNodeId(siteUrl, page.path, 'webpage')),
    mainEntity: lists
      .flatMap(({ items }) => items)
      .map(({ question, plainAnswer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: plainAnswer },
      })),
  },
];

/** Renders questions that open without scripts. The first one is open. */
export function Faq({ section, site, isFirst }: SectionProps<'faq'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} head="left">
      {section.items.map(({ _key, question, answer }, index) => (
        <details key={_key} className="question line-t last:line-b" open={index === 0}>
          <summary className="flex min-h-11 items-center justify-between gap-6 py-2 md:py-5">
            <h3 className="title">{question}</h3>
            <PlusSign />
          </summary>
          <RichText value={answer} site={site} className="pb-4 text-muted" />
        </details>
      ))}
    </Section>
  );
}
