/**
 * The palette of an image in the shape of Sanity's `sanity.imagePalette`: the dominant colour and one swatch for each of
 * six moods. Colours are counted in a coarse cube, and each mood takes the cell that is nearest to its ideal saturation and
 * lightness, weighted by how much of the image it covers (the targets and weights are those of Android's Palette).
 */
type Swatch = {
  _type: 'sanity.imagePaletteSwatch';
  background: string;
  foreground: string;
  title: string;
  /** Share of the image in percent. */
  population: number;
};

const MOODS = ['darkMuted', 'darkVibrant', 'lightMuted', 'lightVibrant', 'muted', 'vibrant'] as const;
export type Palette = { _type: 'sanity.imagePalette'; dominant: Swatch } & {
  [mood in (typeof MOODS)[number]]?: Swatch;
};

type Range = { min: number; ideal: number; max: number };
type Colour = { rgb: [number, number, number]; count: number; saturation: number; lightness: number };

const DARK: Range = { min: 0, ideal: 0.26, max: 0.45 };
const NORMAL: Range = { min: 0.3, ideal: 0.5, max: 0.7 };
const LIGHT: Range = { min: 0.55, ideal: 0.74, max: 1 };
const MUTED: Range = { min: 0, ideal: 0.3, max: 0.4 };
const VIVID: Range = { min: 0.35, ideal: 1, max: 1 };

const TARGETS = {
  darkMuted: { lightness: DARK, saturation: MUTED },
  darkVibrant: { lightness: DARK, saturation: VIVID },
  lightMuted: { lightness: LIGHT, saturation: MUTED },
  lightVibrant: { lightness: LIGHT, saturation: VIVID },
  muted: { lightness: NORMAL, saturation: MUTED },
  vibrant: { lightness: NORMAL, saturation: VIVID },
} satisfies Record<(typeof MOODS)[number], { lightness: Range; saturation: Range }>;

/** Bits kept of each channel when colours are counted: 4 gives 4096 cells. */
const BITS = 4;

/**
 * @param pixels RGBA, four bytes a pixel; pixels that are mostly transparent do not count
 * @returns undefined for an image without a visible pixel
 */
export function paletteOf(pixels: Uint8Array): Palette | undefined {
  const { colours, total } = countColours(pixels);
  const [dominant] = colours;
  if (!dominant) return undefined;
  const palette: Palette = { _type: 'sanity.imagePalette', dominant: swatch(dominant, total) };
  for (const mood of MOODS) {
    const best = nearest(colours, TARGETS[mood], dominant.count);
    if (best) palette[mood] = swatch(best, total);
  }
  return palette;
}

function countColours(pixels: Uint8Array): { colours: Colour[]; total: number } {
  const cells = new Map<number, { red: number; green: number; blue: number; count: number }>();
  let total = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> (8 - BITS)) << (2 * BITS)) | ((green >> (8 - BITS)) << BITS) | (blue >> (8 - BITS));
    const cell = cells.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    cell.red += red;
    cell.green += green;
    cell.blue += blue;
    cell.count += 1;
    cells.set(key, cell);
    total += 1;
  }
  const colours = [...cells.values()].map(({ red, green, blue, count }): Colour => {
    const rgb: Colour['rgb'] = [Math.round(red / count), Math.round(green / count), Math.round(blue / count)];
    return { rgb, count, ...saturationAndLightness(rgb) };
  });
  return { colours: colours.sort((a, b) => b.count - a.count), total };
}

function nearest(
  colours: Colour[],
  target: { lightness: Range; saturation: Range },
  highestCount: number,
): Colour | undefined {
  let best: Colour | undefined;
  let bestScore = 0;
  for (const colour of colours) {
    if (!within(colour.lightness, target.lightness) || !within(colour.saturation, target.saturation))
      continue;
    const score =
      0.24 * (1 - Math.abs(colour.saturation - target.saturation.ideal)) +
      0.52 * (1 - Math.abs(colour.lightness - target.lightness.ideal)) +
      0.24 * (colour.count / highestCount);
    if (score > bestScore) {
      best = colour;
      bestScore = score;
    }
  }
  return best;
}

function within(value: number, range: Range): boolean {
  return value >= range.min && value <= range.max;
}

function swatch(colour: Colour, total: number): Swatch {
  const text = readableOn(colour.rgb);
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${colour.rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
    foreground: text,
    title: text,
    population: Math.round((colour.count / total) * 10_000) / 100,
  };
}

/** Black or white, whichever has the higher WCAG contrast on this colour. */
function readableOn(rgb: Colour['rgb']): string {
  const [red, green, blue] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return luminance > 0.179 ? '#000' : '#fff';
}

function saturationAndLightness(rgb: Colour['rgb']): { saturation: number; lightness: number } {
  const high = Math.max(...rgb) / 255;
  const low = Math.min(...rgb) / 255;
  const lightness = (high + low) / 2;
  const saturation = high === low ? 0 : (high - low) / (1 - Math.abs(2 * lightness - 1));
  return { saturation, lightness };
}
