import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { httpError } from '../errors.ts';

type CreateFile = (signal: AbortSignal) => Promise<Uint8Array>;
/** `clients` is the number of requests that wait for the file. */
type PendingFile = { result: Promise<string | Uint8Array>; clients: number; cancel: AbortController };

/** Files that are being created for a group of clients, at most `limit` at a time. */
type ClientGroup = { limit: number; pending: Map<string, PendingFile> };

export const clientGroup = (limit: number): ClientGroup => ({ limit, pending: new Map() });

const temporaryPrefix = 'making-';

/** An LRU cache of generated files in a folder of its own. */
export class FileCache {
  readonly #folder: string;
  /** Bytes by file name. */
  readonly #sizes: LRUCache<string, number>;

  constructor(folder: string, maxBytes: number) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose(_bytes, name, reason) {
        if (reason === 'evict') rmSync(path.join(folder, name), { force: true });
      },
    });
    for (const { name, size } of entriesByAge(folder)) this.#sizes.set(name, size);
  }

  /**
   * Returns a file's path, or its bytes if the disk is full. Clients of one group share the creation of a file, which
   * is aborted once none of them is connected. Throws 503 if the group has too many files in progress.
   */
  async file(
    name: string,
    { group, signal }: { group: ClientGroup; signal: AbortSignal },
    create: CreateFile,
  ): Promise<string | Uint8Array> {
    const file = path.join(this.#folder, name);
    if (this.#sizes.get(name) !== undefined && existsSync(file)) {
      // Records the time of use, because the next start reads it to order the cache. A failure does no harm.
      const now = new Date();
      utimes(file, now, now).catch(() => undefined);
      return file;
    }
    signal.throwIfAborted();
    const pending = group.pending.get(name) ?? this.#start(name, group, create);
    pending.clients += 1;
    const leave = () => {
      pending.clients -= 1;
      if (pending.clients === 0) pending.cancel.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    return pending.result.finally(() => signal.removeEventListener('abort', leave));
  }

  #start(name: string, group: ClientGroup, create: CreateFile): PendingFile {
    if (group.pending.size >= group.limit)
      throw httpError(503, 'Too many pictures are being created. Try again in a few seconds.');
    const cancel = new AbortController();
    const { signal } = cancel;
    const { promise: result, resolve, reject } = Promise.withResolvers<string | Uint8Array>();
    signal.addEventListener('abort', () => reject(signal.reason));
    create(signal)
      .then((bytes) => (signal.aborted ? bytes : this.#store(name, bytes)))
      .then(resolve, reject);
    const pending = { result, clients: 0, cancel };
    group.pending.set(name, pending);
    const remove = () => group.pending.delete(name);
    result.then(remove, remove);
    return pending;
  }

  async #store(name: string, bytes: Uint8Array): Promise<string | Uint8Array> {
    const temporary = path.join(this.#folder, `${temporaryPrefix}${randomUUID()}-${name}`);
    const file = path.join(this.#folder, name);
    try {
      await writeFile(temporary, bytes, { flush: true });
      await rename(temporary, file);
    } catch (error) {
      console.warn('A picture cannot be cached:', error instanceof Error ? error.message : error);
      await rm(temporary, { force: true }).catch(() => undefined);
      return bytes;
    }
    this.#sizes.set(name, bytes.length);
    return file;
  }
}

/** Returns the files by last use, oldest first. Removes unfinished files. */
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
