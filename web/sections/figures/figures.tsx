import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { Section } from '#web/components/section/section.tsx';
import { figuresOf } from '#web/content/links.ts';
import type { SectionProps } from '#web/content/types.ts';
import { defineSection } from '#web/sections/define-section.ts';

export const figuresFields = 'anchor, eyebrow, heading, intro, figures';

export const figures = defineSection('figures', { fields: figuresFields, show: Figures });

/** Business figures, set large under the ticks of a ruler. */
function Figures({ section, site, isFirst, edit }: SectionProps<'figures'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site} head="beside">
      <FigureList figures={figuresOf(section.figures, site)} {...edit('figures')} />
    </Section>
  );
}
