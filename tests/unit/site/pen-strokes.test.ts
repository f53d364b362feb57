import { describe, expect, test } from 'vitest';
import { drawStroke, strokeFor } from '#web/components/drawings/pen-strokes.ts';

const kinds = ['ring-short', 'ring', 'ring-long', 'underline', 'strike', 'tick', 'bracket', 'cross'] as const;

test.each(kinds)('neighbouring lines never have the same stroke of the kind %s', (kind) => {
  for (let line = 0; line < 16; line += 1)
    expect(drawStroke(kind, line)).not.toBe(drawStroke(kind, line + 1));
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
