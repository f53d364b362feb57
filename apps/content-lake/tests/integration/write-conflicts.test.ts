import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@sanity/client';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { startLake } from '../../start.ts';
import { freePort } from '../../transfer/with-lake.ts';
import { creations, errorOf } from './lake.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'content-lake-'));
const port = await freePort();
const { lake, close } = await startLake(
  readConfig({ CONTENT_LAKE_PORT: String(port), CONTENT_LAKE_DATA_DIR: folder }),
);
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const client = createClient({
  projectId: 'local',
  dataset: 'production',
  apiHost: `http://localhost:${port}`,
  useProjectHostname: false,
  apiVersion: '2025-01-01',
  useCdn: false,
  maxRetries: 0,
  token: lake.control.credentials.createToken({ name: 'test', role: 'administrator' }).token,
});

/** After each of the next `overtakes` queries, another client creates a document. */
let overtakes = 0;
const run = lake.queries.run.bind(lake.queries);
lake.queries.run = async (...query) => {
  const result = await run(...query);
  if (overtakes-- > 0) await client.create({ _type: 'page', title: 'New' });
  return result;
};

await client.mutate(creations({ _id: 'page', _type: 'page' }));
const patchBy = (query: string) => client.mutate([{ patch: { query, set: { title: 'Changed' } } }]);

test('a query that returns no documents is refused, even during other writes', async () => {
  overtakes = 100;
  expect(await errorOf(patchBy('[1, 2, 3]'))).toMatchObject({
    status: 400,
    error: { description: 'The query of a mutation must return documents' },
  });
});

test('a query runs again if other writes changed its result', async () => {
  overtakes = 3;
  const before = await client.fetch('count(*)');
  const { documentIds } = await patchBy('*[_type == "page"]');
  expect(documentIds).toHaveLength(before + 3);
  expect(await client.fetch('count(*[title == "New"])')).toBe(0);
});

test('a query whose result keeps changing ends with 409', async () => {
  overtakes = 100;
  expect(await errorOf(patchBy('*[_type == "page"]'))).toMatchObject({ status: 409 });
});
