import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileCache } from '../../../apps/content-lake/assets/file-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes a file once for everybody who asks at the same time, and keeps it', async () => {
  const cache = fileCache(folder, 1000);
  const make = vi.fn((temporary: string) => writeFile(temporary, 'picture'));
  const paths = await Promise.all(Array.from({ length: 20 }, () => cache.file('a.webp', make)));
  expect(new Set(paths).size).toBe(1);
  expect(await readFile(paths[0] ?? '', 'utf8')).toBe('picture');
  await cache.file('a.webp', make);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a failed making reaches everybody, leaves nothing, and is tried again', async () => {
  const cache = fileCache(folder, 1000);
  const fail = async (temporary: string) => {
    await writeFile(temporary, 'half');
    throw new Error('disk full');
  };
  const results = await Promise.allSettled([cache.file('a', fail), cache.file('a', fail)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(readdirSync(folder)).toEqual([]);
  expect(await readFile(await cache.file('a', (temporary) => writeFile(temporary, 'whole')), 'utf8')).toBe(
    'whole',
  );
});

test('stays within its limit by dropping what was unused for longest', async () => {
  const cache = fileCache(folder, 250);
  const make = (temporary: string) => writeFile(temporary, 'x'.repeat(100));
  await cache.file('first', make);
  await cache.file('second', make);
  await cache.file('first', make);
  await cache.file('third', make);
  expect(readdirSync(folder).sort()).toEqual(['first', 'third']);
});

test('after a restart it knows what it holds and removes what was never finished', async () => {
  writeFileSync(path.join(folder, 'old'), 'kept');
  writeFileSync(path.join(folder, 'making-1-old'), 'half');
  const cache = fileCache(folder, 1000);
  expect(existsSync(path.join(folder, 'making-1-old'))).toBe(false);
  const make = vi.fn(async () => undefined);
  expect(await readFile(await cache.file('old', make), 'utf8')).toBe('kept');
  expect(make).not.toHaveBeenCalled();
});

test('makes a file again that somebody has removed from the folder', async () => {
  const cache = fileCache(folder, 1000);
  const make = (temporary: string) => writeFile(temporary, 'picture');
  rmSync(await cache.file('a', make));
  expect(await readFile(await cache.file('a', make), 'utf8')).toBe('picture');
});
