import type { Section } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

declare module 'react' {
  interface CSSProperties {
    /** Number of a stroke in `pen.svg`, which `pen.css` shows. */
    '--pen'?: number;
  }
}

type Hero = Extract<Section, { _type: 'hero' }>;
type Mark = NonNullable<Hero['paper']>['lines'][number]['mark'];
type Stroke = keyof typeof strokes;

/** The strokes in `pen.svg`, from top to bottom: the number of the first of a kind, and how many there are. */
export const strokes = {
  'ring-short': { first: 0, count: 3 },
  ring: { first: 3, count: 3 },
  'ring-long': { first: 6, count: 2 },
  underline: { first: 8, count: 3 },
  strike: { first: 11, count: 3 },
  tick: { first: 14, count: 3 },
  arrow: { first: 17, count: 2 },
  bracket: { first: 19, count: 2 },
  cross: { first: 21, count: 2 },
  total: { first: 23, count: 1 },
} as const;

/** Longest text, in characters, of each kind of ring. A longer text has several lines: it gets a bracket or a cross. */
const longest = { 'ring-short': 6, ring: 18, line: 36 };

/** Returns the stroke for a mark on a text, or null for a line without a mark. */
export function strokeFor(mark: Mark, text: string): Stroke | null {
  const { length } = removeMarkers(text);
  const isLong = length > longest.line;
  switch (mark) {
    case 'none':
      return null;
    case 'circle':
      if (isLong) return 'bracket';
      return length <= longest['ring-short'] ? 'ring-short' : length <= longest.ring ? 'ring' : 'ring-long';
    case 'underline':
      return isLong ? 'bracket' : 'underline';
    case 'strike':
      return isLong ? 'cross' : 'strike';
    default:
      return mark;
  }
}

/** Returns the style that selects a stroke. Neighbouring lines get different strokes of a kind. */
export function penStyle(stroke: Stroke, line: number) {
  const { first, count } = strokes[stroke];
  return { '--pen': first + (line % count) };
}
