import { expect, test } from 'vitest';
import { paletteOf } from '../../../apps/content-lake/assets/palette.ts';

/** RGBA pixels: so many of each colour. */
function pixels(...parts: [number, [number, number, number, number?]][]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([count, [red, green, blue, alpha = 255]]) =>
      Array.from({ length: count }, () => [red, green, blue, alpha]).flat(),
    ),
  );
}

test('names the dominant colour and finds each mood among the others', () => {
  const palette = paletteOf(pixels([60, [240, 240, 240]], [30, [230, 30, 30]], [10, [20, 20, 110]]));
  expect(palette?.dominant).toMatchObject({ background: '#f0f0f0', foreground: '#000', population: 60 });
  expect(palette?.vibrant).toMatchObject({ background: '#e61e1e', population: 30 });
  expect(palette?.darkVibrant).toMatchObject({ background: '#14146e', foreground: '#fff' });
  expect(palette?.muted).toBeUndefined();
});

test('transparent pixels do not count, and a picture of nothing has no palette', () => {
  expect(paletteOf(pixels([90, [0, 0, 0, 0]], [10, [0, 128, 0]]))?.dominant).toMatchObject({
    background: '#008000',
    population: 100,
  });
  expect(paletteOf(pixels([10, [0, 0, 0, 0]]))).toBeUndefined();
});
