import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseBody } from '../../json.ts';

const read = (text: string) => parseBody(new TextEncoder().encode(text), z.unknown());
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('a body has at most 100 levels', () => {
  expect(read(nested(100))).toBeInstanceOf(Array);
  for (const levels of [101, 1_000_000])
    expect(() => read(nested(levels))).toThrow('nested more than 100 levels deep');
  expect(() => read('{"a":'.repeat(1_000_000))).toThrow('is not valid JSON');
});

test('sibling lists are one level', () => {
  expect(read(`[${Array(1000).fill('[[1]]')}]`)).toHaveLength(1000);
});
