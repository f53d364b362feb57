import sharp from 'sharp';
import { dots } from '#web/components/drawings/india.ts';

/** The dots of the map's path as `x y`, by rows from the north. */
export const dotsOfIndia = [...dots.matchAll(/M(\d+) (\d+)h([\d.]+)/g)].flatMap(([, x, y, length]) =>
  Array.from({ length: Math.floor(Number(length)) + 1 }, (_, index) => `${Number(x) + index} ${y}`),
);

/** Pixels between dots in a picture of the map alone. */
const step = 40;
const columns = 34;
const rows = 37;
export const mapSize = { width: columns * step, height: rows * step };

/** Runs in a page. Removes everything but the map without its places, and scales it to `mapSize`. */
export function showMapAlone({ width, height }: typeof mapSize): void {
  const map = document.querySelector<SVGElement>('svg[viewBox="-.5 .5 34 37"]');
  if (!map) throw new Error('This page has no map.');
  for (const place of map.querySelectorAll('g')) place.remove();
  document.body.replaceChildren(map);
  map.setAttribute('style', `position:fixed;inset:0;width:${width}px;height:${height}px;max-width:none`);
}

/**
 * Returns the dots that a picture shows, as `x y`, by rows from the north. The map's first dot is `left` and `top` pixels from
 * the picture's corner; `size` is the distance of dots. Pixels halfway between two dots must be empty, or it is a line.
 */
export async function dotsIn(picture: Uint8Array, { left = step / 2, top = step / 2, size = step } = {}) {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data[Math.round(y) * info.width * info.channels + Math.round(x) * info.channels] ?? 0;
  const isDrawn = (x: number, y: number) =>
    Math.abs(at(left + x * size, top + (y - 1) * size) - at(left - size / 2, top - size / 2)) > 24;
  return Array.from(
    { length: columns * rows },
    (_, index) => [index % columns, 1 + Math.floor(index / columns)] as const,
  )
    .filter(([x, y]) => isDrawn(x, y) && !isDrawn(x + 0.5, y))
    .map(([x, y]) => `${x} ${y}`);
}
