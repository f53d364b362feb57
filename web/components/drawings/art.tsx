import { Picture } from '#web/components/picture/picture.tsx';
import type { Section } from '#web/content/types.ts';
import { DotMap } from './dot-map.tsx';
import type { Place } from './india.ts';
import { Paper } from './paper.tsx';
import { SeriesPlot } from './series-plot.tsx';

type ArtFields = Pick<Extract<Section, { _type: 'hero' }>, 'paper' | 'picture' | 'series'> & {
  art: Extract<Section, { _type: 'hero' }>['art'] | null;
};

type Props = { section: ArtFields; places: Place[]; isFirst: boolean; sizes?: string };

/** A paper, a picture or a line counts only once it is filled in. */
export function hasArt({ art, paper, picture, series }: ArtFields): boolean {
  switch (art) {
    case 'paper':
      return paper !== null && paper.lines.length > 0;
    case 'image':
      return picture !== null;
    case 'plot':
      return series !== null;
    default:
      return art === 'map';
  }
}

/** Widths of a picture in half a page, unless told. */
const halfPage = '(width >= 64rem) 584px, (width >= 48rem) calc(100vw - 64px), calc(100vw - 40px)';

export function Art({ section, places, isFirst, sizes = halfPage }: Props) {
  const { art, paper, picture, series } = section;
  switch (art) {
    case 'paper':
      return paper ? <Paper paper={paper} /> : null;
    case 'plot':
      return series ? <SeriesPlot series={series} /> : null;
    case 'map':
      return (
        <DotMap places={places} isNamed={places.length < 4} className="mx-auto max-w-100 lg:max-w-none" />
      );
    case 'image':
      return <Picture picture={picture} maxWidth={640} aspect={4 / 3} sizes={sizes} isFirst={isFirst} />;
    default:
      return null;
  }
}
