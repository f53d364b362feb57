import { drawArt } from '#web/components/drawings/art.tsx';
import { MarkedSearch } from '#web/components/drawings/pen.tsx';
import { drawStreet } from '#web/components/drawings/street.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { Icon } from '#web/components/icon/icon.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { Eyebrow, OptionalText } from '#web/components/section/section.tsx';
import { findFigures } from '#web/content/links.ts';
import { artProjection, streetFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

export const heroFields = `
  headingSize, text, searchNote, figures,
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
              <div className="search-box mt-2 grid gap-y-2 md:w-fit text-[clamp(1rem,2.2vw,1.7rem)]/[1.3] md:mt-4">
                {section.searchNote ? <i>{section.searchNote}</i> : null}
                <p className="display flex items-center [border:1px_solid_var(--color-line)] gap-x-3 rounded-full bg-surface px-4 py-2">
                  <Icon name="search" />
                  <span>
                    <MarkedSearch search={city.search} line={0} />
                  </span>
                </p>
              </div>
            ) : null}
          </div>
          <div>
            <OptionalText className="text-muted md:text-lg">{text}</OptionalText>
            <ActionList actions={actions} site={site} className="mt-4" />
          </div>
        </div>
        {exhibit ? <div className="exhibit">{exhibit}</div> : null}
        <FigureList
          figures={findFigures(section.figures, site)}
          size={exhibit ? 'small' : 'large'}
          className={exhibit ? 'max-md:mt-5' : undefined}
        />
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
