import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportDataset } from '@sanity/export';
import { sanityImport } from '@sanity/import';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { makeFullDataset, stateOf } from './full-dataset.ts';
import { errorOf, lakeCommand, lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const other = await lakeOfThisFile();
const third = await lakeOfThisFile();
const client = lake.client('administrator', { apiVersion: '2025-02-19' });
const elsewhere = other.client('administrator', { apiVersion: '2025-02-19' });
const work = mkdtempSync(path.join(tmpdir(), 'sanity-importer-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Removes what Sanity's import changes: update times, and `_key`s, which may be added. */
function comparable(state: Awaited<ReturnType<typeof stateOf>>) {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([field]) => field !== '_key' && field !== '_updatedAt');
    return Object.fromEntries(entries.map(([field, child]) => [field, plain(child)]));
  };
  const documents = Object.entries(state.documents).map(([id, document]) => {
    const { _createdAt, ...rest } = document;
    return [id, plain(document.path ? rest : document)];
  });
  return { documents: Object.fromEntries(documents), files: state.files };
}

test("Sanity's importer imports a dataset with releases, and again into the same lake", async () => {
  await makeFullDataset(client);
  const archive = path.join(work, 'full.tar.gz');
  await exportDataset({ client, dataset: 'production', outputPath: archive });
  const before = await stateOf(lake);
  const importInto = (to: typeof client) =>
    sanityImport(createReadStream(archive), {
      client: to,
      operation: 'createOrReplace',
      releasesOperation: 'replace',
    });
  await importInto(elsewhere);
  expect(comparable(await stateOf(other))).toEqual(comparable(before));
  await importInto(client);
  expect(comparable(await stateOf(lake))).toEqual(comparable(before));
});

test("the lake imports the export of Sanity's program", async () => {
  const before = comparable(await stateOf(lake));
  const archive = path.join(work, 'theirs.tar.gz');
  await exportDataset({ client, dataset: 'production', outputPath: archive });
  const { code, stderr } = await lakeCommand(third, third.folder, ['import', archive]);
  expect(code, stderr).toBe(0);
  expect(comparable(await stateOf(third))).toEqual(before);
});

test('keeps the metadata of pictures from hosted Sanity', async () => {
  const folder = path.join(work, 'hosted');
  mkdirSync(path.join(folder, 'images'), { recursive: true });
  const picture = await sharp({ create: { width: 9, height: 7, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  writeFileSync(path.join(folder, 'images/a-9x7.jpg'), picture);
  const cover = { _type: 'image', _sanityAsset: 'image@file://./images/a-9x7.jpg' };
  writeFileSync(path.join(folder, 'data.ndjson'), JSON.stringify({ _id: 'hosted', _type: 'page', cover }));
  const metadata = {
    _type: 'sanity.imageMetadata',
    blurHash: 'V2C?9:4n4n',
    dimensions: { _type: 'sanity.imageDimensions', width: 9, height: 7, aspectRatio: 9 / 7 },
    hasAlpha: false,
    isOpaque: true,
    lqip: 'data:image/jpeg;base64,/9j/2w==',
    palette: { _type: 'sanity.imagePalette', dominant: { background: '#008080', population: 1 } },
  };
  const known = { originalFilename: 'teal.jpg', altText: 'Teal', metadata, size: picture.length };
  const id = `image-${createHash('sha1').update(picture).digest('hex')}`;
  writeFileSync(path.join(folder, 'assets.json'), JSON.stringify({ [id]: known, 'image-0': {} }));
  await sanityImport(folder, { client: elsewhere });
  const asset = await elsewhere.fetch('*[_id == "hosted"][0].cover.asset->');
  expect(asset).toMatchObject({ originalFilename: 'teal.jpg', altText: 'Teal', metadata });
});

test('release.import creates a release in its state', async () => {
  const action = (releaseId: string, more: object) => ({
    actionType: 'sanity.action.release.import' as const,
    releaseId,
    ifExists: 'fail' as const,
    attributes: {
      _id: `_.releases.${releaseId}`,
      _type: 'system.release',
      name: releaseId,
      state: 'active',
      metadata: { title: 'First' },
      ...more,
    },
  });
  const title = () =>
    client.fetch('*[_id == "_.releases.given"][0].metadata.title', {}, { perspective: 'raw' });
  await client.action(action('given', {}));
  expect((await errorOf(client.action(action('given', {})))).status).toBe(409);
  const second = action('given', { metadata: { title: 'Second' } });
  await client.action({ ...second, ifExists: 'ignore' });
  expect(await title()).toBe('First');
  await client.action({ ...second, ifExists: 'replace' });
  expect(await title()).toBe('Second');
  for (const wrong of [{ name: 'other' }, { _id: '_.releases.other' }, { _type: 'page' }, { state: 'x' }])
    expect((await errorOf(client.action(action('wrong', wrong)))).status).toBe(400);
  // The release's time has passed, but an import publishes nothing.
  await client.action(action('missed', { state: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }));
  expect(await client.releases.get({ releaseId: 'missed' })).toMatchObject({ state: 'active' });
  expect(await client.releases.get({ releaseId: 'missed' })).not.toHaveProperty('publishAt');
});
