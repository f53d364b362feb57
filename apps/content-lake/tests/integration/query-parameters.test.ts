import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestLake, type TestLake } from './lake.ts';

let lake: TestLake;
beforeAll(async () => {
  lake = await startTestLake();
});
afterAll(() => lake?.stop());

test('a query that was prepared for one set of parameters gives the others their own answer', async () => {
  const client = lake.client('administrator');
  await client
    .transaction()
    .create({ _id: 'a', _type: 'one', name: 'A', other: 'OA' })
    .create({ _id: 'b', _type: 'two', name: 'B', other: 'OB' })
    .commit();
  const ask = (query: string, params: Record<string, unknown>) => client.fetch<unknown>(query, params);
  for (const [type, name] of [
    ['one', 'A'],
    ['two', 'B'],
    ['one', 'A'],
    ['two', 'A'],
  ] as const) {
    const expected = type === 'two' && name === 'A' ? null : name;
    expect(await ask('*[_type == $type && name == $name][0].name', { type, name })).toBe(expected);
  }
  expect(await ask('*[_id == "a"][0][$field]', { field: 'name' })).toBe('A');
  expect(await ask('*[_id == "a"][0][$field]', { field: 'other' })).toBe('OA');
  expect(await ask('*[_type in ["one", "two"]] | order(_id) [$from...$to].name', { from: 0, to: 1 })).toEqual(
    ['A'],
  );
  expect(await ask('*[_type in ["one", "two"]] | order(_id) [$from...$to].name', { from: 1, to: 2 })).toEqual(
    ['B'],
  );
});
