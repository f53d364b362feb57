import { Picture } from '#web/components/picture/picture.tsx';
import type { Section } from '#web/content/types.ts';
import { DotMap } from './dot-map.tsx';
import { ExampleDocument } from './example-document.tsx';
import type { Place } from './india.ts';
import { SeriesPlot } from './series-plot.tsx';

type ArtFields = Pick<
  Extract<Section, { _type: 'hero' }>,
  'paper' | 'picture' | 'pictureCaption' | 'pictureShape' | 'series'
> & {
  art: Extract<Section, { _type: 'hero' }>['art'] | null;
};

type Props = { section: ArtFields; places: Place[]; isFirst: boolean };

/** The `sizes` attribute of a picture that fills half the page. */
const halfPage = '(width >= 64rem) 584px, (width >= 48rem) calc(100vw - 64px), calc(100vw - 40px)';
const shapes = {
  standard: { className: 'photo', size: { maxWidth: 640, aspect: 4 / 3, sizes: halfPage } },
  portrait: { className: 'photo', size: { maxWidth: 640, aspect: 4 / 5, sizes: halfPage } },
  wide: { className: 'photo strip', size: { maxWidth: 960, aspect: 5 / 2, sizes: '100vw' } },
};

/** Returns a section's illustration, or null if it has none or its content is not filled in yet. */
export function artOf({ section, places, isFirst }: Props) {
  const { art, paper, picture, pictureCaption, series } = section;
  const shape = shapes[section.pictureShape ?? 'standard'];
  switch (art) {
    case 'paper':
      return paper && paper.lines.length > 0 ? <ExampleDocument content={paper} /> : null;
    case 'plot':
      return series ? <SeriesPlot series={series} /> : null;
    case 'map':
      return (
        <DotMap places={places} isNamed={places.length < 4} className="mx-auto max-w-100 lg:max-w-none" />
      );
    case 'image':
      return picture ? (
        <figure className={shape.className}>
          <Picture picture={picture} {...shape.size} isFirst={isFirst} />
          {pictureCaption ? <figcaption>{pictureCaption}</figcaption> : null}
        </figure>
      ) : null;
    default:
      return null;
  }
}
