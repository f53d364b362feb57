import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { drawArt } from '#web/components/drawings/art.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { SectionHead } from '#web/components/section/section.tsx';
import { TickedList } from '#web/components/ticked-list/ticked-list.tsx';
import { findFigures } from '#web/content/links.ts';
import { artProjection, evidenceFields, richTextFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const textBlockFields = `
  points, figures, side,
  body[]{${richTextFields}},
  ${artProjection},
  ${evidenceFields}
`;

/** Renders text with an illustration next to it, or above it in a half-width section. */
export function TextBlock(props: SectionProps<'textBlock'>) {
  const { section, site, isFirst } = props;
  const { side, points } = section;
  const isHalf = side === 'above';
  const figures = findFigures(section.figures, site);
  const art = drawArt(props);
  const text = (
    <>
      {section.evidence ? <ClaimMark evidence={section.evidence} /> : null}
      <RichText value={section.body} site={site} />
      {points && points.length > 0 ? (
        <div className="mt-5">
          <TickedList points={points} />
        </div>
      ) : null}
      <FigureList figures={figures} size={art ? 'small' : 'large'} className="mt-8" />
      <ActionList actions={section.actions} site={site} className={isHalf ? 'mt-4' : 'mt-6'} />
    </>
  );
  if (isHalf)
    return (
      <section id={section.anchor || undefined} className="half">
        <div className="rule airy">
          <div>
            {art}
            <SectionHead section={section} isFirst={isFirst} className="[&_h2]:text-xl" />
          </div>
          <div className="mt-5">{text}</div>
        </div>
      </section>
    );
  const isLeft = side === 'left';
  return (
    <section id={section.anchor || undefined} className="frame">
      <div className="rule items-center cols airy">
        {art ? (
          <>
            <div className={isLeft ? 'lg:order-2 lg:col-span-7 lg:pl-8' : 'lg:col-span-7 lg:pr-8'}>
              <SectionHead section={section} isFirst={isFirst} />
              <div className="mt-5">{text}</div>
            </div>
            <div className="mt-8 lg:col-span-5 lg:mt-0">{art}</div>
          </>
        ) : (
          <>
            <div className="self-start lg:col-span-5">
              <SectionHead section={section} isFirst={isFirst} />
            </div>
            <div className="mt-5 lg:col-span-6 lg:col-start-7 lg:mt-0">{text}</div>
          </>
        )}
      </div>
    </section>
  );
}
