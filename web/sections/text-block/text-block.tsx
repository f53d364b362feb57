import { Art, carriesFigures, hasArt } from '#web/components/drawings/art.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { SectionHead } from '#web/components/section/section.tsx';
import { TickedList } from '#web/components/ticked-list/ticked-list.tsx';
import { figuresOf } from '#web/content/links.ts';
import { pictureFields, richTextFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const textBlockFields = `
  points, figures, art, plotLabel, side,
  body[]{${richTextFields}},
  picture{${pictureFields}}
`;

/** Free text with a drawing or a picture beside it; without one, the heading stands beside the text. */
export function TextBlock({ section, site, places, isFirst }: SectionProps<'textBlock'>) {
  const { art, side, points } = section;
  const figures = figuresOf(section.figures, site);
  const isIllustrated = hasArt(section);
  const drawn = isIllustrated && carriesFigures(art, figures) ? figures : [];
  const text = (
    <>
      <RichText value={section.body} site={site} />
      {points && points.length > 0 ? (
        <div className="mt-6">
          <TickedList points={points} />
        </div>
      ) : null}
      <FigureList
        figures={drawn.length === 0 ? figures : []}
        size={isIllustrated ? 'small' : 'large'}
        className="mt-8"
      />
      <ActionList actions={section.actions} site={site} className="mt-8" />
    </>
  );
  const isLeft = side === 'left';
  return (
    <section id={section.anchor || undefined} className="frame">
      <div className="rule items-center cols airy">
        {isIllustrated ? (
          <>
            <div className={isLeft ? 'lg:order-2 lg:col-span-6 lg:col-start-7' : 'lg:col-span-6'}>
              <SectionHead section={section} isFirst={isFirst} />
              <div className="mt-6">{text}</div>
            </div>
            <div className={`mt-10 lg:mt-0 ${isLeft ? 'lg:col-span-5' : 'lg:col-span-5 lg:col-start-8'}`}>
              <Art section={section} figures={drawn} places={places} isFirst={isFirst} />
            </div>
          </>
        ) : (
          <>
            <div className="self-start lg:col-span-5">
              <SectionHead section={section} isFirst={isFirst} />
            </div>
            <div className="mt-6 lg:col-span-6 lg:col-start-7 lg:mt-0">{text}</div>
          </>
        )}
      </div>
    </section>
  );
}
