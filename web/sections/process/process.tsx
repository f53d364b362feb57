import { Section } from '#web/components/section/section.tsx';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { defineSection } from '#web/sections/define-section.ts';

export const processFields = `
  anchor, eyebrow, heading, intro,
  steps[]{_key, title, text, duration},
  actions[]{${actionFields}}
`;

export const process = defineSection('process', { fields: processFields, show: Process });

/** Numbered steps as points along one line, which ends in the marked one. */
function Process({ section, site, isFirst, edit }: SectionProps<'process'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site}>
      <ol className={`steps ${section.steps.length % 3 === 0 ? 'steps-3' : 'steps-4'}`}>
        {section.steps.map(({ _key, title, text, duration }) => (
          <li key={_key} {...edit(`steps[_key=="${_key}"]`)}>
            <h3>{title}</h3>
            <p>{text}</p>
            {duration ? <p className="duration">{duration}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
