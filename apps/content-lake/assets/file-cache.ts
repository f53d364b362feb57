import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** Files on disk that can be made again, limited by their total size: the ones unused for longest go first. */
export type FileCache = {
  /** Path of a file. Who asks while `make` writes it (to a temporary path) shares the result, and what it throws. */
  file: (name: string, make: (temporary: string) => Promise<void>) => Promise<string>;
};

const temporaryPrefix = 'making-';

/** @param folder belongs to the cache alone; what it finds there at the start counts towards the limit */
export function fileCache(folder: string, maxBytes: number): FileCache {
  mkdirSync(folder, { recursive: true });
  const making = new Map<string, Promise<string>>();
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose(_bytes, name, reason) {
      if (reason === 'evict') rmSync(path.join(folder, name), { force: true });
    },
  });
  for (const { name, size } of entriesByAge(folder)) sizes.set(name, size);

  async function create(name: string, file: string, make: (temporary: string) => Promise<void>) {
    const temporary = path.join(folder, `${temporaryPrefix}${randomUUID()}-${name}`);
    try {
      await make(temporary);
      const { size } = await stat(temporary);
      await rename(temporary, file);
      sizes.set(name, size);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return file;
  }

  return {
    async file(name, make) {
      const file = path.join(folder, name);
      if (sizes.get(name) !== undefined && existsSync(file)) {
        // The time survives a restart; whether it could be written is of no consequence.
        const now = new Date();
        utimes(file, now, now).catch(() => undefined);
        return file;
      }
      const promise = making.get(name) ?? create(name, file, make).finally(() => making.delete(name));
      making.set(name, promise);
      return promise;
    },
  };
}

/** What the folder holds, the files unused for longest first. Removes what was never finished. */
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
