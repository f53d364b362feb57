import { Picture } from '#web/components/picture/picture.tsx';
import type { Section } from '#web/content/types.ts';
import { ExampleDocument } from './example-document.tsx';

type Hero = Extract<Section, { _type: 'hero' }>;
type ArtFields = Pick<Hero, 'paper' | 'picture' | 'pictureCaption' | 'pictureShape'> & {
  art: Hero['art'] | null;
};

type Props = { section: ArtFields; isFirst: boolean };

/** The `sizes` attribute of a picture that fills half the page. */
const halfPage = '(width >= 64rem) 584px, (width >= 48rem) calc(100vw - 64px), calc(100vw - 40px)';
const shapes = {
  standard: { className: 'photo', size: { maxWidth: 640, aspect: 4 / 3, sizes: halfPage } },
  portrait: { className: 'photo', size: { maxWidth: 640, aspect: 4 / 5, sizes: halfPage } },
  wide: { className: 'photo strip', size: { maxWidth: 960, aspect: 5 / 2, sizes: '100vw' } },
};

/** Returns a section's illustration, or null if it has none or its content is not filled in yet. */
export function drawArt({ section, isFirst }: Props) {
  const { art, paper, picture, pictureCaption } = section;
  if (art === 'paper') return paper && paper.lines.length > 0 ? <ExampleDocument content={paper} /> : null;
  if (art !== 'image' || !picture) return null;
  const shape = shapes[section.pictureShape ?? 'standard'];
  return (
    <figure className={shape.className}>
      <Picture picture={picture} {...shape.size} isFirst={isFirst} />
      {pictureCaption ? <figcaption className="mt-2 text-muted text-sm">{pictureCaption}</figcaption> : null}
    </figure>
  );
}
