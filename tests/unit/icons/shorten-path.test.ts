import { describe, expect, test } from 'vitest';
import { drawings } from '#web/components/icon/drawings.generated.ts';
import { readPath, shortenPath } from '#web/components/icon/shorten-path.ts';

/** The places that a path passes through, and the shapes of its arcs and curves between them. */
function placesOf(d: string): number[][] {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  return readPath(d).map(({ command, numbers }) => {
    const kind = command.toLowerCase();
    if (kind === 'z') {
      [x, y] = [startX, startY];
      return [x, y];
    }
    const isRelative = command === kind;
    const fixed = kind === 'a' ? numbers.slice(0, 5) : [];
    const places = kind === 'a' ? numbers.slice(5) : numbers;
    const isVertical = (index: number) => kind === 'v' || (kind !== 'h' && index % 2 === 1);
    const absolute = places.map((place, index) => place + (isRelative ? (isVertical(index) ? y : x) : 0));
    x = absolute.findLast((_, index) => !isVertical(index)) ?? x;
    y = absolute.findLast((_, index) => isVertical(index)) ?? y;
    if (kind === 'm') [startX, startY] = [x, y];
    return [...fixed, ...absolute, x, y];
  });
}

describe('a shortened path', () => {
  test.each([
    ['M12 12 L 14.5 12.25', 'M12 12l2.5.25'],
    ['M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0', 'M2 12a10 10 0 1020 0A10 10 0 102 12'],
    ['M0.5 0.25 0.75 0.125', 'M.5.25L.75.13'],
    ['M3 3h8M3 21V3', 'M3 3h8M3 21V3'],
    ['M5 5l1 1 1 1zM9 9v1', 'M5 5l1 1 1 1zm4 4v1'],
    ['M1 1c0 5-3.5 7.5-7.66 8.95', 'M1 1c0 5-3.5 7.5-7.66 8.95'],
  ])('%s is %s', (long, short) => expect(shortenPath(long)).toBe(short));

  test('does not drift: what rounding takes from one step it gives to the next', () => {
    const long = `M0 0${'l.333 .333'.repeat(60)}`;
    const [lastX = 0, lastY = 0] = placesOf(shortenPath(long)).at(-1)?.slice(-2) ?? [];
    expect(lastX).toBeCloseTo(19.98, 1);
    expect(lastY).toBeCloseTo(19.98, 1);
  });

  test('draws every icon where it was drawn', () => {
    for (const [name, d] of Object.entries(drawings)) {
      const [before, after] = [placesOf(d), placesOf(shortenPath(d))];
      expect(after.length, name).toBe(before.length);
      for (const [index, numbers] of before.entries())
        for (const [part, number] of numbers.entries())
          expect(Math.abs(number - (after[index]?.[part] ?? Number.NaN)), `${name} ${index}`).toBeLessThan(
            0.011,
          );
    }
  });

  test.each(['hello', 'M1', 'M1 1 X', 'a1 1 0 2 0 1 1'])('%s is no path', (d) => {
    expect(() => shortenPath(d)).toThrow('No path');
  });
});
