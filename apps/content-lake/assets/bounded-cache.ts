import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** Files on disk that can be made again, at most `maxBytes` of them in all: the ones unused for longest go first. */
export type BoundedCache = {
  /**
   * Path of the file with this name, made by `make` when it is not there. Callers that want the same file at the same time
   * share one making. `make` writes to the path it is given; what it throws reaches every caller and leaves nothing behind.
   */
  file: (name: string, make: (temporary: string) => Promise<void>) => Promise<string>;
};

/** @param folder belongs to the cache alone; what it finds there at the start counts towards the limit */
export function boundedCache(folder: string, maxBytes: number): BoundedCache {
  mkdirSync(folder, { recursive: true });
  // A Map keeps insertion order, so its first entry is always the one unused for longest.
  const sizes = new Map<string, number>();
  let total = 0;
  for (const entry of entriesByAge(folder)) {
    sizes.set(entry.name, entry.size);
    total += entry.size;
  }
  const making = new Map<string, Promise<string>>();

  function touch(name: string, file: string) {
    const size = sizes.get(name) ?? 0;
    sizes.delete(name);
    sizes.set(name, size);
    // The time survives a restart; whether it could be written is of no consequence.
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }

  async function evict() {
    for (const [name, size] of sizes) {
      if (total <= maxBytes || sizes.size === 1) return;
      sizes.delete(name);
      total -= size;
      await rm(path.join(folder, name), { force: true });
    }
  }

  async function create(
    name: string,
    file: string,
    make: (temporary: string) => Promise<void>,
  ): Promise<string> {
    const temporary = path.join(folder, `${TEMPORARY}${randomUUID()}-${name}`);
    try {
      await make(temporary);
      const { size } = await stat(temporary);
      await rename(temporary, file);
      sizes.set(name, size);
      total += size;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await evict();
    return file;
  }

  return {
    async file(name, make) {
      const file = path.join(folder, name);
      if (sizes.has(name)) {
        if (await exists(file)) {
          touch(name, file);
          return file;
        }
        // Somebody emptied the folder: count again from what is made from here on.
        total -= sizes.get(name) ?? 0;
        sizes.delete(name);
      }
      const running = making.get(name);
      if (running) return running;
      const promise = create(name, file, make).finally(() => making.delete(name));
      making.set(name, promise);
      return promise;
    },
  };
}

const TEMPORARY = 'making-';

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function entriesByAge(folder: string): { name: string; size: number }[] {
  const found: { name: string; size: number; usedAt: number }[] = [];
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith(TEMPORARY)) {
      rmSync(file, { force: true });
      continue;
    }
    const { size, mtimeMs } = statSync(file);
    found.push({ name, size, usedAt: mtimeMs });
  }
  return found.sort((a, b) => a.usedAt - b.usedAt);
}
