import { expect, test } from 'vitest';
import { listSchema } from '#studio/lists/listed-document.ts';

const version = (_id: string) => ({ _id, _rev: 'a', _updatedAt: '2026-11-27T09:00:00Z', title: _id });

test('a list shows each document once, with the states of its versions', () => {
  const versions = [
    'drafts.a',
    'b',
    'drafts.c',
    'c',
    'd',
    'versions.soon.d',
    'versions.soon.e',
    'versions.later.f',
  ].map(version);
  const documents = listSchema.parse({ versions, schedules: ['soon'] });
  expect(documents.map(({ id, states }) => [id, ...states])).toEqual([
    ['a', 'Draft'],
    ['b', 'Published'],
    ['c', 'Changed'],
    ['d', 'Published', 'Scheduled'],
    ['e', 'Not published', 'Scheduled'],
    ['f', 'Not published'],
  ]);
});
