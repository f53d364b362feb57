import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseBody } from '../../json.ts';

const read = (text: string, maxValues?: number) =>
  parseBody(new TextEncoder().encode(text), z.unknown(), maxValues);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('a body has at most 100 levels, even if they are not closed', () => {
  expect(read(nested(100))).toBeInstanceOf(Array);
  expect(() => read(nested(101))).toThrow('nested more than 100 levels deep');
  expect(() => read('{"a":'.repeat(1_000_000))).toThrow('nested more than 100 levels deep');
});

test('sibling lists are one level', () => {
  expect(read(`[${Array(1000).fill('[[1]]')}]`)).toHaveLength(1000);
});

test('a body has a maximum number of values', () => {
  expect(read('[1,2,[3,{"a":4}]]', 7)).toEqual([1, 2, [3, { a: 4 }]]);
  expect(() => read('[1,2,[3,{"a":4}]]', 6)).toThrow('more than 6 values');
  expect(() => read(`{"mutations":[${Array(2_700_000).fill('[]')}]}`)).toThrow('more than 500000 values');
});

test('commas and brackets inside a string do not count', () => {
  const text = `[[[,,,"\\" {{{ ' ह ${'['.repeat(200)}`;
  expect(read(JSON.stringify({ [text]: text }), 3)).toEqual({ [text]: text });
  expect(read(JSON.stringify(['\\', ',,,,']), 4)).toEqual(['\\', ',,,,']);
});
