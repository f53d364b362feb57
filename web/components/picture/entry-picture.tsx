import type { ContentPicture } from '#web/content/image.ts';
import { Picture } from './picture.tsx';

/** Returns the class of an entry of a list: the lead has a large picture, the others a small one beside the text. */
export const entryClass = (isLead: boolean) =>
  `rule grid gap-4 py-6 md:gap-8 md:py-8 ${isLead ? 'lg:grid-cols-[7fr_5fr]' : 'grid-cols-[1fr_2fr] md:grid-cols-[1fr_3fr]'}`;

type Props = { picture: ContentPicture | null; isLead: boolean; isFirst: boolean };

export function EntryPicture({ picture, isLead, isFirst }: Props) {
  return (
    <Picture
      picture={picture}
      maxWidth={isLead ? 690 : 290}
      aspect={4 / 3}
      sizes={isLead ? '(width >= 64rem) 690px, 100vw' : '(width >= 48rem) 290px, 33vw'}
      isFirst={isFirst && isLead}
      className="edge"
    />
  );
}
