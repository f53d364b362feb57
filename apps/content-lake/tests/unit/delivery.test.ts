import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssetFiles } from '../../assets/asset-files.ts';
import { fileName } from '../../assets/asset-name.ts';
import { AssetDelivery } from '../../assets/delivery.ts';
import { FileCache } from '../../assets/file-cache.ts';
import { PictureProcessor } from '../../assets/picture-processor.ts';
import { LakeError } from '../../errors.ts';
import type { LakeEnv } from '../../http/request.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delivery-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Requests an uploaded file with this extension. */
async function download(extension: string, query = '', headers: Record<string, string> = {}) {
  const files = new AssetFiles(path.join(folder, 'assets'));
  const asset = fileName('a'.repeat(40), extension);
  const file = files.path('test', asset);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'content');
  const cache = new FileCache(path.join(folder, 'cache'), files.incomingFolder, 1000);
  const delivery = new AssetDelivery(files, cache, new PictureProcessor());
  const app = new Hono<LakeEnv>().get('*', (c, next) => delivery.respond(c, next, 'test', asset));
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
  ['', 'attachment'],
])('a file is saved under the name %j, which cannot add to the header', async (name, expected) => {
  const { headers } = await download('pdf', `?dl=${encodeURIComponent(name)}`);
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
