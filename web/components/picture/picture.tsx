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

/** Renders a picture cropped around its hotspot, on its dominant colour until it loads. Dark mode uses the dark version. */
export function Picture({ picture, maxWidth, aspect, sizes, isFirst, className = '' }: Props) {
  const size = aspect === undefined ? { maxWidth } : { maxWidth, aspect };
  const source = pictureSource(picture, size);
  if (!source) return null;
  const { asset, crop = null, hotspot = null } = picture?.dark ?? {};
  const dark = picture && asset ? pictureSource({ ...picture, asset, crop, hotspot }, size) : null;
  const { sentWidth: _, ...attributes } = source;
  const colour = dark ? undefined : picture?.asset?.colour;
  const image = (
    // biome-ignore lint/performance/noImgElement: our own image route serves the widths and formats.
    <img
      {...attributes}
      alt={attributes.alt}
      sizes={sizes}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={`h-auto w-full rounded ${className}`}
      style={colour && !isFirst ? { backgroundColor: colour } : undefined}
    />
  );
  const shown = dark ? (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={dark.srcSet} sizes={sizes} />
      {image}
    </picture>
  ) : (
    image
  );
  if (!picture?.credit) return shown;
  return (
    <div>
      {shown}
      <small className="text-muted text-sm">{picture.credit}</small>
    </div>
  );
}
