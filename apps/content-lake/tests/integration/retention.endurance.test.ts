import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestLake, type TestLake } from './lake.ts';

const days = 30;
let running: TestLake | undefined;
afterEach(() => running?.stop());

async function start(settings: Record<string, string> = {}): Promise<TestLake> {
  const env = { CONTENT_LAKE_HISTORY_DAYS: String(days), CONTENT_LAKE_PACK_AFTER: '0', ...settings };
  running = await startTestLake({ env });
  return running;
}

const megabyte = 1024 * 1024;

const fileOf = ({ folder }: TestLake) => path.join(folder, 'datasets/production.sqlite');

/** Stops the lake, makes everything that was written so far look as old as it is told, and starts it again. */
async function letPass(lake: TestLake, age: number, { unless = '' } = {}) {
  await lake.kill();
  const db = new Database(fileOf(lake));
  const then = new Date(Date.now() - age * 24 * 60 * 60 * 1000).toISOString();
  const times = `strftime('%Y-%m-%dT%H:%M:%fZ', ?, (seq / 1000.0) || ' seconds')`;
  db.prepare(`UPDATE transactions SET timestamp = ${times} WHERE id <> ?`).run(then, unless);
  db.close();
  await lake.start();
}

const entry = z.looseObject({ id: z.string(), effects: z.record(z.string(), z.unknown()) });
async function revisionsOf(lake: TestLake, id: string) {
  const address = `${lake.url}/v1/data/history/production/transactions/${id}?limit=1000&effectFormat=mendoza`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${lake.token('editor')}` } });
  expect(answer.status).toBe(200);
  return (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => entry.parse(JSON.parse(line)));
}

async function stateAt(lake: TestLake, id: string, revision: string): Promise<unknown> {
  const address = `${lake.url}/v1/data/history/production/documents/${id}?revision=${revision}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${lake.token('editor')}` } });
  return z.object({ documents: z.array(z.unknown()) }).parse(await answer.json()).documents[0];
}

/** `size` are the characters of a text that each edit writes anew. */
async function edit(lake: TestLake, id: string, times: number, size = 0) {
  const client = lake.client('editor');
  await client.createIfNotExists({ _id: id, _type: 'note', n: 0 });
  for (let n = 1; n <= times; n++)
    await client
      .patch(id)
      .set({ n, ...(size > 0 ? { text: randomText(size) } : {}) })
      .commit({ returnDocuments: false });
}

test('of old history the last twenty states of a document stay, and everything that is younger', async () => {
  const lake = await start();
  await edit(lake, 'busy', 40);
  await edit(lake, 'quiet', 2);
  await letPass(lake, days - 1);
  await edit(lake, 'other', 1);
  expect(await revisionsOf(lake, 'busy')).toHaveLength(41);

  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'busy')).length).toBe(20);
  expect(await revisionsOf(lake, 'quiet')).toHaveLength(3);
  const kept = await revisionsOf(lake, 'busy');
  const states = await Promise.all(kept.map(({ id }) => stateAt(lake, 'busy', id)));
  expect(states).toEqual(Array.from({ length: 20 }, (_, n) => expect.objectContaining({ n: n + 21 })));
  // The oldest that is left is an edit of what was before, not the creation of the document.
  expect(kept[0]?.effects.busy).toMatchObject({ revert: [0, { n: 20 }] });

  const [oldest] = states;
  const restored = z.looseObject({ _id: z.string(), _type: z.string() }).parse(oldest);
  await lake.client('editor').createOrReplace(restored);
  expect(await lake.client('editor').getDocument('busy')).toMatchObject({ n: 21 });
  expect(await lake.client('editor').fetch('*[_id == "quiet"][0].n')).toBe(2);
});

test('a document that was deleted long ago is forgotten, one that was deleted lately is not', async () => {
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

test('a release that was archived long ago still comes back with its documents', async () => {
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

test('numbers of transactions go on, so that nothing is told twice or not at all', async () => {
  const lake = await start();
  const editor = lake.client('editor');
  await edit(lake, 'gone', 3);
  await editor.delete('gone');
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'gone')).length).toBe(1);
  await edit(lake, 'new', 1);
  expect(await editor.fetch('*[_type == "note"]{_id, n}')).toEqual([{ _id: 'new', n: 1 }]);
});

test('what is forgotten takes no room on the disk', async () => {
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
  // Forty states, each with its mutation, are gone.
  await expect.poll(() => statSync(fileOf(lake)).size).toBeLessThan(before / 2);
});

test('history that is larger than it may be loses its oldest part, however young, and never the last twenty', async () => {
  const most = 8;
  const lake = await start({ CONTENT_LAKE_HISTORY_MB: String(most) });
  await edit(lake, 'small', 30);
  await edit(lake, 'growing', 30, 200_000);
  await edit(lake, 'grown', 30, 500_000);
  expect(pragmasOf(lake).used).toBeGreaterThan(4 * most * megabyte);
  await letPass(lake, 1 / 24);
  const counts = () =>
    Promise.all(['small', 'growing', 'grown'].map(async (id) => (await revisionsOf(lake, id)).length));
  // Of the last document twenty states alone are more than there may be.
  await expect.poll(counts).toEqual([20, 20, 20]);
  const kept = await revisionsOf(lake, 'growing');
  expect(await stateAt(lake, 'growing', kept[0]?.id ?? '')).toMatchObject({ n: 11 });
});

test('history within its size stays whole', async () => {
  const lake = await start({ CONTENT_LAKE_HISTORY_MB: '64' });
  await edit(lake, 'large', 30, 500_000);
  await letPass(lake, 1 / 24);
  await expect.poll(() => pragmasOf(lake).needed).toBe(4);
  await edit(lake, 'after', 1);
  await letPass(lake, 1 / 24);
  await edit(lake, 'after', 1);
  expect(await revisionsOf(lake, 'large')).toHaveLength(31);
});

/** The answer in full, as it is read by whoever looks at the history. */
const historyOf = (lake: TestLake, id: string, parameters: string) =>
  lake
    .request(`/v1/data/history/production/${parameters.replace('ID', id)}`, { as: 'editor' })
    .then((answer) => answer.text());

test('an edit of a long document adds little to the disk, and its history says what it said', async () => {
  const lake = await start();
  const editor = lake.client('editor');
  const blocks = Array.from({ length: 150 }, (_, n) => ({ _key: `k${n}`, text: randomText(200) }));
  await editor.create({ _id: 'long', _type: 'note', n: 0, blocks });
  const edits = 120;
  for (let n = 1; n <= edits; n++)
    await editor
      .patch('long')
      .set({ n, [`blocks[_key=="k${n % 150}"].text`]: `निविदा ${n} ${randomText(150)}` })
      .commit({ returnDocuments: false });
  await editor.createOrReplace({ _id: 'long', _type: 'note', n: edits + 1, blocks });
  await editor.delete('long');
  await editor.create({ _id: 'long', _type: 'note', n: edits + 2, blocks });
  const asked = [
    'transactions/ID?limit=1000&effectFormat=mendoza',
    'transactions/ID?limit=1000&effectFormat=mendoza&reverse=true',
    'events/documents/ID?limit=1000',
    'documents/ID?lastRevision=true',
  ];
  const before = await Promise.all(asked.map((one) => historyOf(lake, 'long', one)));
  await lake.kill();
  const size = statSync(fileOf(lake)).size;
  expect(pragmasOf(lake).needed).toBe(0);
  await lake.start();
  expect(size).toBeGreaterThan(edits * 25_000);

  await letPass(lake, 1 / 24);
  await expect.poll(() => pragmasOf(lake).used).toBeLessThan(size / 5);
  // An earlier version would misread it.
  expect(pragmasOf(lake).needed).toBe(4);
  const times = /"timestamp":"[^"]*"/g;
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll(times, ''));
  expect(plain(await Promise.all(asked.map((one) => historyOf(lake, 'long', one))))).toEqual(plain(before));
  const revisions = await revisionsOf(lake, 'long');
  for (const at of [0, 1, 19, 20, 21, 22, 41, 42, 100, edits])
    expect(await stateAt(lake, 'long', revisions[at]?.id ?? '')).toMatchObject({ _id: 'long', n: at });
  expect(await stateAt(lake, 'long', revisions[edits + 2]?.id ?? '')).toBeUndefined();

  // What is left after most is forgotten stands on its own.
  const kept = await stateAt(lake, 'long', revisions[edits - 10]?.id ?? '');
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'long')).length).toBe(20);
  expect(await stateAt(lake, 'long', revisions[edits - 10]?.id ?? '')).toEqual(kept);
  await edit(lake, 'long', 1);
  expect(await editor.fetch('*[_id == "long"][0]{n, "first": blocks[0].text}')).toEqual({
    n: 1,
    first: blocks[0]?.text,
  });
});

test('states stay readable when an older one goes later, as it was kept for another document', async () => {
  const lake = await start();
  const editor = lake.client('editor');
  const text = randomText(2000);
  const create = ['much', 'little'].map((_id) => ({ create: { _id, _type: 'note', n: 0, text } }));
  await editor.mutate(create, { returnDocuments: false });
  for (let n = 1; n <= 45; n++) await editor.patch('much').set({ n }).commit({ returnDocuments: false });
  const all = await revisionsOf(lake, 'much');
  await letPass(lake, 1);
  await expect.poll(() => pragmasOf(lake).needed).toBe(4);
  await edit(lake, 'after', 1);
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'much')).length).toBe(21);
  await editor.delete('little');
  await edit(lake, 'after', 1);
  await letPass(lake, days + 1);
  await expect.poll(async () => (await revisionsOf(lake, 'much')).length).toBe(20);
  for (const [index, { id }] of all.slice(-20).entries())
    expect(await stateAt(lake, 'much', id)).toMatchObject({ n: 26 + index, text });
});

/** Migrations that a version must know to run on the file, and bytes of it that are in use. */
function pragmasOf(lake: TestLake) {
  const db = new Database(fileOf(lake), { readonly: true });
  const [version = 0, pages = 0, free = 0, size = 0] = [
    'user_version',
    'page_count',
    'freelist_count',
    'page_size',
  ].map((name) => Number(db.pragma(name, { simple: true })));
  db.close();
  return { needed: version >> 16, used: (pages - free) * size };
}

const randomText = (length: number) => randomBytes(length).toString('base64').slice(0, length);
