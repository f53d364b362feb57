import { Section } from '#web/components/section/section.tsx';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { defineSection } from '#web/sections/define-section.ts';

export const regionsFields = `
  anchor, eyebrow, heading, intro,
  regions[]{_key, name, text},
  actions[]{${actionFields}}
`;

export const regions = defineSection('regions', { fields: regionsFields, show: Regions });

/** Regions with a sentence each, as a definition list. */
function Regions({ section, site, isFirst, edit }: SectionProps<'regions'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site} head="beside">
      <dl>
        {section.regions.map(({ _key, name, text }) => (
          <div
            key={_key}
            className="gap-x-6 line-t py-5 sm:grid sm:grid-cols-[1fr_2fr]"
            {...edit(`regions[_key=="${_key}"]`)}
          >
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
