import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { CacheValue, PageStore } from '#web/freshness/page-store.ts';
import { parseJson } from '#web/http/json.ts';
import { CompressedResponse } from './compressed-response.ts';
import { headerOf, type RenderedResponse } from './request-next.ts';

const savedSchema = z.object({
  page: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  body: z.string().transform((text) => Buffer.from(text)),
});

/** Lifetime of restored pages: already expired. */
const beforeStart = { tags: [], began: -1, until: 0 };

/**
 * Mirrors a store's good pages in a folder, for a restart while the content API is unavailable. File names depend on
 * the public address. Restores pages as expired, and deletes the files of pages that the store evicts.
 */
export async function savePages(folder: string, siteUrl: string, pages: PageStore): Promise<void> {
  const saved = new SavedPages(folder, siteUrl);
  pages.listener = {
    onStored: (page, value) => saved.save(page, value),
    onEvicted: (page) => saved.delete(page),
  };
  await saved.restoreTo(pages);
}

/** Writes are not awaited. A failure, for example on a full disk, only means fewer saved pages. */
class SavedPages {
  readonly #folder: string;
  readonly #siteUrl: string;
  /** Pages that are on disk or waiting to be written. */
  readonly #saved = new Map<string, CompressedResponse>();
  readonly #oneAtATime = pLimit(1);
  #hasWarned = false;

  constructor(folder: string, siteUrl: string) {
    this.#folder = folder;
    this.#siteUrl = siteUrl;
  }

  save(page: string, value: CacheValue): void {
    if (!(value instanceof CompressedResponse) || !isSaved(value.rendered)) return;
    if (this.#saved.get(page) === value) return;
    this.#saved.set(page, value);
    void this.#oneAtATime(() => this.#write(page));
  }

  delete(page: string): void {
    if (this.#saved.delete(page)) void this.#oneAtATime(() => this.#write(page));
  }

  async restoreTo(pages: PageStore): Promise<void> {
    try {
      // The folder may exist. If it cannot be created, `readdir` fails too.
      await mkdir(this.#folder).catch(() => {});
      for (const name of await readdir(this.#folder))
        if (name.endsWith('.json')) await this.#restore(path.join(this.#folder, name), pages);
    } catch (error) {
      this.#warn(error);
    }
  }

  async #restore(file: string, pages: PageStore) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const saved = savedSchema.safeParse(parseJson(text)).data;
    if (saved && this.#fileOf(saved.page) === file) {
      const value = new CompressedResponse({ status: 200, ...saved });
      this.#saved.set(saved.page, value);
      pages.set(saved.page, { value, ...beforeStart });
    } else if (text) await rm(file).catch((error) => this.#warn(error));
  }

  /** Writes the page's file, or deletes it if the page was deleted meanwhile. */
  async #write(page: string) {
    const file = this.#fileOf(page);
    // Another process may write to the same folder.
    const unfinished = path.join(this.#folder, `${process.pid}.unfinished`);
    const value = this.#saved.get(page);
    try {
      if (!value) return await rm(file, { force: true });
      const { headers, body } = value.rendered;
      await writeFile(unfinished, JSON.stringify({ page, headers, body: body.toString() }));
      await rename(unfinished, file);
    } catch (error) {
      // A newer version of the page may have replaced this one.
      if (this.#saved.get(page) === value) this.#saved.delete(page);
      this.#warn(error);
    }
  }

  #fileOf(page: string): string {
    const digest = createHash('sha256').update(this.#siteUrl + page);
    return path.join(this.#folder, `${digest.digest('base64url')}.json`);
  }

  #warn(error: unknown) {
    if (!this.#hasWarned) console.warn('Pages cannot be saved for a restart:', error);
    this.#hasWarned = true;
  }
}

/** Returns whether a response should be saved. Files of the build need no copy. */
const isSaved = (rendered: RenderedResponse) =>
  rendered.status === 200 && !headerOf(rendered, 'cache-control').includes('immutable');
