import { Art, carriesFigures, hasArt } from '#web/components/drawings/art.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { Eyebrow, OptionalText } from '#web/components/section/section.tsx';
import { figuresOf } from '#web/content/links.ts';
import { pictureFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const heroFields = `
  text, figures, art, plotLabel,
  picture{${pictureFields}}
`;

/** The opening of a page: its promise, what to do first, and a drawing that carries real figures. */
export function Hero({ section, site, places, isFirst, edit }: SectionProps<'hero'>) {
  const { eyebrow, heading, text, actions, art } = section;
  const Heading = isFirst ? 'h1' : 'h2';
  const figures = figuresOf(section.figures, site);
  const isIllustrated = hasArt(section);
  const drawn = carriesFigures(art, figures) ? figures : [];
  return (
    <section className="overflow-x-clip" {...edit()}>
      <div className="frame cols hero">
        <div className={isIllustrated ? 'lg:col-span-7 lg:pr-8' : 'lg:col-span-9'}>
          <Eyebrow {...edit('eyebrow')}>{eyebrow}</Eyebrow>
          <Heading className="display text-4xl" {...edit('heading')}>
            {heading}
          </Heading>
          <OptionalText className="mt-6 max-w-measure text-lg text-muted" {...edit('text')}>
            {text}
          </OptionalText>
          <ActionList actions={actions} site={site} edit={edit} className="mt-8" />
          <FigureList
            figures={drawn.length === 0 ? figures : []}
            size={isIllustrated ? 'small' : 'large'}
            className="mt-12"
            {...edit('figures')}
          />
        </div>
        {isIllustrated ? (
          <div className="lg:col-span-5" {...(drawn.length > 0 ? edit('figures') : {})}>
            <Art section={section} figures={drawn} places={places} isFirst={isFirst} edit={edit} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
