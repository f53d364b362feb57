import { type ContentPicture, pictureSource } from '#web/content/image.ts';
import type { EditAttribute } from '#web/content/types.ts';

type Props = {
  picture: ContentPicture | null | undefined;
  /** Largest width at which it is shown, in CSS pixels. */
  maxWidth: number;
  /** Width divided by height; the picture's own when not given. */
  aspect?: number;
  /** The `sizes` of the layout: how wide it is shown at which width of the window. */
  sizes: string;
  /** On the first screen: loaded at once, before others. */
  isFirst?: boolean;
  className?: string;
} & EditAttribute;

/** A picture of an editor's, cropped around its hotspot. Its space is reserved and shows its main colour meanwhile. */
export function Picture({ picture, maxWidth, aspect, sizes, isFirst, className = '', ...edit }: Props) {
  const source = pictureSource(picture, aspect === undefined ? { maxWidth } : { maxWidth, aspect });
  if (!source) return null;
  const colour = picture?.asset?.colour;
  return (
    // biome-ignore lint/performance/noImgElement: sources in several widths and formats come from our own image route.
    <img
      {...source}
      alt={source.alt}
      sizes={sizes}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={`h-auto w-full rounded ${className}`}
      style={colour && !isFirst ? { backgroundColor: colour } : undefined}
      {...edit}
    />
  );
}
