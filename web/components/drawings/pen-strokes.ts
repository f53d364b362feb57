import type { Section } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

type Hero = Extract<Section, { _type: 'hero' }>;
type Mark = NonNullable<Hero['paper']>['lines'][number]['mark'];

/**
 * Strokes without a ring's shape, in a box of 100 × 100 that is stretched over the text: several of each kind, so that
 * neighbouring lines differ.
 */
const lines = {
  underline: ['M0 40Q30 20 55 45T100 30', 'M0 60Q40 20 62 40T100 55', 'M0 30Q25 55 60 35T100 50'],
  strike: ['M0 71Q30 62 60 56T100 43', 'M0 67Q35 66 58 56T100 46', 'M0 69Q20 60 55 57T100 44'],
  tick: ['M5 55Q20 65 32 92Q55 40 98 8', 'M2 60Q18 62 30 96Q60 36 94 14', 'M8 50Q22 64 36 90Q52 48 99 4'],
  bracket: [
    'M95 0Q45 2 52 24Q62 46 5 50Q62 54 52 76Q45 98 95 100',
    'M90 1Q40 0 50 26Q56 48 8 51Q58 55 48 78Q44 100 96 99',
  ],
  cross: ['M1 6Q50 40 99 96M98 8Q46 46 3 92', 'M3 10Q48 52 97 90M99 4Q52 44 1 97'],
  total: ['M0 25Q50 5 100 20M3 80Q45 60 97 75'],
};

/** Shape of each ring: a superellipse with this exponent. 2 is an ellipse; a long text needs more room at its corners. */
const rings = { 'ring-short': 2, ring: 2.3, 'ring-long': 3.6 };

type Ring = keyof typeof rings;
export type Stroke = keyof typeof lines | Ring;

const isRing = (stroke: Stroke): stroke is Ring => Object.hasOwn(rings, stroke);

/** Longest text, in characters, of each mark in one line. A longer text has several lines: it gets a bracket or a cross. */
const longest = { 'ring-short': 6, ring: 18, strike: 24, line: 36 };

/** Returns the stroke for a mark on a text, or null for a line without a mark. */
export function strokeFor(mark: Mark | null | undefined, text: string): Stroke | null {
  const { length } = removeMarkers(text);
  const isLong = length > longest.line;
  switch (mark) {
    case undefined:
    case null:
    case 'none':
      return null;
    case 'circle':
      if (isLong) return 'bracket';
      return length <= longest['ring-short'] ? 'ring-short' : length <= longest.ring ? 'ring' : 'ring-long';
    case 'underline':
      return isLong ? 'bracket' : 'underline';
    case 'strike':
      return length > longest.strike ? 'cross' : 'strike';
    default:
      return mark;
  }
}

/** Returns the SVG path of a stroke in a box of 100 × 100. The strokes of a kind differ between neighbouring lines. */
export function drawStroke(stroke: Stroke, line: number): string {
  if (isRing(stroke)) return drawRing(rings[stroke], line);
  const drawn = lines[stroke];
  return drawn[line % drawn.length] ?? '';
}

/** Points of a ring, and how many more follow after a turn, so that the ends overlap as a hand's do. */
const [points, overlap] = [10, 1];

/** Returns a closed curve around the box, with the unsteadiness of a hand. It grows as it turns, so its ends do not meet. */
function drawRing(exponent: number, line: number): string {
  const began = 2 * Math.PI * (0.62 + (line % 3) * 0.56);
  const placed = Array.from({ length: points + overlap + 1 }, (_, index) => {
    const angle = began + (index / points) * 2 * Math.PI;
    const radius = 50 + index * 0.4 + 1.2 * Math.sin(index * 2.1 + line * 1.7);
    // Even numbers, so that the middle of two points is a whole one: rings are a good part of a page's bytes.
    const along = (part: number, middle: number) =>
      2 * Math.round((middle + radius * Math.sign(part) * Math.abs(part) ** (2 / exponent)) / 2);
    // The side where it began is drawn again last, when the ring has grown.
    return [along(Math.cos(angle), 50 - 2.5 * Math.cos(began)), along(Math.sin(angle), 50)] as const;
  });
  const middles = placed.slice(1).map(([x, y], index) => {
    const [nextX, nextY] = placed[index + 2] ?? [x, y];
    return `${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  const [start, first] = placed.map((point) => point.join(' '));
  // Each point is the reflection of the one before it in their middle, so T draws the same curve without naming it.
  return `M${start}Q${first} ${middles[0]}T${middles.slice(1).join(' ')}`;
}
