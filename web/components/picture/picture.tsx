import { type ContentPicture, pictureSource } from '#web/content/image.ts';

type Props = {
  picture: ContentPicture | null | undefined;
  /** The largest width it is shown at, in CSS pixels. */
  maxWidth: number;
  /** Width divided by height. Defaults to the picture's own. */
  aspect?: number;
  sizes: string;
  /** On the first screen: loaded eagerly, with high priority. */
  isFirst?: boolean;
  className?: string;
};

/** A picture cropped around its hotspot, over its main colour until it loads. */
export function Picture({ picture, maxWidth, aspect, sizes, isFirst, className = '' }: Props) {
  const source = pictureSource(picture, aspect === undefined ? { maxWidth } : { maxWidth, aspect });
  if (!source) return null;
  const { sentWidth: _, ...shown } = source;
  const colour = picture?.asset?.colour;
  return (
    // biome-ignore lint/performance/noImgElement: our own image route serves the widths and formats.
    <img
      {...shown}
      alt={shown.alt}
      sizes={sizes}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={`h-auto w-full rounded ${picture?.isDrawing ? 'light-drawing ' : ''}${className}`}
      style={colour && !isFirst ? { backgroundColor: colour } : undefined}
    />
  );
}
