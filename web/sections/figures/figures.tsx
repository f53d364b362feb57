import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { Section } from '#web/components/section/section.tsx';
import { findFigures } from '#web/content/links.ts';
import type { SectionProps } from '#web/content/types.ts';

export const figuresFields = 'figures';

export function Figures({ section, site, isFirst }: SectionProps<'figures'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} background="measured raised">
      <FigureList figures={findFigures(section.figures, site)} />
    </Section>
  );
}
