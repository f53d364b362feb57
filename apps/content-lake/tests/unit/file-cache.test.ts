import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientGroup, fileCache } from '../../assets/file-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const asker = (group = clientGroup(2)) => ({ group, signal: new AbortController().signal });
const textOf = (made: string | Uint8Array) =>
  typeof made === 'string' ? readFile(made, 'utf8') : new TextDecoder().decode(made);

test('makes a file once for everybody who asks at the same time, and keeps it', async () => {
  const cache = fileCache(folder, 1000);
  const make = vi.fn(async () => bytes('picture'));
  const one = asker();
  const paths = await Promise.all(Array.from({ length: 20 }, () => cache.file('a.webp', one, make)));
  expect(new Set(paths).size).toBe(1);
  expect(await textOf(paths[0] ?? '')).toBe('picture');
  await cache.file('a.webp', asker(), make);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a failed making reaches everybody, leaves nothing, and is tried again', async () => {
  const cache = fileCache(folder, 1000);
  const fail = () => Promise.reject(new Error('broken'));
  const one = asker();
  const results = await Promise.allSettled([cache.file('a', one, fail), cache.file('a', one, fail)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(readdirSync(folder)).toEqual([]);
  expect(await textOf(await cache.file('a', asker(), async () => bytes('whole')))).toBe('whole');
});

test('what cannot be written is had all the same', async () => {
  const cache = fileCache(folder, 1000);
  rmSync(folder, { recursive: true });
  expect(await textOf(await cache.file('a', asker(), async () => bytes('picture')))).toBe('picture');
});

test('who asks in another group does not wait for the first, and a group has an end', async () => {
  const cache = fileCache(folder, 1000);
  const slow = asker();
  for (const name of ['a', 'b']) void cache.file(name, slow, () => new Promise(() => {}));
  expect(await textOf(await cache.file('a', asker(), async () => bytes('picture')))).toBe('picture');
  await expect(cache.file('c', slow, async () => bytes('more'))).rejects.toMatchObject({ status: 503 });
});

test('the making of what everybody has left is told so, and makes room', async () => {
  const cache = fileCache(folder, 1000);
  const group = clientGroup(1);
  const visitors = [new AbortController(), new AbortController()];
  const { promise: work, resolve: finish } = Promise.withResolvers<Uint8Array>();
  const make = vi.fn((_wanted: AbortSignal) => work);
  const outcomes = Promise.allSettled(
    visitors.map(({ signal }) => cache.file('first', { group, signal }, make)),
  );
  const second = () => cache.file('second', asker(group), async () => bytes('second'));
  visitors[0]?.abort();
  await expect(second()).rejects.toMatchObject({ status: 503 });
  expect(make.mock.calls[0]?.[0].aborted).toBe(false);
  visitors[1]?.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(make.mock.calls[0]?.[0].aborted).toBe(true);
  expect(await textOf(await second())).toBe('second');
  finish(bytes('first'));
});

test('stays within its limit by dropping what was unused for longest', async () => {
  const cache = fileCache(folder, 250);
  const make = async () => bytes('x'.repeat(100));
  for (const name of ['first', 'second', 'first', 'third']) await cache.file(name, asker(), make);
  expect(readdirSync(folder).sort()).toEqual(['first', 'third']);
});

test('after a restart it knows what it holds and removes what was never finished', async () => {
  writeFileSync(path.join(folder, 'old'), 'kept');
  writeFileSync(path.join(folder, 'making-1-old'), 'half');
  const cache = fileCache(folder, 1000);
  expect(existsSync(path.join(folder, 'making-1-old'))).toBe(false);
  const make = vi.fn(async () => bytes('new'));
  expect(await textOf(await cache.file('old', asker(), make))).toBe('kept');
  expect(make).not.toHaveBeenCalled();
});

test('makes a file again that somebody has removed from the folder', async () => {
  const cache = fileCache(folder, 1000);
  const make = async () => bytes('picture');
  rmSync(String(await cache.file('a', asker(), make)));
  expect(await textOf(await cache.file('a', asker(), make))).toBe('picture');
});
