import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const processFields = 'steps[]{_key, title, text, duration}';

export function Process({ section, site, isFirst }: SectionProps<'process'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ol className={`steps ${section.steps.length % 3 === 0 ? 'steps-3' : 'steps-4'}`}>
        {section.steps.map(({ _key, title, text, duration }) => (
          <li key={_key}>
            <h3>{title}</h3>
            <p>{text}</p>
            {duration ? <p className="duration">{duration}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
