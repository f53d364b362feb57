import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge } from '../../merge.ts';

const item = (_key: string, text: string) => ({ _key, text });
const [a, b, c] = [item('a', 'A'), item('b', 'B'), item('c', 'C')];
const reference = (_ref: string, more = {}) => ({ _type: 'reference', _ref, ...more });
const picture = (file: string, alt: string) => ({ _type: 'image', asset: reference(file), alt });
const block = (...children: object[]) => ({ _key: 'p', _type: 'block', children });
const span = (_key: string, text: string) => ({ _key, _type: 'span', text });

describe('merges the changes of both sides', () => {
  test.each<[what: string, base: unknown, mine: unknown, theirs: unknown, merged: unknown]>([
    ['in two fields', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['in an object within', { s: { a: 1, b: 1 } }, { s: { a: 2, b: 1 } }, { s: { a: 1 } }, { s: { a: 2 } }],
    ['in an object that both added', {}, { s: { a: 1 } }, { s: { b: 1 } }, { s: { a: 1, b: 1 } }],
    ['where they emptied a field', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1 }, { a: 2 }],
    [
      'where null takes the place of a text',
      { a: 'x', b: 1 },
      { a: null, b: 1 },
      { a: 'x', b: 2 },
      { a: null, b: 2 },
    ],
    ['where both did the same', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
    [
      'in two items',
      [a, b],
      [item('a', 'mine'), b],
      [a, item('b', 'theirs')],
      [item('a', 'mine'), item('b', 'theirs')],
    ],
    [
      'where each added an item',
      [a, b],
      [a, b, item('m', 'M')],
      [item('t', 'T'), a, b],
      [item('t', 'T'), a, b, item('m', 'M')],
    ],
    [
      'where both added an item at one place',
      [a],
      [a, item('m', 'M')],
      [a, item('t', 'T')],
      [a, item('m', 'M'), item('t', 'T')],
    ],
    ['where one removed an item and the other added one', [a, b], [b], [a, c, b], [c, b]],
    [
      'where one moved items and the other edited one',
      [a, b, c],
      [c, a, b],
      [a, item('b', 'new'), c],
      [c, a, item('b', 'new')],
    ],
    [
      'where one moved items and the other added one',
      [a, b, c],
      [c, a, b],
      [a, item('n', 'N'), b, c],
      [c, a, item('n', 'N'), b],
    ],
    [
      'in two spans of a paragraph',
      [block(span('1', 'x'), span('2', 'y'))],
      [block(span('1', 'mine'), span('2', 'y'))],
      [block(span('1', 'x'), span('2', 'theirs'))],
      [block(span('1', 'mine'), span('2', 'theirs'))],
    ],
    [
      'where a reference was only made strong',
      { r: reference('x') },
      { r: reference('y', { _weak: true, _strengthenOnPublish: {} }) },
      { r: reference('y') },
      { r: reference('y', { _weak: true, _strengthenOnPublish: {} }) },
    ],
    [
      'of a field that objects inherit',
      { n: 1 },
      { n: 1, toString: 'mine' },
      { n: 2 },
      { n: 2, toString: 'mine' },
    ],
  ])('%s', (_what, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual({ value: merged, base: theirs, conflicts: [] });
  });
});

describe('is a conflict', () => {
  test.each<
    [what: string, base: unknown, mine: unknown, theirs: unknown, path: unknown[], mineStands?: unknown]
  >([
    ['one text', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 2 }, ['a'], { a: 2, b: 2 }],
    [
      'one text of a paragraph',
      [block(span('1', 'x'))],
      [block(span('1', 'y'))],
      [block(span('1', 'z'))],
      [{ _key: 'p' }, 'children', { _key: '1' }, 'text'],
    ],
    ['a field that one emptied and the other edited', { a: 1 }, {}, { a: 2 }, ['a'], {}],
    [
      'an item that one removed and the other edited',
      [a, b],
      [b],
      [item('a', 'new'), b],
      [{ _key: 'a' }],
      [b],
    ],
    [
      'an item that they removed and I edited',
      [a, b],
      [item('a', 'new'), b],
      [b],
      [{ _key: 'a' }],
      [item('a', 'new'), b],
    ],
    ['a list without keys', { l: [1] }, { l: [1, 2] }, { l: [0, 1] }, ['l'], { l: [1, 2] }],
    ['a list with one key twice', [a, a], [a, a, b], [a, a, c], [], [a, a, b]],
    ['a reference', { r: reference('x') }, { r: reference('y') }, { r: reference('z') }, ['r']],
    [
      'a picture whose file one replaced and whose texts the other changed',
      { p: picture('1', 'x') },
      { p: picture('2', 'x') },
      { p: picture('1', 'y') },
      ['p'],
    ],
    [
      'an item that became another type',
      [{ _key: 'a', _type: 't', n: 1 }],
      [{ _key: 'a', _type: 'u', n: 1 }],
      [{ _key: 'a', _type: 't', n: 2 }],
      [{ _key: 'a' }],
    ],
    ['an order', { l: [a, b, c] }, { l: [b, a, c] }, { l: [a, c, b] }, ['l'], { l: [b, a, c] }],
  ])('%s', (_what, base, mine, theirs, path, mineStands = mine) => {
    const { value, conflicts } = merge(base, mine, theirs);
    expect(conflicts.map((one) => one.path)).toEqual([path]);
    expect(value).toEqual(mineStands);
    expect(merge(base, mine, theirs, () => 'theirs').conflicts).toEqual(conflicts);
  });

  test('resolves a conflict by the given choice and merges the rest', () => {
    const choose = (path: unknown[]) => (path[0] === 'a' ? 'theirs' : 'mine');
    const { value } = merge({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 1 }, { a: 3, b: 3, c: 3 }, choose);
    expect(value).toEqual({ a: 3, b: 2, c: 3 });
  });
});

const text = fc.constantFrom('one', 'two', 'three', null);
const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
const list = keys.chain((given) => fc.tuple(...given.map((_key) => text.map((n) => ({ _key, n })))));
const plain = fc.array(text, { maxLength: 3 });
const document = fc.record(
  { t: text, u: text, o: fc.record({ x: text, y: text }, { requiredKeys: [] }), l: list, p: plain },
  { requiredKeys: [] },
);

/** Returns `path=value` for each primitive value and for each list without keys. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${JSON.stringify(value)}`];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
    return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, one]) =>
    leaves(one, `${path}.${Array.isArray(value) ? String(Reflect.get(Object(one), '_key')) : name}`),
  );
}
const pathsOf = ({ conflicts }: ReturnType<typeof merge>) =>
  conflicts.map(({ path }) => JSON.stringify(path)).sort();

describe('for any three documents', () => {
  const holds = (check: (base: object, mine: object, theirs: object) => void) =>
    fc.assert(fc.property(document, document, document, check), { numRuns: 2_000 });

  test('an unchanged side yields the other side', () =>
    holds((base, one) => {
      expect(merge(base, one, base)).toEqual({ value: one, base, conflicts: [] });
      expect(merge(base, base, one)).toEqual({ value: one, base: one, conflicts: [] });
      expect(merge(base, one, one)).toEqual({ value: one, base: one, conflicts: [] });
    }));

  test('every leaf comes from one of the two sides', () =>
    holds((base, mine, theirs) => {
      const known = new Set([...leaves(mine), ...leaves(theirs)]);
      expect(
        leaves(merge(base, mine, theirs).value).filter((leaf) => !known.has(leaf) && !leaf.endsWith('=[]')),
      ).toEqual([]);
    }));

  test('a change of one side is kept, or is a conflict', () =>
    holds((base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      const places = merged.conflicts.map(({ path }) =>
        path.map((step) => `.${typeof step === 'string' ? step : step._key}`).join(''),
      );
      const [was, is] = [new Set(leaves(base)), new Set(leaves(merged.value))];
      const lost = [mine, theirs]
        .flatMap((side) => leaves(side))
        .filter((leaf) => !was.has(leaf) && !is.has(leaf) && !leaf.endsWith('=[]'))
        .filter((leaf) => !places.some((place) => leaf.startsWith(place)));
      expect(lost).toEqual([]);
    }));

  test('conflicts, and leaves without conflict, do not depend on the order of the sides', () =>
    holds((base, mine, theirs) => {
      const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
      expect(pathsOf(one)).toEqual(pathsOf(other));
      if (one.conflicts.length === 0) expect(leaves(one.value).sort()).toEqual(leaves(other.value).sort());
      expect(leaves(merge(base, mine, theirs, () => 'theirs').value).sort()).toEqual(
        leaves(other.value).sort(),
      );
    }));

  test('a conflict persists until it is resolved, and no other appears', () =>
    holds((base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      const again = merge(merged.base, merged.value, theirs);
      expect(pathsOf(again)).toEqual(pathsOf(merged));
      expect(again.value).toEqual(merged.value);
      const decided = merge(base, mine, theirs, () => 'theirs').value;
      expect(merge(theirs, decided, theirs).conflicts).toEqual([]);
    }));
});
