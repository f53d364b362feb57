import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { ShownFigure } from '#web/content/links.ts';
import type { Section } from '#web/content/types.ts';
import { CheckedDocument } from './checked-document.tsx';
import { DotMap, type Place } from './dot-map.tsx';
import { PlottedLine } from './plotted-line.tsx';

type ArtKind = Extract<Section, { _type: 'hero' }>['art'];

/** The fields of a section that choose its illustration. */
type ArtFields = {
  art: ArtKind | null;
  picture: ContentPicture | null;
  /** Text on the drawing. */
  plotLabel: string | null;
};

type Props = {
  section: ArtFields;
  /** The figures to draw; none unless `carriesFigures`. */
  figures: ShownFigure[];
  places: Place[];
  isFirst: boolean;
};

/** Whether a section has an illustration: a picture counts only once it is chosen. */
export function hasArt({ art, picture }: Pick<ArtFields, 'art' | 'picture'>): boolean {
  return art !== 'none' && (art !== 'image' || picture !== null);
}

/** Whether the drawing shows the section's figures itself. */
export function carriesFigures(art: ArtKind | null, figures: ShownFigure[]): boolean {
  return art === 'document' || (art === 'plot' && figures.length > 1 && figures.length < 6);
}

/** The illustration of a section: a drawing made from data, or an editor's picture. */
export function Art({ section, figures, places, isFirst }: Props) {
  const { art, picture, plotLabel: label } = section;
  switch (art) {
    case 'plot':
      return <PlottedLine figures={figures} label={label} />;
    case 'document':
      return <CheckedDocument figures={figures} stamp={label} />;
    case 'map':
      return <DotMap places={places} isNamed={places.length < 4} />;
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
      return null;
  }
}

/** The cities or offices that have coordinates, as points for the map. */
export function placesOf(
  located: { name: string; location: { lat?: number | null; lng?: number | null } | null }[],
): Place[] {
  return located.flatMap(({ name, location }) =>
    typeof location?.lat === 'number' && typeof location.lng === 'number'
      ? [{ name, lat: location.lat, lng: location.lng }]
      : [],
  );
}
