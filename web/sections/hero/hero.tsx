import { drawArt } from '#web/components/drawings/art.tsx';
import { MarkedSearch } from '#web/components/drawings/pen.tsx';
import { drawStreet } from '#web/components/drawings/street.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { Eyebrow, OptionalText } from '#web/components/section/section.tsx';
import { findFigures } from '#web/content/links.ts';
import { artProjection, streetFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

export const heroFields = `
  headingSize, text, figures,
  ${artProjection},
  ${streetFields}
`;

const headingSizes = { large: 'text-4xl', medium: 'text-3xl', small: 'text-2xl' };

/**
 * Renders a page's opening: heading, text and buttons, and the exhibit: a street, an example document or a picture.
 */
export function Hero(props: SectionProps<'hero'>) {
  const { section, site, isFirst, city } = props;
  const { eyebrow, heading, headingSize, text, actions } = section;
  const Heading = isFirst ? 'h1' : 'h2';
  const street = drawStreet(props);
  const exhibit = street ?? drawArt(props);
  const isBeside = !street && section.paper?.size !== 'strip' && section.pictureShape !== 'wide';
  const layout = exhibit && isBeside ? 'beside' : 'stacked';
  return (
    <section className="isolate overflow-x-clip">
      <div className={`frame hero ${layout}`}>
        <div className="words">
          <div>
            <Eyebrow>{eyebrow}</Eyebrow>
            <Heading className={`display whitespace-pre-line ${headingSizes[headingSize ?? 'large']}`}>
              {splitLines(heading)}
            </Heading>
            {city?.search ? (
              <p className="search-box display">
                <MarkedSearch search={city.search} line={0} />
              </p>
            ) : null}
          </div>
          <div>
            <OptionalText className="text-muted md:text-lg">{text}</OptionalText>
            <ActionList actions={actions} site={site} className="mt-4" />
          </div>
        </div>
        {exhibit ? <div className="exhibit">{exhibit}</div> : null}
        <FigureList figures={findFigures(section.figures, site)} size={exhibit ? 'small' : 'large'} />
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
