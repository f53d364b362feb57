import { Art, carriesFigures, hasArt } from '#web/components/drawings/art.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { Eyebrow, OptionalText } from '#web/components/section/section.tsx';
import { figuresOf } from '#web/content/links.ts';
import { artProjection } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const heroFields = `
  text, figures,
  ${artProjection}
`;

export function Hero({ section, site, places, isFirst }: SectionProps<'hero'>) {
  const { eyebrow, heading, text, actions, art } = section;
  const Heading = isFirst ? 'h1' : 'h2';
  const figures = figuresOf(section.figures, site);
  const isIllustrated = hasArt(section);
  const drawn = carriesFigures(art, figures) ? figures : [];
  return (
    <section className="overflow-x-clip">
      <div className="frame cols hero">
        <div className={isIllustrated ? 'lg:col-span-7 lg:pr-8' : 'lg:col-span-9'}>
          <Eyebrow>{eyebrow}</Eyebrow>
          <Heading className="display text-4xl">{heading}</Heading>
          <OptionalText className="mt-5 max-w-measure text-muted md:text-lg">{text}</OptionalText>
          <ActionList actions={actions} site={site} className="mt-6" />
          <FigureList
            figures={drawn.length === 0 ? figures : []}
            size={isIllustrated ? 'small' : 'large'}
            className="mt-8 md:mt-10"
          />
        </div>
        {isIllustrated ? (
          <div className="lg:col-span-5">
            <Art section={section} figures={drawn} places={places} isFirst={isFirst} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
