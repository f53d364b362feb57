import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssetFiles } from '../../assets/asset-files.ts';
import { fileName } from '../../assets/asset-name.ts';
import { AssetDelivery, headersOf } from '../../assets/delivery.ts';
import { FileCache } from '../../assets/file-cache.ts';
import { PictureProcessor } from '../../assets/picture-processor.ts';

test('a browser neither runs scripts of an uploaded file nor guesses its type', () => {
  const headers = headersOf(new Request('http://localhost/files/page.html'), 'text/html', 'hash');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

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
  const cache = new FileCache(path.join(folder, 'cache'), 1000);
  const request = new Request(`http://localhost/files/${asset.name}${query}`, { headers });
  const delivery = new AssetDelivery(files, cache, new PictureProcessor());
  return delivery.respond({ request, dataset: 'test', client: undefined }, asset);
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
});

test.each([
  ['bill.pdf', `attachment; filename="bill.pdf"; filename*=UTF-8''bill.pdf`],
  ['a"; x="b', `attachment; filename="a_; x=_b"; filename*=UTF-8''a%22%3B%20x%3D%22b`],
  ['बिल', `attachment; filename="___"; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2`],
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
  const respond = () => download('js', '', { 'sec-fetch-dest': destination });
  if (expected === 200) expect((await respond()).status).toBe(200);
  else await expect(respond()).rejects.toMatchObject({ status: expected });
});
