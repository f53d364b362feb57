import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileCache } from '../../assets/file-cache.ts';

let folder: string;
let unfinished: string;
beforeEach(() => {
  const work = mkdtempSync(path.join(tmpdir(), 'file-cache-'));
  [folder, unfinished] = [path.join(work, 'cache'), path.join(work, 'unfinished')];
  mkdirSync(unfinished);
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const openCache = (maxBytes = 1000) => new FileCache(folder, unfinished, maxBytes);
const create = async () => new TextEncoder().encode('picture');
const readText = async (cache: FileCache, name: string, make = create) =>
  new TextDecoder().decode(await cache.read(name, make));

test('creates a file once for concurrent requests, and serves it after a restart', async () => {
  const make = vi.fn(create);
  const cache = openCache();
  const texts = await Promise.all(Array.from({ length: 20 }, () => readText(cache, 'a.webp', make)));
  expect(new Set(texts)).toEqual(new Set(['picture']));
  await readText(openCache(), 'a.webp', make);
  expect(make).toHaveBeenCalledTimes(1);
  expect(readdirSync(unfinished)).toEqual([]);
});

test('a failure leaves nothing, and is retried', async () => {
  const cache = openCache();
  await expect(cache.read('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
  expect(await readText(cache, 'a')).toBe('picture');
});

test('returns the bytes if the file cannot be written', async () => {
  const cache = openCache();
  rmSync(unfinished, { recursive: true });
  expect(await readText(cache, 'a')).toBe('picture');
});

test('is emptied when it is full, also of files from before a restart', async () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'old'), 'x'.repeat(90));
  const cache = openCache(100);
  await readText(cache, 'first');
  expect(readdirSync(folder)).toEqual(['old', 'first'].sort());
  await readText(cache, 'second');
  expect(readdirSync(folder)).toEqual(['second']);
});
