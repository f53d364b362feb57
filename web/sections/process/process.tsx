import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const processFields = 'steps[]{_key, title, text, duration}';

export function Process({ section, site, isFirst }: SectionProps<'process'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ol
        className={`steps steps-across gap-y-10 lg:grid ${section.steps.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
      >
        {section.steps.map(({ _key, title, text, duration }) => (
          <li
            key={_key}
            className="lg:m-0 lg:pt-6 lg:pr-8 lg:pb-0 lg:pl-0 lg:[border-width:2px_0_0] lg:last:border-transparent"
          >
            <h3 className="title">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
            {duration ? <p className="mt-2 font-semibold text-teal tabular md:text-sm">{duration}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
