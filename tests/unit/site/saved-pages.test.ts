import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackedAnswer } from '#web/edge/packed-answer.ts';
import { savePages } from '#web/edge/saved-pages.ts';
import { PageStore } from '#web/freshness/page-store.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'saved-pages-'));
  folder = path.join(parent, 'site-cache');
});
afterEach(() => rmSync(parent, { recursive: true }));

const siteUrl = 'https://www.agency.example';
const formOf = (text: string, cacheControl = 'public, max-age=0') =>
  new PackedAnswer({
    status: 200,
    headers: { 'content-type': 'text/html', 'cache-control': cacheControl },
    body: Buffer.from(text),
  });

/** A store whose pages are saved there, and one to keep a page in it. */
async function open(maxBytes?: number) {
  const pages = new PageStore(maxBytes);
  await savePages(folder, siteUrl, pages);
  const keep = (page: string, form: PackedAnswer) =>
    pages.set(page, { form, tags: [], began: pages.sequence, until: Infinity });
  return { pages, keep };
}

/** The page as the next process finds it. */
async function saved(page: string, url = siteUrl) {
  const pages = new PageStore();
  await savePages(folder, url, pages);
  const kept = pages.get(page, PackedAnswer);
  if (kept) expect(pages.stateOf(kept)).toBe('expired');
  return kept?.form.answer.body.toString();
}

test('the latest word counts, however fast they follow each other', async () => {
  const { pages, keep } = await open();
  for (let round = 0; round < 50; round += 1) keep('/', formOf(`राउंड ${round}`));
  keep('/gone', formOf('gone'));
  await expect.poll(() => saved('/gone')).toBe('gone');
  keep('/gone', formOf('gone again'));
  pages.delete('/gone');
  keep('/last', formOf('last'));
  await expect.poll(() => saved('/last')).toBe('last');
  expect([await saved('/'), await saved('/gone')]).toEqual(['राउंड 49', undefined]);
  // Also while it is being written.
  keep('/gone', formOf('x'.repeat(5_000_000)));
  await new Promise(setImmediate);
  pages.delete('/gone');
  keep('/last', formOf('later'));
  await expect.poll(() => saved('/last')).toBe('later');
  expect(await saved('/gone')).toBeUndefined();
});

test('files of the build and what is the same again are not written', async () => {
  const { keep } = await open();
  keep('/a.css', formOf('css', 'public, max-age=31536000, immutable'));
  const home = formOf('home');
  keep('/', home);
  await expect.poll(() => saved('/')).toBe('home');
  const files = () => readdirSync(folder).map((name) => statSync(path.join(folder, name)).ino);
  const before = files();
  expect(before).toHaveLength(1);
  keep('/', home);
  keep('/other', formOf('other'));
  await expect.poll(() => saved('/other')).toBe('other');
  expect(files()).toEqual(expect.arrayContaining(before));
});

test('a page where nothing is any more is not there after a restart', async () => {
  const { keep } = await open();
  keep('/moved', formOf('moved'));
  await expect.poll(() => saved('/moved')).toBe('moved');
  keep('/moved', new PackedAnswer({ status: 404, headers: {}, body: Buffer.from('nothing') }));
  await expect.poll(() => saved('/moved')).toBeUndefined();
});

test('the size is that of the store, also of what was saved before: what was not looked at for longest goes', async () => {
  const [maxBytes, length] = [800_000, 100_000];
  const first = await open(maxBytes);
  for (let round = 0; round < 4; round += 1) first.keep(`/${round}`, formOf('x'.repeat(length)));
  // Without the one that is being written.
  const finished = () => readdirSync(folder).filter((name) => name.endsWith('.json')).length;
  await expect.poll(finished).toBe(4);
  const { keep } = await open(maxBytes);
  for (let round = 4; round < 9; round += 1) keep(`/${round}`, formOf('x'.repeat(length)));
  await expect
    .poll(async () => {
      const { pages } = await open();
      const all = Array.from({ length: 9 }, (_, round) => pages.get(`/${round}`, PackedAnswer));
      return all.map((kept) => kept?.form.answer.body.length);
    })
    .toEqual([...Array(4).fill(undefined), ...Array(5).fill(length)]);
});

test('another public address has others, and what cannot be read goes', async () => {
  const { keep } = await open();
  keep('/', formOf('home'));
  await expect.poll(() => saved('/')).toBe('home');
  writeFileSync(path.join(folder, 'half.json'), '{"page": "/half');
  expect(await saved('/', 'https://www.other.example')).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('where nothing can be written nothing fails, and it is said once', async () => {
  writeFileSync(folder, 'no folder');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { keep } = await open();
  for (const page of ['/', '/about']) keep(page, formOf('page'));
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  warned.mockRestore();
  expect(await saved('/')).toBeUndefined();
});
