import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { penStyle, strokeFor, strokes } from '#web/components/drawings/pen-strokes.ts';

const drawing = readFileSync('web/components/drawings/pen.svg', 'utf8');
const styles = readFileSync('web/app/styles/pen.css', 'utf8');
const kinds = [
  'ring-short',
  'ring',
  'ring-long',
  'underline',
  'strike',
  'tick',
  'arrow',
  'bracket',
  'cross',
  'total',
] as const;

test('the list of strokes matches the drawing and the style sheet', () => {
  const numbers = kinds.flatMap((kind) =>
    Array.from({ length: strokes[kind].count }, (_, index) => strokes[kind].first + index),
  );
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(drawing.match(/<path /g)).toHaveLength(numbers.length);
  expect(drawing).toContain(`viewBox="0 0 1000 ${200 * numbers.length}"`);
  expect(styles).toContain(`100% / ${numbers.length - 1}) / 100% ${numbers.length * 100}%`);
});

test('neighbouring lines never have the same stroke', () => {
  for (const kind of kinds)
    for (let line = 0; line < 16; line += 1)
      if (strokes[kind].count > 1) expect(penStyle(kind, line)).not.toEqual(penStyle(kind, line + 1));
});

describe('a mark', () => {
  test.each([
    ['circle', '₹652', 'ring-short'],
    ['circle', '24 March, 3 pm', 'ring'],
    ['circle', '₹40 lakh in each of three years', 'ring-long'],
    ['circle', 'x'.repeat(37), 'bracket'],
    ['underline', 'one order of this kind', 'underline'],
    ['underline', 'x'.repeat(37), 'bracket'],
    ['strike', 'Increased traffic for many clients', 'strike'],
    ['strike', 'x'.repeat(37), 'cross'],
    ['tick', '3 March', 'tick'],
    ['total', '₹54,000', 'total'],
    ['none', '15 days', null],
  ] as const)('%s on "%s" is drawn as %s', (mark, text, kind) => {
    expect(strokeFor(mark, text)).toBe(kind);
  });
});
