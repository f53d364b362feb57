import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { httpError } from '../errors.ts';

type Make = (wanted: AbortSignal) => Promise<Uint8Array>;
type Making = { made: Promise<string | Uint8Array>; askers: number; abandoned: AbortController };

/** Files being made for one group of clients, `most` at once. */
type Lane = { most: number; making: Map<string, Making> };

export const openLane = (most: number): Lane => ({ most, making: new Map() });

const temporaryPrefix = 'making-';

/** An LRU cache of files in a folder of its own, limited by total size in bytes. */
export function fileCache(folder: string, maxBytes: number) {
  mkdirSync(folder, { recursive: true });
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose(_bytes, name, reason) {
      if (reason === 'evict') rmSync(path.join(folder, name), { force: true });
    },
  });
  for (const { name, size } of entriesByAge(folder)) sizes.set(name, size);

  async function keep(name: string, bytes: Uint8Array): Promise<string | Uint8Array> {
    const temporary = path.join(folder, `${temporaryPrefix}${randomUUID()}-${name}`);
    const file = path.join(folder, name);
    try {
      await writeFile(temporary, bytes, { flush: true });
      await rename(temporary, file);
    } catch (error) {
      console.warn('A picture cannot be kept:', error instanceof Error ? error.message : error);
      await rm(temporary, { force: true }).catch(() => undefined);
      return bytes;
    }
    sizes.set(name, bytes.length);
    return file;
  }

  function begin(name: string, { most, making }: Lane, make: Make): Making {
    if (making.size >= most)
      throw httpError(503, 'Too many pictures are being made at the moment. Try again in a few seconds.');
    const abandoned = new AbortController();
    const { signal } = abandoned;
    const { promise: made, resolve, reject } = Promise.withResolvers<string | Uint8Array>();
    signal.addEventListener('abort', () => reject(signal.reason));
    make(signal)
      .then((bytes) => (signal.aborted ? bytes : keep(name, bytes)))
      .then(resolve, reject);
    const one = { made, askers: 0, abandoned };
    making.set(name, one);
    const forget = () => making.delete(name);
    made.then(forget, forget);
    return one;
  }

  return {
    /** Path, or bytes if the disk is full; made once per lane, aborted when all have left. Throws 503 when full. */
    async file(name: string, { lane, signal }: { lane: Lane; signal: AbortSignal }, make: Make) {
      const file = path.join(folder, name);
      if (sizes.get(name) !== undefined && existsSync(file)) {
        // The time of use survives a restart; failing to write it does no harm.
        const now = new Date();
        utimes(file, now, now).catch(() => undefined);
        return file;
      }
      signal.throwIfAborted();
      const one = lane.making.get(name) ?? begin(name, lane, make);
      one.askers += 1;
      const leave = () => {
        one.askers -= 1;
        if (one.askers === 0) one.abandoned.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      return one.made.finally(() => signal.removeEventListener('abort', leave));
    },
  };
}

export type FileCache = ReturnType<typeof fileCache>;

/** Files by last use, oldest first. Removes unfinished ones. */
function entriesByAge(folder: string): { name: string; size: number; mtimeMs: number }[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const file = path.join(folder, name);
      if (!name.startsWith(temporaryPrefix)) return { ...statSync(file), name };
      rmSync(file, { force: true });
      return [];
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
}
