import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssetFiles } from '../../assets/asset-files.ts';
import { assetDocumentId, fileName } from '../../assets/asset-name.ts';
import { AssetDelivery } from '../../assets/delivery.ts';
import { FileCache } from '../../assets/file-cache.ts';
import { PictureProcessor } from '../../assets/picture-processor.ts';
import { LakeError } from '../../errors.ts';
import type { LakeEnv } from '../../http/request.ts';
import { writeDocument } from '../../mutations/apply.ts';
import { Dataset } from '../../store/dataset.ts';

let folder: string;
let dataset: Dataset;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delivery-'));
  dataset = new Dataset('test', path.join(folder, 'test.sqlite'));
});
afterEach(() => {
  dataset.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Requests an uploaded file with this extension. */
async function download(extension: string, query = '', headers: Record<string, string> = {}) {
  const files = new AssetFiles(path.join(folder, 'assets'));
  const asset = fileName('a'.repeat(40), extension);
  const file = files.path('test', asset);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'content');
  const cache = new FileCache(path.join(folder, 'cache'), files.incomingFolder, 1000);
  const delivery = new AssetDelivery(files, cache, new PictureProcessor());
  const app = new Hono<LakeEnv>().get('*', (c, next) => delivery.respond(c, next, dataset, asset));
  app.onError((error) => new Response(null, { status: error instanceof LakeError ? error.status : 500 }));
  return app.request(`http://localhost/files/${asset.name}${query}`, { headers });
}

test.each([
  ['html', 'application/octet-stream', 'attachment'],
  ['js', 'application/octet-stream', 'attachment'],
  ['svg', 'image/svg+xml; charset=utf-8', null],
  ['pdf', 'application/pdf', null],
])('an uploaded %s file is sent as %s', async (extension, type, disposition) => {
  const { headers } = await download(extension);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('content-disposition')).toBe(disposition);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['bill.pdf', `attachment; filename*=UTF-8''bill.pdf`],
  ['a"; x="b', `attachment; filename*=UTF-8''a%22%3B%20x%3D%22b`],
  ['बिल', `attachment; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2`],
  ['', `attachment; filename*=UTF-8''${'a'.repeat(40)}.pdf`],
])('a file is saved under the name %j, which cannot add to the header', async (name, expected) => {
  const { headers } = await download('pdf', `?dl=${encodeURIComponent(name)}`);
  expect(headers.get('content-disposition')).toBe(expected);
});

test.each([
  ['?dl', 'Rates 2026.pdf', `attachment; filename*=UTF-8''Rates%202026.pdf`],
  ['?dl=', 'Rates 2026.pdf', `attachment; filename*=UTF-8''Rates%202026.pdf`],
  ['?dl=other.pdf', 'Rates 2026.pdf', `attachment; filename*=UTF-8''other.pdf`],
  ['', 'Rates 2026.pdf', null],
  ['?dl=', '', `attachment; filename*=UTF-8''${'a'.repeat(40)}.pdf`],
  ['?dl=', 7, `attachment; filename*=UTF-8''${'a'.repeat(40)}.pdf`],
])('requested with %j, the file %j has the disposition %j', async (query, originalFilename, expected) => {
  const _id = assetDocumentId(fileName('a'.repeat(40), 'pdf'));
  const document = { _id, _type: 'sanity.fileAsset', originalFilename };
  dataset.write({ author: 'one', stage: (staging) => writeDocument(staging, 'create', document) });
  const { headers } = await download('pdf', query);
  expect(headers.get('content-disposition')).toBe(expected);
});

test.each([
  ['script', 403],
  ['iframe', 403],
  ['image', 200],
  ['document', 200],
])('an uploaded file with the destination %s gets %d', async (destination, expected) => {
  const { status } = await download('js', '', { 'sec-fetch-dest': destination });
  expect(status).toBe(expected);
});
