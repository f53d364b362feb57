import { beforeAll, expect, test } from 'vitest';
import { sharedLake } from './lake.ts';

const lake = await sharedLake();
beforeAll(async () => {
  await lake
    .client('administrator')
    .transaction()
    .create({ _id: 'a', _type: 'one', name: 'A', other: 'OA' })
    .create({ _id: 'b', _type: 'two', name: 'B', other: 'OB' })
    .commit();
});

test('a cached plan gives correct results for other parameters', async () => {
  const client = lake.client('administrator');
  const runQuery = (query: string, params: Record<string, unknown>) => client.fetch<unknown>(query, params);
  for (const [type, name] of [
    ['one', 'A'],
    ['two', 'B'],
    ['one', 'A'],
    ['two', 'A'],
  ] as const) {
    const expected = type === 'two' && name === 'A' ? null : name;
    expect(await runQuery('*[_type == $type && name == $name][0].name', { type, name })).toBe(expected);
  }
  expect(await runQuery('*[_id == "a"][0][$field]', { field: 'name' })).toBe('A');
  expect(await runQuery('*[_id == "a"][0][$field]', { field: 'other' })).toBe('OA');
  expect(
    await runQuery('*[_type in ["one", "two"]] | order(_id) [$from...$to].name', { from: 0, to: 1 }),
  ).toEqual(['A']);
  expect(
    await runQuery('*[_type in ["one", "two"]] | order(_id) [$from...$to].name', { from: 1, to: 2 }),
  ).toEqual(['B']);
});

test.each([
  ['$field', { field: 'name' }],
  ['($field)', { field: 'name' }],
  ['$start + "me"', { start: 'na' }],
  ['"na" + $end', { end: 'me' }],
  ['($start + ($end))', { start: 'na', end: 'me' }],
  [' // which one\n $field', { field: 'name' }],
])('parameters in brackets name a field: [%s]', async (brackets, params) => {
  const client = lake.client('administrator');
  const query = `*[_id == "a"][0][${brackets}]`;
  expect(await client.fetch<unknown>(query, params)).toBe('A');
  // With other values, the same brackets are a filter or name a different field.
  const others = Object.fromEntries(Object.keys(params).map((name) => [name, 'other']));
  const all = await client.fetch<unknown>(query, others);
  expect(all).toBe(brackets.includes('+') ? null : 'OA');
  expect(await client.fetch(`*[_id == "a"][${brackets}]._id`, params)).toEqual([null]);
});

test('sanity::projectId() and sanity::dataset() work in filters, projections and listeners', async () => {
  const client = lake.client('administrator');
  const where = '{"project": sanity::projectId(), "dataset": sanity::dataset()}';
  const known = { project: 'local', dataset: 'production' };
  const ids = ['a', 'b'];
  const filter = '_id in $ids && sanity::dataset() == "production" && sanity::projectId() == "local"';
  for (const query of [
    `*[_id in $ids]${where}`,
    `*[_id in $ids] | order(_id) ${where}`,
    `*[${filter}] | order(name) ${where}`,
    `*[_id in $ids]${where}[dataset == "production"]`,
    `*[_id in $ids]{"a": [1]{"b": sanity::dataset()}, "project": sanity::projectId(), "dataset": sanity::dataset()}{project, dataset}`,
  ])
    expect(await client.fetch(query, { ids }), query).toEqual([known, known]);
  const heard = new Promise((resolve, reject) => {
    const events = ['welcome' as const, 'mutation' as const];
    const stream = client.listen(`*[${filter}]`, { ids }, { events }).subscribe({
      error: reject,
      next(event) {
        if (event.type === 'welcome') client.patch('a').set({ name: 'A' }).commit().catch(reject);
        else {
          stream.unsubscribe();
          resolve(event.documentId);
        }
      },
    });
  });
  expect(await heard).toBe('a');
});
