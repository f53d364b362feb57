import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { PageStore } from '#web/freshness/page-store.ts';
import { parseJson } from '#web/http/json.ts';
import { type Answer, headerOf } from './ask-next.ts';
import { PackedAnswer } from './packed-answer.ts';

const savedSchema = z.object({
  page: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  body: z.string().transform((text) => Buffer.from(text)),
});

/** Already expired. */
const beforeStart = { tags: [], began: -1, until: 0 };

/**
 * Mirrors a store's good pages in a folder, by public address, for a restart without content: loads them as expired,
 * and deletes those that the store evicts. Writes are not awaited; failures, as on a full disk, only mean fewer pages.
 */
export async function savePages(folder: string, siteUrl: string, pages: PageStore) {
  // Another process may write there too.
  const unfinished = path.join(folder, `${process.pid}.unfinished`);
  const there = new Map<string, PackedAnswer>();
  const inTurn = pLimit(1);
  let isReported = false;

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

  async function readAll() {
    // It may exist; if it cannot be made, reading fails too.
    await mkdir(folder).catch(() => {});
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8').catch(() => '');
      const saved = savedSchema.safeParse(parseJson(text)).data;
      if (saved && fileOf(saved.page) === file) {
        const form = new PackedAnswer({ status: 200, ...saved });
        there.set(saved.page, form);
        pages.set(saved.page, { form, ...beforeStart });
      } else if (text) await rm(file).catch(report);
    }
  }

  async function write(page: string) {
    const file = fileOf(page);
    const form = there.get(page);
    try {
      if (!form) return await rm(file, { force: true });
      const { headers, body } = form.answer;
      await writeFile(unfinished, JSON.stringify({ page, headers, body: body.toString() }));
      await rename(unfinished, file);
    } catch (error) {
      // Unless a later page replaced it.
      if (there.get(page) === form) there.delete(page);
      report(error);
    }
  }

  pages.listener = {
    onKept(page, form) {
      if (!(form instanceof PackedAnswer) || !isSaved(form.answer) || there.get(page) === form) return;
      there.set(page, form);
      void inTurn(write, page);
    },
    onGone: (page) => there.delete(page) && void inTurn(write, page),
  };
  await readAll().catch(report);
}

/** Build files need no copy. */
const isSaved = (answer: Answer) =>
  answer.status === 200 && !headerOf(answer, 'cache-control').includes('immutable');
