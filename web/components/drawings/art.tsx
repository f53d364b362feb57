import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { ShownFigure } from '#web/content/links.ts';
import type { Section } from '#web/content/types.ts';
import { CheckedDocument } from './checked-document.tsx';
import { DotMap } from './dot-map.tsx';
import { Drawing } from './drawing.tsx';
import type { Place } from './india.ts';
import { Ledger } from './ledger.tsx';
import { SeriesPlot } from './series-plot.tsx';

type Hero = Extract<Section, { _type: 'hero' }>;
type ArtKind = Hero['art'];

type ArtFields = {
  art: ArtKind | null;
  picture: ContentPicture | null;
  series: Hero['series'];
  plotLabel: string | null;
};

type Props = {
  section: ArtFields;
  /** The figures to draw; none unless `carriesFigures`. */
  figures: ShownFigure[];
  places: Place[];
  isFirst: boolean;
};

/** A picture or a line counts only once it is filled in. */
export function hasArt({ art, picture, series }: Pick<ArtFields, 'art' | 'picture' | 'series'>): boolean {
  return art !== 'none' && (art !== 'image' || picture !== null) && (art !== 'plot' || series !== null);
}

/** Whether the drawing shows the section's figures itself. */
export function carriesFigures(art: ArtKind | null, figures: ShownFigure[]): boolean {
  return art === 'document' || (art === 'ledger' && figures.length > 0);
}

export function Art({ section, figures, places, isFirst }: Props) {
  const { art, picture, series, plotLabel: label } = section;
  switch (art) {
    case 'none':
    case null:
      return null;
    case 'plot':
      return series ? <SeriesPlot series={series} /> : null;
    case 'ledger':
      return figures.length > 0 ? <Ledger figures={figures} heading={label} /> : <Drawing name="ledger" />;
    case 'document':
      return <CheckedDocument figures={figures} stamp={label} />;
    case 'map':
      return (
        <DotMap places={places} isNamed={places.length < 4} className="mx-auto max-w-100 lg:max-w-none" />
      );
    case 'image':
      return (
        <Picture
          picture={picture}
          maxWidth={640}
          aspect={4 / 3}
          sizes="(width >= 64rem) 40vw, 100vw"
          isFirst={isFirst}
        />
      );
    default:
      // Hidden on phones, so that the form after a chat comes sooner.
      return <Drawing name={art} searchText={label} className={art === 'chat' ? 'max-lg:hidden' : ''} />;
  }
}
