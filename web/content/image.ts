import { createImageUrlBuilder } from '@sanity/image-url';
import { siteSettings } from '#web/env.ts';
import { pictureAddress } from './image-address.ts';
import { pictureWidths } from './picture-widths.ts';
import type { Section } from './types.ts';

export type ContentPicture = NonNullable<Extract<Section, { _type: 'hero' }>['picture']>;

/** Attributes of an `img` element. `width` and `height` reserve its space. */
export type PictureSource = NonNullable<ReturnType<typeof pictureSource>>;

/**
 * Returns image sources at our own URLs, for up to `maxWidth` CSS pixels at double density. Crops around the hotspot to
 * `aspect` (width / height; by default the picture's own). Null without an image. `isRaster` never returns a drawing
 * (SVG), which search engines and social networks may not show.
 */
export function pictureSource(
  picture: ContentPicture | null | undefined,
  { maxWidth, aspect, isRaster = false }: { maxWidth: number; aspect?: number; isRaster?: boolean },
) {
  const asset = picture?.asset;
  if (!picture || !asset?.width || !asset.height) return null;
  const { projectId, dataset } = siteSettings().sanity;
  const { crop } = picture;
  const cropped = {
    width: asset.width * (1 - (crop?.left ?? 0) - (crop?.right ?? 0)),
    height: asset.height * (1 - (crop?.top ?? 0) - (crop?.bottom ?? 0)),
  };
  const ratio = aspect ?? cropped.width / cropped.height;
  const whole = new URL(
    createImageUrlBuilder({ projectId, dataset })
      .image({
        asset: { _ref: asset._id },
        ...(crop ? { crop } : {}),
        ...(picture.hotspot ? { hotspot: picture.hotspot } : {}),
      })
      .width(Math.round(cropped.width))
      .height(Math.round(cropped.width / ratio))
      .url(),
  );
  const file = whole.pathname.split('/').at(-1) ?? '';
  // A part of a drawing is sent as pixels, and so is the whole drawing as a part.
  const isDrawing = asset.extension === 'svg' && !isRaster;
  const all = asset.extension === 'svg' && isRaster ? `0,0,${asset.width},${asset.height}` : null;
  const part = whole.searchParams.get('rect') ?? all;
  const address = (width: number) => pictureAddress(file, part, width);
  const largest = Math.min(maxWidth * 2, cropped.width);
  // Leave out widths below half of the maximum, since no screen shows the picture that small.
  const fitting = pictureWidths.filter(
    (width) => width >= Math.min(maxWidth, largest) / 2 && width <= largest,
  );
  // One file of a drawing serves every screen.
  const sent = isDrawing ? fitting.slice(-1) : fitting;
  const widths = sent.length > 0 ? sent : [pictureWidths[0]];
  const sentWidth: number = widths.find((width) => width >= maxWidth) ?? widths.at(-1) ?? pictureWidths[0];
  return {
    src: address(sentWidth),
    /** Width of `src` in pixels, which may be more than `width`. */
    sentWidth,
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(', '),
    width: Math.round(Math.min(maxWidth, cropped.width)),
    height: Math.round(Math.min(maxWidth, cropped.width) / ratio),
    alt: picture.alt ?? '',
  };
}
