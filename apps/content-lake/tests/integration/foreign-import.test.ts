import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, expect, test } from 'vitest';
import { lakeCommand, lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const client = lake.client('administrator');
const work = mkdtempSync(path.join(tmpdir(), 'foreign-import-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"/>';
const secret = path.join(work, 'secret.svg');
writeFileSync(secret, drawing);
const lines = (assets: string[]) =>
  assets
    .map((_sanityAsset, n) => ({
      _id: `foreign-${n}`,
      _type: 'page',
      deep: [{ picture: { _sanityAsset } }],
    }))
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
const data = { name: 'data.ndjson', body: '{"_id":"foreign","_type":"page"}\n' };

function folder(assets: string[]): string {
  const made = mkdtempSync(path.join(work, 'foreign-'));
  mkdirSync(path.join(made, 'images'));
  writeFileSync(path.join(made, 'outside.svg'), drawing);
  writeFileSync(path.join(made, 'data.ndjson'), lines(assets));
  return made;
}
type Entry = { name: string; body?: string; type?: 'directory' | 'symlink' | 'link'; linkname?: string };
async function archive(...entries: Entry[]): Promise<string> {
  const parts = entries.map(({ body = '', ...rest }) => ({
    header: { type: 'file' as const, size: body.length, ...rest },
    body,
  }));
  const made = path.join(mkdtempSync(path.join(work, 'archive-')), 'foreign.tar.gz');
  writeFileSync(made, gzipSync(await packTar(parts)));
  return made;
}
/** Expects an import to fail without writing to the lake or leaving files on the disk. */
async function refusedImport(source: string): Promise<string> {
  const temporary = mkdtempSync(path.join(work, 'tmp-'));
  const before = await client.fetch('count(*)');
  const { code, stderr } = await lakeCommand(lake, lake.folder, ['import', source, '--replace'], {
    TMPDIR: temporary,
  });
  expect([code, readdirSync(temporary), await client.fetch('count(*)')]).toEqual([1, [], before]);
  expect(stderr).not.toMatch(/\n\s+at /);
  return stderr;
}

test.each([
  ['this machine', ['/etc/hostname', secret, '//localhost/etc/hostname'].map((one) => `file@file://${one}`)],
  [
    'addresses',
    ['http://127.0.0.1:1/x', 'https://cdn.sanity.io/x.png', 'data://x'].map((one) => `image@${one}`),
  ],
  [
    'its own folder',
    ['outside.svg', 'images/../outside.svg', 'images/%2e%2e/outside.svg'].map(
      (one) => `image@file://./${one}`,
    ),
  ],
  ['nothing', ['image@file://./images/not-there.svg', 'image@file://./images/a%2Fb.svg', 'nonsense']],
])('uploads no files from %s', async (_where, assets) => {
  const made = folder(assets);
  for (const message of await Promise.all([made, path.join(made, 'data.ndjson')].map(refusedImport)))
    for (const one of [...assets, 'Nothing was imported', 'image@file://./images/NAME'])
      expect(message).toContain(one);
});

test('does not follow links, even inside its folders', async () => {
  const made = folder(['image@file://./images/link.svg']);
  symlinkSync(secret, path.join(made, 'images/link.svg'));
  const unnamed = folder([]);
  writeFileSync(path.join(unnamed, 'data.ndjson'), data.body);
  symlinkSync(work, path.join(unnamed, 'files'));
  const messages = await Promise.all([made, unnamed].map(refusedImport));
  expect(messages).toEqual([expect.stringContaining('images/link.svg'), expect.stringContaining('files/')]);
});

test('an archive may contain regular files only, up to a size limit', async () => {
  const link = { name: 'images/x.svg', type: 'symlink', linkname: secret } as const;
  const many = Array.from({ length: 100_001 }, () => ({ name: 'images/', type: 'directory' as const }));
  const cases: [Entry[], RegExp][] = [
    [[data, link], /images\/x\.svg is a symlink/],
    [[data, { ...link, linkname: '../data.ndjson' }], /is a symlink/],
    [[data, { ...link, type: 'link', linkname: 'data.ndjson' }], /is a link/],
    [[data, { name: '../escaped.svg', body: drawing }], /cannot be unpacked/],
    [[data, { name: 'zeros', body: '\0'.repeat(120 * 1024 * 1024) }], /unpacks to more than 100 MB/],
    [[data, ...many], /unpacks to more than 100000 files/],
  ];
  const messages = await Promise.all(
    cases.map(async ([entries]) => refusedImport(await archive(...entries))),
  );
  expect(messages).toEqual(cases.map(([, message]) => expect.stringMatching(message)));
});
