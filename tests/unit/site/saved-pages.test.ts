import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savedPages } from '#web/edge/saved-pages.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'saved-pages-'));
  folder = path.join(parent, 'site-cache');
});
afterEach(() => rmSync(parent, { recursive: true }));

const answer = (text: string, cacheControl = 'public, max-age=0') => ({
  status: 200,
  headers: { 'content-type': 'text/html', 'cache-control': cacheControl },
  body: Buffer.from(text),
});
const saved = async (page: string) =>
  (await savedPages(folder, 'https://www.agency.example').find(page))?.body.toString();

test('the latest word counts, however fast they follow each other', async () => {
  const pages = savedPages(folder, 'https://www.agency.example');
  for (let round = 0; round < 50; round += 1) pages.save('/', answer(`राउंड ${round}`), true);
  pages.save('/gone', answer('gone'), true);
  await expect.poll(() => saved('/gone')).toBe('gone');
  pages.save('/gone', answer('gone again'), true);
  pages.forget('/gone');
  pages.save('/last', answer('last'), true);
  await expect.poll(() => saved('/last')).toBe('last');
  expect([await saved('/'), await saved('/gone')]).toEqual(['राउंड 49', undefined]);
  // Also while it is being written.
  pages.save('/gone', answer('x'.repeat(5_000_000)), true);
  await new Promise(setImmediate);
  pages.forget('/gone');
  pages.save('/last', answer('later'), true);
  await expect.poll(() => saved('/last')).toBe('later');
  expect(await saved('/gone')).toBeUndefined();
});

test('files of the build and what is the same again are not written', async () => {
  const pages = savedPages(folder, 'https://www.agency.example');
  pages.save('/a.css', answer('css', 'public, max-age=31536000, immutable'), true);
  pages.save('/', answer('home'), true);
  await expect.poll(() => saved('/')).toBe('home');
  const files = () => readdirSync(folder).map((name) => statSync(path.join(folder, name)).ino);
  const before = files();
  expect(before).toHaveLength(1);
  pages.save('/', answer('home'), false);
  pages.save('/other', answer('other'), false);
  await expect.poll(() => saved('/other')).toBe('other');
  expect(files()).toEqual(expect.arrayContaining(before));
});

test('the size is bounded: what was not looked at for longest goes', async () => {
  const pages = savedPages(folder, 'https://www.agency.example');
  for (let round = 0; round < 9; round += 1) {
    pages.save(`/${round}`, answer('x'.repeat(8 * 1024 * 1024)), true);
    await expect.poll(() => pages.find(`/${round}`)).toBeDefined();
  }
  await expect.poll(() => readdirSync(folder).length).toBeLessThanOrEqual(8);
  expect([await saved('/0'), (await saved('/8'))?.length]).toEqual([undefined, 8 * 1024 * 1024]);
});

test('where nothing can be written nothing fails, and it is said once', async () => {
  writeFileSync(folder, 'no folder');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const pages = savedPages(folder, 'https://www.agency.example');
  for (const page of ['/', '/about']) pages.save(page, answer('page'), true);
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  expect(await pages.find('/')).toBeUndefined();
  warned.mockRestore();
});
