import { drawArt } from '#web/components/drawings/art.tsx';
import { drawStreet } from '#web/components/drawings/street.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { Eyebrow, OptionalText } from '#web/components/section/section.tsx';
import { findFigures } from '#web/content/links.ts';
import { artProjection, streetFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

export const heroFields = `
  text, figures,
  ${artProjection},
  ${streetFields}
`;

/** Renders a page's opening. On phones the picture is between the text and the figures. */
export function Hero(props: SectionProps<'hero'>) {
  const { section, site, isFirst } = props;
  const { eyebrow, heading, text, actions } = section;
  const Heading = isFirst ? 'h1' : 'h2';
  const street = drawStreet(props);
  const art = street ? null : drawArt(props);
  return (
    <section className="isolate overflow-x-clip">
      <div className={`frame hero ${street ? 'streetside' : art ? 'cols illustrated' : 'cols'}`}>
        <div>
          <Eyebrow>{eyebrow}</Eyebrow>
          <Heading className="display whitespace-pre-line text-4xl">{splitLines(heading)}</Heading>
          <OptionalText className="mt-3 max-w-measure md:mt-5 text-muted md:text-lg">{text}</OptionalText>
          <ActionList actions={actions} site={site} className="mt-5 md:mt-6" />
        </div>
        {art ? <div className="illustration">{art}</div> : null}
        {street}
        <FigureList figures={findFigures(section.figures, site)} size={art || street ? 'small' : 'large'} />
      </div>
    </section>
  );
}

/** Breaks a heading where the editor pressed Enter, so that each line is balanced alone. In previews it stays one node. */
function splitLines(heading: string) {
  const [first, ...others] = heading.split('\n');
  if (others.length === 0 || removeMarkers(heading) !== heading) return heading;
  return [first, ...others].map((line) => (
    <span key={line} className="block">
      {line}{' '}
    </span>
  ));
}
