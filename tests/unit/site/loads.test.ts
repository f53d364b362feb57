import { beforeEach, expect, test } from 'vitest';
import { Loads } from '#web/freshness/loads.ts';

let loads: Loads;
let changed: string[];
let answers: Record<string, unknown>;
let asked: string[];
const tagsOf = (query: string) => ({ site: ['settings', 'about'], about: ['about'] })[query] ?? [query];
const run = async (query: string) => {
  asked.push(query);
  if (answers[query] === undefined) throw new Error('unavailable');
  return { result: answers[query], syncTags: tagsOf(query) };
};
const follow = (query: string) => loads.follow(query, {}, run(query));
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  loads = new Loads();
  changed = [];
  asked = [];
  answers = { site: 'Our site', about: 'About us' };
  loads.onChange = (tag) => changed.push(tag);
});

test('a change expires the pages of a query with another result, and no others', async () => {
  const [site, about] = await Promise.all([follow('site'), follow('about')]);
  answers.about = 'All about us';
  loads.findChanges(['about'], run);
  await settled();
  expect([changed, asked.slice(2)]).toEqual([[about], ['about', 'site']]);
  answers.site = 'Another site';
  loads.findChanges(['settings'], run);
  await settled();
  expect(changed).toEqual([about, site]);
});

test('a page that reads a newer result before the change is known expires the older pages', async () => {
  const about = await follow('about');
  answers.about = 'All about us';
  await follow('about');
  expect(changed).toEqual([about]);
});

test('a query that runs during a change is run again', async () => {
  const about = await follow('about');
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
  const running = loads.follow('first', {}, promise);
  answers.first = 'new';
  loads.findChanges(['first'], run);
  resolve({ result: 'old', syncTags: ['first'] });
  expect(await running).not.toBe(about);
  await settled();
  expect(changed).toEqual([await running]);
});

test('without a result, the pages expire, and so do those beyond the first twenty queries', async () => {
  const about = await follow('about');
  delete answers.about;
  loads.findChanges(['about'], run);
  await settled();
  expect(changed).toEqual([about]);
  const many = Array.from({ length: 25 }, (_, index) => `${index}`);
  for (const query of many)
    await loads.follow(query, {}, Promise.resolve({ result: 'x', syncTags: ['template'] }));
  Object.assign(answers, Object.fromEntries(many.map((query) => [query, 'x'])));
  loads.findChanges(['template'], run);
  await settled();
  expect(new Set(changed).size).toBe(1 + 5);
});
