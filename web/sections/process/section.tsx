import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '../section-props.ts';

/** Numbered steps as points along one line, which ends in the marked one. */
export function Process({ section, site, isFirst, edit }: SectionProps<'process'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site}>
      <ol className={`steps ${section.steps.length % 3 === 0 ? 'steps-3' : 'steps-4'}`}>
        {section.steps.map(({ _key, title, text, duration }) => (
          <li key={_key} {...edit(`steps[_key=="${_key}"]`)}>
            <h3 className="font-semibold text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
            {duration ? <p className="mt-2 font-semibold text-sm text-teal tabular">{duration}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
