import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFullDataset, stateOf } from './full-dataset.ts';
import { lakeCommand, lakeOfThisFile, reference, type TestLake } from './lake.ts';

const lake = await lakeOfThisFile();
const other = await lakeOfThisFile();
const client = lake.client('administrator');
const work = mkdtempSync(path.join(tmpdir(), 'moving-'));
const archive = path.join(work, 'full.tar.gz');
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function succeed(to: TestLake, ...args: string[]) {
  const { code, stdout, stderr } = await lakeCommand(to, to.folder, args);
  expect(code, stderr + stdout).toBe(0);
}

beforeAll(async () => {
  await makeFullDataset(client);
  await succeed(lake, 'export', archive);
});

test('importing a dataset with releases, drafts and pictures restores it, in an empty lake and in its own', async () => {
  const before = await stateOf(lake);
  expect(Object.keys(before.files)).toHaveLength(52);
  expect(Object.keys(before.documents).filter((id) => id.startsWith('_.releases.'))).toHaveLength(5);
  await succeed(other, 'import', archive);
  expect(await stateOf(other)).toEqual(before);
  await succeed(lake, 'import', archive, '--replace');
  expect(await stateOf(lake)).toEqual(before);
  await succeed(lake, 'import', archive, '--missing');
  expect(await stateOf(lake)).toEqual(before);
});

test('an import restores what was changed or deleted since the export', async () => {
  const before = await stateOf(lake);
  const [picture = ''] = Object.keys(before.files).filter((id) => id.startsWith('image-'));
  await client.patch(picture).set({ title: 'Another' }).commit();
  await client.patch('page-7').set({ title: 'Another' }).unset(['cover', 'parts']).commit();
  await client.delete('drafts.new');
  await client.action({ actionType: 'sanity.action.release.unschedule', releaseId: 'planned' });
  await succeed(lake, 'import', archive, '--replace');
  expect(await stateOf(lake)).toEqual(before);
});

const page = (_id: string, more = {}) => ({ _id, _type: 'page', ...more });
const picture = (name: string) => ({ _type: 'image', _sanityAsset: `image@file://./images/${name}` });
const release = (more: object) => ({
  _id: '_.releases.wrong',
  _type: 'system.release',
  name: 'wrong',
  state: 'active',
  metadata: {},
  ...more,
});

test.each<[what: string, documents: object[], message: RegExp]>([
  ['an id that is none', [page('not an id')], /Invalid document ID/],
  ['an id of the system', [page('_.something')], /reserved for system documents/],
  ['no type', [{ _id: 'untyped' }], /line #2 .*_type is missing/],
  ['the same document twice', [page('twice'), page('twice')], /line #3 .*repeats the document "twice"/],
  ['a reference to nothing', [page('lost', { to: reference('nowhere') })], /"lost" refers to "nowhere"/],
  ['a picture that is broken', [page('broken', { cover: picture('broken.png') })], /broken\.png was refused/],
  [
    'a picture that is not there',
    [page('lost', { cover: picture('lost.png') })],
    /does not have .*lost\.png/,
  ],
  ['the document of an asset', [{ _id: 'image-a', _type: 'sanity.imageAsset' }], /export without --raw/],
  ['a release in no state', [release({ state: 'publishing' })], /not a release: state/],
  ['a field that programs take for their own', [page('own', { hasOwnProperty: 1 })], /hasOwnProperty/],
  [
    'a reference to another dataset',
    [page('far', { to: reference('x', { _dataset: 'y' }) })],
    /another dataset/,
  ],
])('an import with %s is refused before it writes', async (_what, documents, message) => {
  const before = await stateOf(lake);
  const folder = mkdtempSync(path.join(work, 'refused-'));
  mkdirSync(path.join(folder, 'images'));
  writeFileSync(path.join(folder, 'images/broken.png'), 'no picture');
  const lines = [page('page-1', { title: 'Replaced' }), ...documents].map((one) => JSON.stringify(one));
  writeFileSync(path.join(folder, 'data.ndjson'), lines.join('\n'));
  // Only the test that imports `broken.png` has the file.
  if (!lines.join().includes('broken.png')) rmSync(path.join(folder, 'images/broken.png'));
  const { code, stderr } = await lakeCommand(lake, lake.folder, ['import', folder, '--replace']);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  expect(await stateOf(lake)).toEqual(before);
});

test('handwritten objects get keys, exported ones stay unchanged', async () => {
  const folder = mkdtempSync(path.join(work, 'keys-'));
  const list = [{ a: 1 }, { _key: 'b', b: [{ c: 2 }] }];
  const lines = [page('written', { list }), page('exported', { list, _rev: 'abc' })];
  writeFileSync(path.join(folder, 'data.ndjson'), lines.map((one) => JSON.stringify(one)).join('\n'));
  await succeed(other, 'import', folder);
  const key = expect.stringMatching(/^\w{8,}$/);
  const { documents } = await stateOf(other);
  expect(documents.written?.list).toEqual([
    { _key: key, a: 1 },
    { _key: 'b', b: [{ _key: key, c: 2 }] },
  ]);
  expect(documents.exported?.list).toEqual(list);
});
