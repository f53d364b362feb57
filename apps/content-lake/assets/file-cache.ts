import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limitPerKey } from '../limit-per-key.ts';

/** Stores generated files in a folder of its own, which is emptied when it is full. */
export class FileCache {
  readonly #oneAtATime = limitPerKey(1);
  readonly #folder: string;
  /** Folder of unfinished files on the same disk, which every start empties. */
  readonly #unfinished: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(folder: string, unfinished: string, maxBytes: number) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#unfinished = unfinished;
    this.#maxBytes = maxBytes;
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    this.#bytes = sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Returns a file's bytes. Creates the file on the first request, while others for the same file wait. */
  read(name: string, create: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return this.#oneAtATime(name, async () => {
      const file = path.join(this.#folder, name);
      const stored = await readFile(file).catch(() => undefined);
      if (stored) return stored;
      const bytes = await create();
      await this.#store(file, bytes).catch((error: Error) => {
        console.warn('A picture cannot be cached:', error.message);
      });
      return bytes;
    });
  }

  async #store(file: string, bytes: Uint8Array) {
    if (this.#bytes + bytes.length > this.#maxBytes) {
      await rm(this.#folder, { recursive: true, force: true });
      this.#bytes = 0;
    }
    await mkdir(this.#folder, { recursive: true });
    const unfinished = path.join(this.#unfinished, randomUUID());
    try {
      await writeFile(unfinished, bytes, { flush: true });
      await rename(unfinished, file);
      this.#bytes += bytes.length;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}
