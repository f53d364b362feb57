import { expect, test } from 'vitest';
import { schemaTypes } from '#schemas/index.ts';
import { checkCities, readCities } from '#studio/cities/check.ts';
import { columns } from '#studio/cities/columns.ts';
import type { PlannedCity } from '#studio/cities/plan.ts';
import { publishCities } from '#studio/cities/publish.ts';
import { readTable, writeTable } from '#studio/cities/table.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { manyCities } from '../../support/many-cities.ts';
import { startStack } from '../../support/stack.ts';
import { createSource } from './source.ts';

/** Tables of cities as the Studio takes them, by its own validation, into a real content lake. */

const stack = await closeAfterwards(startStack({ parts: ['lake'] }));
const editor = stack.client('editor');
const studio = await createSource(editor, schemaTypes);
const slug = { _type: 'slug', current: 'seo-services-taken' };
await editor.create({ ...(await editor.getDocument('page-about')), _id: 'page-taken', _type: 'page', slug });
const table = manyCities(240, await editor.fetch<string[]>('*[_type == "cityPage"].name'));

async function check(csv: string): Promise<PlannedCity[]> {
  const read = readTable(csv);
  if (typeof read === 'string') throw new Error(read);
  return checkCities(read, editor, studio, () => undefined);
}

const ready = (plan: PlannedCity[]) =>
  plan.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
const publish = (plan: PlannedCity[], isStopped = (_done: number) => false, client = editor) =>
  publishCities(client, ready(plan), isStopped);
const count = () => editor.fetch<number>('count(*[_type == "cityPage"])');
const numberOf = (plan: PlannedCity[], outcome: string) =>
  plan.filter((one) => one.outcome === outcome).length;

test('the good cities of a large table are published through a stop, a crash and by two at once, each whole and once', async () => {
  const before = await count();
  const plan = await check(table.csv);
  expect(plan.filter(({ outcome }) => outcome === 'error').map(({ row }) => row)).toEqual([
    ...table.refused.keys(),
  ]);
  for (const { row, reasons } of plan.filter(({ outcome }) => outcome === 'error'))
    expect(reasons, String(row)).toContainEqual(expect.stringMatching(table.refused.get(row) ?? /^$/));
  expect(numberOf(plan, 'new')).toBe(table.good);
  expect(await count()).toBe(before);

  expect(await publish(plan, (done) => done >= 20)).toEqual({ count: 20, skipped: [] });
  let killed: Promise<void> | undefined;
  const broken = publish(await check(table.csv), (done) => {
    if (done === 40) killed = stack.kill('lake');
    return false;
  });
  await expect(broken).rejects.toThrow();
  await killed;
  await stack.start('lake');
  const rest = await check(table.csv);
  const there = numberOf(rest, 'unchanged');
  expect(there).toBeGreaterThanOrEqual(60);
  expect([await count(), numberOf(rest, 'new')]).toEqual([before + there, table.good - there]);

  const both = [editor, stack.client('administrator')];
  const finished: string[] = [];
  const publishing = Promise.all(both.map((client) => publish(rest, () => false, client)));
  void publishing.then(() => finished.push('the cities'));
  await editor.patch('page-about').set({ title: 'Published meanwhile' }).commit();
  expect(finished, 'another publish does not wait for all cities').toEqual([]);
  const [first, second] = await publishing;
  expect(await count()).toBe(before + table.good);
  expect((first?.count ?? 0) + (second?.count ?? 0)).toBe(table.good - there);
  expect([first, second].flatMap((one) => one?.skipped).length).toBe(table.good - there);

  const again = await check(table.csv);
  expect([numberOf(again, 'unchanged'), numberOf(again, 'error')]).toEqual([table.good, table.refused.size]);
});

test('a city that somebody else has changed since the check keeps their change', async () => {
  const [plan] = await check('City,Search title\nAgra,Found in Agra');
  await editor.patch('cityPage-agra').set({ facts: [] }).commit();
  expect(plan).toMatchObject({ outcome: 'changed', changed: new Map([['Search title', 'seo']]) });
  expect(await publish(plan ? [plan] : [])).toMatchObject({ count: 0, skipped: [{ name: 'Agra' }] });
  expect(await editor.getDocument('cityPage-agra')).toMatchObject({ facts: [] });
  expect(await editor.fetch('*[_id == "cityPage-agra"].seo.title')).toEqual([null]);
});

test('what is emptied in the table is gone from the page', async () => {
  await editor.patch('cityPage-delhi').set({ lead: 'Words of its own.' }).commit();
  expect(await publish(await check('City,Opening words\nDelhi,'))).toMatchObject({ count: 1 });
  expect(await editor.getDocument('cityPage-delhi')).not.toHaveProperty('lead');
});

test('all city pages come out as a table that changes nothing', async () => {
  const stored = await readCities(editor);
  const rows = stored.map((city) => columns.map(({ field, read }) => read(city[field])));
  const plan = await check(writeTable([columns.map(({ title }) => title), ...rows]));
  expect(plan.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});
