import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { httpError } from '../errors.ts';

type CreateFile = (wanted: AbortSignal) => Promise<Uint8Array>;
type PendingFile = { result: Promise<string | Uint8Array>; waiting: number; cancel: AbortController };

/** Files being made for one group of clients, `most` at once. */
type ClientGroup = { limit: number; making: Map<string, PendingFile> };

export const clientGroup = (limit: number): ClientGroup => ({ limit, making: new Map() });

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

  async function store(name: string, bytes: Uint8Array): Promise<string | Uint8Array> {
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

  function start(name: string, { limit, making }: ClientGroup, create: CreateFile): PendingFile {
    if (making.size >= limit)
      throw httpError(503, 'Too many pictures are being made at the moment. Try again in a few seconds.');
    const cancel = new AbortController();
    const { signal } = cancel;
    const { promise: result, resolve, reject } = Promise.withResolvers<string | Uint8Array>();
    signal.addEventListener('abort', () => reject(signal.reason));
    create(signal)
      .then((bytes) => (signal.aborted ? bytes : store(name, bytes)))
      .then(resolve, reject);
    const pending = { result, waiting: 0, cancel };
    making.set(name, pending);
    const remove = () => making.delete(name);
    result.then(remove, remove);
    return pending;
  }

  return {
    /** Path, or bytes if the disk is full; made once per group, aborted when all have left. Throws 503 when full. */
    async file(
      name: string,
      { group, signal }: { group: ClientGroup; signal: AbortSignal },
      make: CreateFile,
    ) {
      const file = path.join(folder, name);
      if (sizes.get(name) !== undefined && existsSync(file)) {
        // The time of use survives a restart; failing to write it does no harm.
        const now = new Date();
        utimes(file, now, now).catch(() => undefined);
        return file;
      }
      signal.throwIfAborted();
      const pending = group.making.get(name) ?? start(name, group, make);
      pending.waiting += 1;
      const leave = () => {
        pending.waiting -= 1;
        if (pending.waiting === 0) pending.cancel.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      return pending.result.finally(() => signal.removeEventListener('abort', leave));
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
