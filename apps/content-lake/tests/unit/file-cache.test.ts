import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientGroup, FileCache } from '../../assets/file-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const client = (group = clientGroup(2)) => ({ group, signal: new AbortController().signal });
const textOf = (made: string | Uint8Array) =>
  typeof made === 'string' ? readFile(made, 'utf8') : new TextDecoder().decode(made);

test('creates a file once for concurrent requests, and caches it', async () => {
  const cache = new FileCache(folder, 1000);
  const make = vi.fn(async () => bytes('picture'));
  const one = client();
  const paths = await Promise.all(Array.from({ length: 20 }, () => cache.file('a.webp', one, make)));
  expect(new Set(paths).size).toBe(1);
  expect(await textOf(paths[0] ?? '')).toBe('picture');
  await cache.file('a.webp', client(), make);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a failure reaches all requests, leaves nothing, and is retried', async () => {
  const cache = new FileCache(folder, 1000);
  const fail = () => Promise.reject(new Error('broken'));
  const one = client();
  const results = await Promise.allSettled([cache.file('a', one, fail), cache.file('a', one, fail)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(readdirSync(folder)).toEqual([]);
  expect(await textOf(await cache.file('a', client(), async () => bytes('whole')))).toBe('whole');
});

test('returns the bytes if the file cannot be written', async () => {
  const cache = new FileCache(folder, 1000);
  rmSync(folder, { recursive: true });
  expect(await textOf(await cache.file('a', client(), async () => bytes('picture')))).toBe('picture');
});

test('groups do not wait for each other, and each has a limit', async () => {
  const cache = new FileCache(folder, 1000);
  const slow = client();
  for (const name of ['a', 'b']) void cache.file(name, slow, () => new Promise(() => {}));
  expect(await textOf(await cache.file('a', client(), async () => bytes('picture')))).toBe('picture');
  await expect(cache.file('c', slow, async () => bytes('more'))).rejects.toMatchObject({ status: 503 });
});

test('aborts the creation of a file when all clients have left', async () => {
  const cache = new FileCache(folder, 1000);
  const group = clientGroup(1);
  const visitors = [new AbortController(), new AbortController()];
  const { promise: work, resolve: finish } = Promise.withResolvers<Uint8Array>();
  const make = vi.fn((_signal: AbortSignal) => work);
  const outcomes = Promise.allSettled(
    visitors.map(({ signal }) => cache.file('first', { group, signal }, make)),
  );
  const second = () => cache.file('second', client(group), async () => bytes('second'));
  visitors[0]?.abort();
  await expect(second()).rejects.toMatchObject({ status: 503 });
  expect(make.mock.calls[0]?.[0].aborted).toBe(false);
  visitors[1]?.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(make.mock.calls[0]?.[0].aborted).toBe(true);
  expect(await textOf(await second())).toBe('second');
  finish(bytes('first'));
});

test('evicts the least recently used files', async () => {
  const cache = new FileCache(folder, 250);
  const make = async () => bytes('x'.repeat(100));
  for (const name of ['first', 'second', 'first', 'third']) await cache.file(name, client(), make);
  expect(readdirSync(folder).sort()).toEqual(['first', 'third']);
});

test('after a restart knows its files and removes unfinished ones', async () => {
  writeFileSync(path.join(folder, 'old'), 'kept');
  writeFileSync(path.join(folder, 'making-1-old'), 'half');
  const cache = new FileCache(folder, 1000);
  expect(existsSync(path.join(folder, 'making-1-old'))).toBe(false);
  const make = vi.fn(async () => bytes('new'));
  expect(await textOf(await cache.file('old', client(), make))).toBe('kept');
  expect(make).not.toHaveBeenCalled();
});

test('creates a file again that was removed from the folder', async () => {
  const cache = new FileCache(folder, 1000);
  const make = async () => bytes('picture');
  rmSync(String(await cache.file('a', client(), make)));
  expect(await textOf(await cache.file('a', client(), make))).toBe('picture');
});
