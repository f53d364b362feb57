import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestLake, type TestLake } from './lake.ts';

const days = 30;
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
  expect(pragmasOf(lake).used).toBeGreaterThan(4 * most * megabyte);
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

/** Writes a history of small edits of long texts. Returns the texts by sequence number. */
async function writeLongHistory(lake: TestLake, edits: number, blocks: number) {
  const editor = lake.client('editor');
  const whole = Array.from({ length: blocks }, (_, n) => ({ _key: `k${n}`, text: randomText(200) }));
  await editor.create({ _id: 'long', _type: 'note', n: 0, blocks: whole });
  for (let n = 1; n <= edits; n++)
    await editor
      .patch('long')
      .set({ n, [`blocks[_key=="k${n % blocks}"].text`]: `निविदा ${n} ${randomText(150)}` })
      .commit({ returnDocuments: false });
  await editor.createOrReplace({ _id: 'long', _type: 'note', n: edits + 1, blocks: whole });
  await editor.delete('long');
  await editor.create({ _id: 'long', _type: 'note', n: edits + 2, blocks: whole });
}

type PackedRow = { seq: number; position: number; id: string; mutations: string; body: string | null };

/** Stops the lake and packs its history exactly as earlier releases did. */
async function packHistory(lake: TestLake) {
  await lake.kill();
  inFile(lake, (db) => {
    const rows = db.prepare<[], PackedRow>(
      'SELECT seq, position, document_id AS id, mutations, body FROM changes ORDER BY seq, position',
    );
    const put = db.prepare('UPDATE changes SET mutations = ?, body = ? WHERE seq = ? AND position = ?');
    const states = new Map<string, { text: string; needed: number } | null>();
    db.transaction(() => {
      for (const { seq, position, id, mutations, body } of rows.all()) {
        const state = body === null ? null : packed(body, states.get(id) ?? null);
        const change = packed(mutations, body === null ? null : { text: body, needed: 0 });
        put.run(change ?? mutations, state ?? body, seq, position);
        states.set(id, body === null ? null : { text: body, needed: state?.[0] ?? 0 });
      }
      db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true })) + (4 << 16)}`);
    })();
    db.exec('VACUUM');
  });
}

/** Returns null for texts that earlier releases did not pack. `needed` counts the packed texts that `base` needs. */
function packed(text: string, base: { text: string; needed: number } | null): Buffer | null {
  if (text.length < 512 || text.length > 512 * 1024) return null;
  const needed = base ? base.needed + 1 : 0;
  const isAlone = needed === 0 || needed > 20;
  const frame = zstdCompressSync(text, {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
    ...(isAlone ? {} : { dictionary: Buffer.from(base?.text ?? '') }),
  });
  return frame.length < text.length / 2 ? Buffer.concat([Buffer.of(isAlone ? 0 : needed), frame]) : null;
}

const allTexts = (lake: TestLake) =>
  inFile(lake, (db) => db.prepare('SELECT seq, position, mutations, body FROM changes ORDER BY seq').all());

function countPacked(lake: TestLake): number {
  const rows = `SELECT count(*) FROM changes WHERE 'blob' IN (typeof(mutations), typeof(body))`;
  return inFile(lake, (db) => Number(db.prepare(rows).pluck().get()));
}

test('packed history is readable while it is unpacked, even after a kill', async () => {
  const lake = await start();
  const edits = 400;
  await writeLongHistory(lake, edits, 600);
  const texts = allTexts(lake);
  const revisions = await revisionsOf(lake, 'long');
  const some = [0, 1, 19, 20, 21, 22, 41, 42, 100, edits];
  const whole = () => Promise.all(some.map((at) => stateAt(lake, 'long', revisions[at]?.id ?? '')));
  const states = await whole();
  const plainSize = await sizeAfter(lake);
  // The lake may finish unpacking before the kill.
  while (countPacked(lake) === 0) {
    await packHistory(lake);
    expect(statSync(fileOf(lake)).size).toBeLessThan(plainSize / 5);
    const all = countPacked(lake);
    await lake.start();
    await expect.poll(() => countPacked(lake)).toBeLessThan(all);
    await lake.kill();
  }
  expect(pragmasOf(lake).needed).toBe(4);

  await lake.start();
  expect(await whole()).toEqual(states);
  expect(await revisionsOf(lake, 'long')).toEqual(revisions);
  // From now on, an earlier release could open the file.
  await expect.poll(() => pragmasOf(lake).needed).toBe(0);
  expect(countPacked(lake)).toBe(0);
  expect(allTexts(lake)).toEqual(texts);
  expect(await whole()).toEqual(states);
});

test('packed history is limited by its unpacked size', async () => {
  const most = 8;
  const lake = await start({ CONTENT_LAKE_HISTORY_MB: String(most) });
  await writeLongHistory(lake, 200, 600);
  const bytes = 'SELECT sum(coalesce(octet_length(body), 0) + octet_length(mutations)) FROM changes';
  const weight = () => inFile(lake, (db) => Number(db.prepare(bytes).pluck().get()));
  expect(weight()).toBeGreaterThan(3 * most * megabyte);
  const newest = allTexts(lake).slice(-40);
  await packHistory(lake);
  expect(weight()).toBeLessThan(most * megabyte);
  await lake.start();
  await expect.poll(() => pragmasOf(lake).needed).toBe(0);
  expect(weight()).toBeLessThan(most * megabyte);
  expect(weight()).toBeGreaterThan((most - 1) * megabyte);
  expect(allTexts(lake).slice(-40)).toEqual(newest);
  expect(statSync(fileOf(lake)).size).toBeLessThan((most + 4) * megabyte);
});

test('packed states stay readable when an older one is removed later', async () => {
  const lake = await start();
  const editor = lake.client('editor');
  const text = randomText(2000);
  const create = ['much', 'little'].map((_id) => ({ create: { _id, _type: 'note', n: 0, text } }));
  await editor.mutate(create, { returnDocuments: false });
  for (let n = 1; n <= 45; n++) await editor.patch('much').set({ n }).commit({ returnDocuments: false });
  const all = await revisionsOf(lake, 'much');
  await packHistory(lake);
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'much')).length).toBe(21);
  await editor.delete('little');
  await edit(lake, 'after', 1);
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'much')).length).toBe(20);
  await expect.poll(() => pragmasOf(lake).needed).toBe(0);
  for (const [index, { id }] of all.slice(-20).entries())
    expect(await stateAt(lake, 'much', id)).toMatchObject({ n: 26 + index, text });
});

/** Returns how many migrations a release must include to open the file, and the bytes in use. */
function pragmasOf(lake: TestLake) {
  return inFile(lake, (db) => {
    const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
    const used = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
    return { needed: pragma('user_version') >> 16, used };
  });
}

const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);
