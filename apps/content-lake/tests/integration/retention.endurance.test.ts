import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestLake, type TestLake } from './lake.ts';

/** Less than the 30 days without a change after which nothing is erased by age. */
const days = 20;
let running: TestLake | undefined;
afterEach(() => running?.stop());

async function start(settings: Record<string, string> = {}): Promise<TestLake> {
  const env = { CONTENT_LAKE_HISTORY_DAYS: String(days), ...settings };
  running = await startTestLake({ env });
  return running;
}

const megabyte = 1024 * 1024;

const fileOf = ({ folder }: TestLake) => path.join(folder, 'datasets/production.sqlite');

/** Makes all transactions (or those up to `upTo`) `age` days old, and restarts the lake. */
async function letPass(lake: TestLake, age: number, { unless = '', upTo = Number.MAX_SAFE_INTEGER } = {}) {
  await lake.kill();
  const db = new Database(fileOf(lake));
  const then = new Date(Date.now() - age * 24 * 60 * 60 * 1000).toISOString();
  const times = `strftime('%Y-%m-%dT%H:%M:%fZ', ?, (seq / 1000.0) || ' seconds')`;
  db.prepare(`UPDATE transactions SET timestamp = ${times} WHERE id <> ? AND seq <= ?`).run(
    then,
    unless,
    upTo,
  );
  db.close();
  await lake.start();
}

const entry = z.looseObject({ id: z.string(), effects: z.record(z.string(), z.unknown()) });
async function revisionsOf(lake: TestLake, id: string) {
  const address = `${lake.url}/v1/data/history/production/transactions/${id}?limit=1000&effectFormat=mendoza`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${lake.token('editor')}` } });
  expect(response.status).toBe(200);
  return (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => entry.parse(JSON.parse(line)));
}

async function stateAt(lake: TestLake, id: string, revision: string): Promise<unknown> {
  const address = `${lake.url}/v1/data/history/production/documents/${id}?revision=${revision}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${lake.token('editor')}` } });
  return z.object({ documents: z.array(z.unknown()) }).parse(await response.json()).documents[0];
}

/** `size` is the number of characters that each edit rewrites. */
async function edit(lake: TestLake, id: string, times: number, size = 0) {
  const client = lake.client('editor');
  await client.createIfNotExists({ _id: id, _type: 'note', n: 0 });
  for (let n = 1; n <= times; n++)
    await client
      .patch(id)
      .set({ n, ...(size > 0 ? { text: randomText(size) } : {}) })
      .commit({ returnDocuments: false });
}

test('the last twenty states of a document and all recent ones are retained', {
  tags: 'protect',
}, async () => {
  const lake = await start();
  await edit(lake, 'busy', 40);
  await edit(lake, 'quiet', 2);
  await letPass(lake, days - 1);
  await edit(lake, 'other', 1);
  expect(await revisionsOf(lake, 'busy')).toHaveLength(41);

  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'busy')).length).toBe(20);
  expect(await revisionsOf(lake, 'quiet')).toHaveLength(3);
  const revisions = await revisionsOf(lake, 'busy');
  const states = await Promise.all(revisions.map(({ id }) => stateAt(lake, 'busy', id)));
  expect(states).toEqual(Array.from({ length: 20 }, (_, n) => expect.objectContaining({ n: n + 21 })));
  // The oldest remaining change is an edit, not the creation of the document.
  expect(revisions[0]?.effects.busy).toMatchObject({ revert: [0, { n: 20 }] });

  const [oldest] = states;
  const restored = z.looseObject({ _id: z.string(), _type: z.string() }).parse(oldest);
  await lake.client('editor').createOrReplace(restored);
  expect(await lake.client('editor').getDocument('busy')).toMatchObject({ n: 21 });
  expect(await lake.client('editor').fetch('*[_id == "quiet"][0].n')).toBe(2);
});

test('the history of a document is removed long after its deletion', { tags: 'protect' }, async () => {
  const lake = await start();
  const editor = lake.client('editor');
  await edit(lake, 'gone', 2);
  await edit(lake, 'just-gone', 2);
  await editor.delete('gone');
  const { transactionId } = await editor.delete('just-gone', { returnDocuments: false });
  await edit(lake, 'after', 1);
  await letPass(lake, days + 1, { unless: transactionId });
  await expect.poll(() => revisionsOf(lake, 'gone')).toEqual([]);
  expect(await revisionsOf(lake, 'just-gone')).toHaveLength(4);
  expect(await editor.getDocument('after')).toMatchObject({ n: 1 });
});

test('a release that was archived long ago can be restored', { tags: 'protect' }, async () => {
  const lake = await start();
  const editor = lake.client('editor');
  const releaseId = 'winter';
  const versionId = 'versions.winter.note';
  await editor.releases.create({ releaseId });
  await editor.createVersion({
    releaseId,
    publishedId: 'note',
    document: { _id: versionId, _type: 'note', n: 1 },
  });
  await editor.patch(versionId).set({ n: 2 }).commit();
  await editor.releases.archive({ releaseId });
  await letPass(lake, days + 1);
  await edit(lake, 'after', 1);
  await expect.poll(async () => (await revisionsOf(lake, versionId)).length).toBe(1);
  await editor.releases.unarchive({ releaseId });
  expect(await editor.getDocument(versionId)).toMatchObject({ n: 2 });
});

test('transaction numbers continue, so that no event is lost or repeated', { tags: 'protect' }, async () => {
  const lake = await start();
  const editor = lake.client('editor');
  await edit(lake, 'gone', 3);
  await editor.delete('gone');
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'gone')).length).toBe(1);
  await edit(lake, 'new', 1);
  expect(await editor.fetch('*[_type == "note"]{_id, n}')).toEqual([{ _id: 'new', n: 1 }]);
});

test('removed history frees disk space', { tags: 'protect' }, async () => {
  const lake = await start();
  const editor = lake.client('editor');
  await editor.create({ _id: 'large', _type: 'note' });
  const size = 200_000;
  for (let n = 0; n < 60; n++)
    await editor
      .patch('large')
      .set({ text: String.fromCharCode(97 + (n % 26)).repeat(size) })
      .commit({ returnDocuments: false });
  await letPass(lake, days + 1);
  const before = statSync(fileOf(lake)).size;
  expect(before).toBeGreaterThan(60 * size);
  // Forty states with their mutations were removed.
  await expect.poll(() => statSync(fileOf(lake)).size).toBeLessThan(before / 2);
});

test('history above the size limit loses its oldest part but never the last twenty states', async () => {
  const most = 8;
  const lake = await start({ CONTENT_LAKE_HISTORY_MB: String(most) });
  await edit(lake, 'small', 30);
  await edit(lake, 'growing', 30, 200_000);
  await edit(lake, 'grown', 30, 500_000);
  expect(usedBytes(lake)).toBeGreaterThan(4 * most * megabyte);
  await letPass(lake, 1 / 24);
  const counts = () =>
    Promise.all(['small', 'growing', 'grown'].map(async (id) => (await revisionsOf(lake, id)).length));
  // Twenty states of the last document alone exceed the limit.
  await expect.poll(counts).toEqual([20, 20, 20]);
  const revisions = await revisionsOf(lake, 'growing');
  expect(await stateAt(lake, 'growing', revisions[0]?.id ?? '')).toMatchObject({ n: 11 });
});

test('history below the size limit is retained', async () => {
  const lake = await start({ CONTENT_LAKE_HISTORY_MB: '64' });
  await edit(lake, 'gone', 10, 1_000_000);
  await lake.client('editor').delete('gone');
  const upTo = inFile(lake, (db) => Number(db.prepare('SELECT max(seq) FROM changes').pluck().get()));
  await edit(lake, 'large', 30, 500_000);
  const before = await sizeAfter(lake);
  await letPass(lake, days + 1, { upTo });
  // Freeing pages is the last step of pruning.
  await expect.poll(() => statSync(fileOf(lake)).size).toBeLessThan(before - 15 * megabyte);
  expect(await revisionsOf(lake, 'large')).toHaveLength(31);
});

/** Kills the lake and returns the size of its file in bytes. */
async function sizeAfter(lake: TestLake): Promise<number> {
  await lake.kill();
  return inFile(lake, (db) => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return statSync(fileOf(lake)).size;
  });
}

function inFile<T>(lake: TestLake, work: (db: Database.Database) => T): T {
  const db = new Database(fileOf(lake));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Returns the bytes in use in the lake's file. */
function usedBytes(lake: TestLake): number {
  return inFile(lake, (db) => {
    const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  });
}

const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);
