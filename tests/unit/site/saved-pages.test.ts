import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompressedResponse } from '#web/edge/compressed-response.ts';
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
const compressed = (text: string, cacheControl = 'public, max-age=0') =>
  new CompressedResponse({
    status: 200,
    headers: { 'content-type': 'text/html', 'cache-control': cacheControl },
    body: Buffer.from(text),
  });

/** Returns a store whose pages are saved in the folder, and a function that stores a page. */
async function open(maxBytes?: number) {
  const pages = new PageStore(maxBytes);
  await savePages(folder, siteUrl, pages);
  const store = (page: string, value: CompressedResponse) =>
    pages.set(page, { value, tags: [], began: pages.sequence, until: Infinity });
  return { pages, keep: store };
}

/** Returns the page as the next process restores it. */
async function saved(page: string, url = siteUrl) {
  const pages = new PageStore();
  await savePages(folder, url, pages);
  const stored = pages.get(page, CompressedResponse);
  if (stored) expect(pages.stateOf(stored)).toBe('expired');
  return stored?.value.rendered.body.toString();
}

test('the last change wins, however fast changes follow each other', async () => {
  const { pages, keep: store } = await open();
  for (let round = 0; round < 50; round += 1) store('/', compressed(`राउंड ${round}`));
  store('/gone', compressed('gone'));
  await expect.poll(() => saved('/gone')).toBe('gone');
  store('/gone', compressed('gone again'));
  pages.delete('/gone');
  store('/last', compressed('last'));
  await expect.poll(() => saved('/last')).toBe('last');
  expect([await saved('/'), await saved('/gone')]).toEqual(['राउंड 49', undefined]);
  // Evict it also while it is being written.
  store('/gone', compressed('x'.repeat(5_000_000)));
  await new Promise(setImmediate);
  pages.delete('/gone');
  store('/last', compressed('later'));
  await expect.poll(() => saved('/last')).toBe('later');
  expect(await saved('/gone')).toBeUndefined();
});

test('build files and unchanged pages are not written', async () => {
  const { keep: store } = await open();
  store('/a.css', compressed('css', 'public, max-age=31536000, immutable'));
  const home = compressed('home');
  store('/', home);
  await expect.poll(() => saved('/')).toBe('home');
  const files = () => readdirSync(folder).map((name) => statSync(path.join(folder, name)).ino);
  const before = files();
  expect(before).toHaveLength(1);
  store('/', home);
  store('/other', compressed('other'));
  await expect.poll(() => saved('/other')).toBe('other');
  expect(files()).toEqual(expect.arrayContaining(before));
});

test('a deleted page is not restored after a restart', async () => {
  const { keep: store } = await open();
  store('/moved', compressed('moved'));
  await expect.poll(() => saved('/moved')).toBe('moved');
  store('/moved', new CompressedResponse({ status: 404, headers: {}, body: Buffer.from('nothing') }));
  await expect.poll(() => saved('/moved')).toBeUndefined();
});

test("the folder has the store's size limit, and the least recently used page is deleted", async () => {
  const [maxBytes, length] = [800_000, 100_000];
  const first = await open(maxBytes);
  for (let round = 0; round < 4; round += 1) first.keep(`/${round}`, compressed('x'.repeat(length)));
  // Ignore the file that is being written.
  const finished = () => readdirSync(folder).filter((name) => name.endsWith('.json')).length;
  await expect.poll(finished).toBe(4);
  const { keep: store } = await open(maxBytes);
  for (let round = 4; round < 9; round += 1) store(`/${round}`, compressed('x'.repeat(length)));
  await expect
    .poll(async () => {
      const { pages } = await open();
      const all = Array.from({ length: 9 }, (_, round) => pages.get(`/${round}`, CompressedResponse));
      return all.map((stored) => stored?.value.rendered.body.length);
    })
    .toEqual([...Array(4).fill(undefined), ...Array(5).fill(length)]);
});

test('another public address has its own pages, and unreadable files are deleted', async () => {
  const { keep: store } = await open();
  store('/', compressed('home'));
  await expect.poll(() => saved('/')).toBe('home');
  writeFileSync(path.join(folder, 'half.json'), '{"page": "/half');
  expect(await saved('/', 'https://www.other.example')).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('if nothing can be written, nothing fails, and one warning is logged', async () => {
  writeFileSync(folder, 'no folder');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { keep: store } = await open();
  for (const page of ['/', '/about']) store(page, compressed('page'));
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  warned.mockRestore();
  expect(await saved('/')).toBeUndefined();
});
