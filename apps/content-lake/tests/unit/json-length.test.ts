import { expect, test } from 'vitest';
import { approximateJsonLength } from '../../query/json-length.ts';

test('estimates the length of a value as JSON', () => {
  for (const value of ['text', [1, 2, 3], { a: { b: ['x'.repeat(100)] }, c: null }, 'y'.repeat(1000)]) {
    const { length } = JSON.stringify(value);
    expect(approximateJsonLength(value)).toBeGreaterThanOrEqual(length / 2);
    expect(approximateJsonLength(value)).toBeLessThanOrEqual(length * 4);
  }
});

test('stops counting above the limit', () => {
  let shared: unknown = 'x'.repeat(1000);
  for (let level = 0; level < 20; level++) shared = Array(10).fill(shared);
  expect(approximateJsonLength(shared, 100_000)).toBeLessThan(200_000);
});
