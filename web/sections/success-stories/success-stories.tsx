import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Section } from '#web/components/section/section.tsx';
import { evidenceFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const successStoriesFields = `stories[]{_key, client, text, result, resultLabel, ${evidenceFields}}`;

export function SuccessStories({ section, site, isFirst }: SectionProps<'successStories'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul>
        {section.stories.map(({ _key, client, text, result, resultLabel, evidence }) => (
          <li key={_key} className="rule cols py-8 last:pb-0">
            <p className="lg:col-span-5">
              <span className="figure-value block text-4xl">{result}</span>
              <span className="mt-2 block text-muted">{resultLabel}</span>
            </p>
            <div className="mt-4 lg:col-span-7 lg:mt-0">
              <ClaimMark evidence={evidence} />
              <h3 className="title">{client}</h3>
              <p className="mt-2 max-w-measure text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
