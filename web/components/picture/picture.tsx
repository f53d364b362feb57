import { type ContentPicture, pictureSource } from '#web/content/image.ts';

type Props = {
  picture: ContentPicture | null | undefined;
  /** Largest width on the page, in CSS pixels. */
  maxWidth: number;
  /** Width divided by height. Defaults to the picture's aspect ratio. */
  aspect?: number;
  sizes: string;
  /** Set for pictures on the first screen: they load eagerly with high priority. */
  isFirst?: boolean;
  className?: string;
};

/** Renders a picture cropped around its hotspot, on its dominant colour until it loads. */
export function Picture({ picture, maxWidth, aspect, sizes, isFirst, className = '' }: Props) {
  const size = aspect === undefined ? { maxWidth } : { maxWidth, aspect };
  const source = pictureSource(picture, size);
  if (!source) return null;
  const { sentWidth: _, ...attributes } = source;
  // A drawing has other colours in dark mode.
  const colour = picture?.asset?.extension === 'svg' ? undefined : picture?.asset?.colour;
  const shown = (
    // biome-ignore lint/performance/noImgElement: our own image route serves the widths and formats.
    <img
      {...attributes}
      alt={attributes.alt}
      sizes={sizes}
      {...(isFirst ? { fetchPriority: 'high', decoding: 'sync' } : { loading: 'lazy', decoding: 'async' })}
      className={`h-auto w-full rounded ${className}`}
      style={colour && !isFirst ? { backgroundColor: colour } : undefined}
    />
  );
  if (!picture?.credit) return shown;
  return (
    <div>
      {shown}
      <small className="text-muted text-sm">{picture.credit}</small>
    </div>
  );
}
