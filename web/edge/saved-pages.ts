import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Answer, headerOf } from './ask-next.ts';

/** Some 1,400 pages. */
const maxBytes = 64 * 1024 * 1024;

const savedSchema = z.object({
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  body: z.string(),
});

export type SavedPages = ReturnType<typeof savedPages>;

/**
 * The last good pages in a folder, for a restart while the content is away; another public address has others. Nobody
 * waits for a write; where none is possible, as on a full disk, there are fewer pages or none.
 */
export function savedPages(folder: string, siteUrl: string) {
  // Another process may write there too.
  const unfinished = path.join(folder, `${process.pid}.unfinished`);
  /** By file, those that were not looked at for longest first. */
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes,
    dispose(_bytes, file, reason) {
      if (reason === 'evict') rm(file, { force: true }).catch(() => {});
    },
  });
  /** What a path has now, or that it has nothing: the latest alone counts. */
  const waiting = new Map<string, Answer | undefined>();
  let isReported = false;
  let writing = listFiles().catch(report);

  const fileOf = (page: string) => {
    const name = createHash('sha256')
      .update(siteUrl + page)
      .digest('base64url');
    return path.join(folder, `${name}.json`);
  };

  function report(error: unknown) {
    if (!isReported) console.warn('Pages cannot be saved for a restart:', error);
    isReported = true;
  }

  async function listFiles() {
    // It may be there; where it cannot be made, it cannot be read either.
    await mkdir(folder).catch(() => {});
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      // Another process may rename it just now.
      sizes.set(file, (await stat(file).catch(() => undefined))?.size || 1);
    }
  }

  async function write() {
    for (const [page, answer] of waiting) {
      waiting.delete(page);
      const file = fileOf(page);
      const text = answer && JSON.stringify({ headers: answer.headers, body: answer.body.toString() });
      try {
        if (!text) {
          await rm(file, { force: true });
          sizes.delete(file);
        } else {
          // Known before it is there: a later word may come while it is written.
          sizes.set(file, text.length);
          await writeFile(unfinished, text);
          await rename(unfinished, file);
        }
      } catch (error) {
        sizes.delete(file);
        report(error);
      }
    }
  }

  function put(page: string, answer: Answer | undefined) {
    waiting.set(page, answer);
    if (waiting.size === 1) writing = writing.then(write);
  }

  return {
    /** Notes the good answer of a page; `isNew` unless it is the same as the one before. */
    save(page: string, answer: Answer, isNew: boolean) {
      const isForEver = headerOf(answer, 'cache-control').includes('immutable');
      if (!isForEver && (isNew || sizes.get(fileOf(page)) === undefined)) put(page, answer);
    },
    /** Notes that there is no page for everybody any more. */
    forget(page: string) {
      if (waiting.has(page) || sizes.has(fileOf(page))) put(page, undefined);
    },
    async find(page: string): Promise<Answer | undefined> {
      try {
        const { headers, body } = savedSchema.parse(JSON.parse(await readFile(fileOf(page), 'utf8')));
        return { status: 200, headers, body: Buffer.from(body) };
      } catch {
        return undefined;
      }
    },
  };
}
