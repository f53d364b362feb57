import { Mutation } from '@sanity/mutator';
import { expect, it } from 'vitest';
import { applyPatch } from '../../mutations/patch.ts';
import { patchOperations } from '../../mutations/schema.ts';

/** Freezes a value deeply, so that any change throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

const document = frozen({
  _id: 'page',
  _type: 'page',
  _rev: 'r1',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  n: 1,
  text: 'one two three',
  list: [
    { _key: 'a', n: 1, list: [{ _key: 'x', text: 'one two' }, { _key: 'y' }] },
    { _key: 'b', n: 2, list: [{ _key: 'x' }] },
    { _key: 'c', n: 3 },
    { _key: 'twice', n: 4 },
    { _key: 'twice', n: 5 },
    'a text',
    { n: 6 },
  ],
  object: { list: [{ _key: 'a', n: 1 }] },
  empty: [],
});

/** Patches as JSON. */
it.each([
  {
    set: { 'list[_key=="b"].n': 20, 'object.list[_key=="a"].n': 10, 'list[_key=="a"].list[_key=="y"].n': 7 },
  },
  { set: { 'list[_key=="twice"].n': 0, 'list[_key=="none"].n': 0, 'list[_key == "c"].n': 30 } },
  { set: { list: [{ _key: 'b' }], 'list[_key=="b"].n': 1, 'list[_key=="c"].n': 2 } },
  { set: { 'list..n': 0 }, unset: ['list[_key=="a"].list[_key=="x"]', 'list[_key=="a"].list[_key=="y"]'] },
  { unset: ['list[_key=="b"]', 'list[_key=="twice"]', 'list[0]', 'list[_key=="c"].n'] },
  { unset: ['list[0]'], inc: { 'list[0].n': 5, n: 2 }, dec: { 'list[_key=="c"].n': 1 } },
  { unset: ['list[_key=="a"]'], insert: { after: 'list[_key=="b"]', items: [{ _key: 'new' }, 2] } },
  { insert: { before: 'list[_key=="c"]', items: [1] } },
  { insert: { replace: 'list[_key=="twice"]', items: [1] } },
  { insert: { after: 'list[_key=="a"].list[_key=="x"]', items: [1] } },
  { insert: { after: 'list[-1]', items: [1] }, setIfMissing: { more: [], 'list[_key=="a"].m': 1, n: 9 } },
  { insert: { before: 'empty[0]', items: [{ _key: 'first' }] } },
  { set: { 'empty[_key=="a"]': 1, 'n[_key=="a"]': 1, '[_key=="a"].n': 1 } },
  {
    diffMatchPatch: {
      text: '@@ -1,7 +1,7 @@\n-one\n+two\n  two\n',
      'list[_key=="a"].list[_key=="x"].text': '',
    },
  },
  {
    inc: { missing: 1, 'list[9].n': 1 },
    set: { 'list[9]': 1 },
    insert: { after: 'list[_key=="no"]', items: [1] },
  },
  {},
])('%j has the result of the mutator and changes no input', (given) => {
  const patch = frozen(patchOperations.parse(structuredClone(given)));
  const operations = JSON.parse(JSON.stringify({ id: 'page', ...given }));
  const expected = new Mutation({ mutations: [{ patch: operations }] }).apply(structuredClone(document));
  expect(applyPatch(document, patch)).toEqual(expected);
});

// The mutator replaces a missing list with an empty object, unlike hosted Sanity.
it.each(['set', 'setIfMissing'])('%s changes nothing below list items that do not exist', (kind) => {
  const items = ['[_key=="a"]', '[0]', '[-1]', '[1:2]', '[n>0]', '[0,2]'];
  const paths = ['none', 'n', 'new.list', 'n.list', 'list[_key=="b"].none', 'constructor']
    .flatMap((list) => items.map((item) => list + item))
    .flatMap((item) => [item, `${item}.title`, `${item}.list[_key=="x"].title`]);
  for (const path of [...paths, 'none..title', 'new.list..title', 'list..none[0]']) {
    const patch = frozen(patchOperations.parse({ [kind]: { [path]: 1 } }));
    expect(applyPatch(document, patch), path).toEqual(document);
  }
});

it.each<[set: Record<string, unknown>, expected: Record<string, unknown>]>([
  [
    { 'new.deep': 2, n: { a: 1 } },
    { new: { deep: 2 }, n: { a: 1 } },
  ],
  [{ 'n.deep': 2 }, { n: { deep: 2 } }],
  [
    { "['we-ird'].deep": 2, "object['it\\'s']": null },
    { 'we-ird': { deep: 2 }, object: { ...document.object, "it's": null } },
  ],
  [{ 'object.list[_key=="a"].new.deep': 2 }, { object: { list: [{ _key: 'a', n: 1, new: { deep: 2 } }] } }],
  [{ 'object.list[n==1]': {} }, { object: { list: [{}] } }],
  [
    { 'list[n<4].list[_key=="y"]': 2 },
    {
      list: [{ _key: 'a', n: 1, list: [{ _key: 'x', text: 'one two' }, 2] }, ...document.list.slice(1)],
    },
  ],
  [{ 'list[n>2].list[0].text': 2 }, {}],
  [{ list: [], 'list[_key=="a"].n': 1 }, { list: [] }],
])('%j is set where its list items exist', (set, expected) => {
  const patch = frozen(patchOperations.parse(structuredClone({ set })));
  expect(applyPatch(document, patch)).toEqual({ ...document, ...expected });
});

it.each([
  [{ set: { n: 2 }, ifRevisionID: 'r0' }, 'unexpected revision ID ("r1"), expected "r0"'],
  [{ set: { _id: 'other' } }, 'Cannot modify immutable attribute "_id"'],
  [{ set: { _type: 'other' } }, 'Cannot modify immutable attribute "_type"'],
  [{ set: { _createdAt: '2020-01-01T00:00:00Z' } }, 'Cannot modify immutable attribute "_createdAt"'],
  [{ unset: ['_type'] }, 'a system field would be removed'],
  [{ inc: { text: 1 } }, '"text" is not a number'],
  [{ dec: { 'list[_key=="c"]': 1 } }, '"list[2]" is not a number'],
  [{ set: { n: 'one' }, inc: { n: 1 } }, '"n" is not a number'],
  [{ diffMatchPatch: { n: '@@ -1,1 +1,1 @@\n-1\n+2\n' } }, '"n" is not a string'],
])('%j is refused', (given, reason) => {
  expect(() => applyPatch(document, patchOperations.parse(given))).toThrow(reason);
});
