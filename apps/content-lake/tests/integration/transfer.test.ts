import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { SanityClient } from '@sanity/client';
import { unpackTar } from 'modern-tar/fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lakeCommand, startTestLake, type TestLake } from './lake.ts';

const work = mkdtempSync(path.join(tmpdir(), 'transfer-'));
let running: TestLake;
let client: SanityClient;

beforeAll(async () => {
  running = await startTestLake();
  client = running.client('administrator', { apiVersion: '2026-02-01' });
});
afterAll(async () => {
  await running?.stop();
  rmSync(work, { recursive: true, force: true });
});

const lake = (folder: string, ...args: string[]) => lakeCommand(running, folder, args);

async function succeed(folder: string, ...args: string[]): Promise<string> {
  const outcome = await lake(folder, ...args);
  expect(outcome.code, outcome.stderr + outcome.stdout).toBe(0);
  return outcome.stdout;
}

/** Reads an export: documents and assets by id, the bytes of every file by name. */
async function contents(archive: string) {
  const folder = mkdtempSync(path.join(work, 'unpacked-'));
  await pipeline(createReadStream(archive), createGunzip(), unpackTar(folder));
  const [inner = ''] = readdirSync(folder);
  const root = path.join(folder, inner);
  const lines = readFileSync(path.join(root, 'data.ndjson'), 'utf8').trim().split('\n');
  const documents = lines.map((line) => withoutRevision(JSON.parse(line)));
  const assets = Object.entries<Record<string, unknown>>(
    JSON.parse(readFileSync(path.join(root, 'assets.json'), 'utf8')),
  );
  const files = ['images', 'files'].flatMap((kind) =>
    readdirSync(path.join(root, kind)).map((name) => [
      `${kind}/${name}`,
      readFileSync(path.join(root, kind, name)).toString('base64'),
    ]),
  );
  return {
    documents: documents.sort((a, b) => String(a._id).localeCompare(String(b._id))),
    assets: Object.fromEntries(assets.map(([id, asset]) => [id, withoutRevision(asset)])),
    files: Object.fromEntries(files),
  };
}

/** Removes revisions, as an import is a new transaction and sets new revisions. */
function withoutRevision({ _rev, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

async function makeContent() {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>',
  );
  const image = await client.assets.upload('image', photo, {
    filename: 'photo.jpg',
    title: 'A photo',
    label: 'label',
  });
  const vector = await client.assets.upload('image', drawing, { filename: 'drawing.svg' });
  const movie = await client.assets.upload('file', Buffer.from('not really'), { filename: 'movie.mp4' });
  const unused = await client.assets.upload('file', Buffer.from('nobody refers to this'), {
    filename: 'notes.txt',
  });
  const reference = (_ref: string) => ({ _type: 'reference', _ref });
  const old = '2020-02-02T02:02:02Z';
  await client
    .transaction()
    .create({ _id: 'author', _type: 'author', name: 'सीमा', _createdAt: old })
    .create({
      _id: 'about',
      _type: 'page',
      _createdAt: old,
      title: 'من نحن "quoted" \u2028 line',
      author: reference('author'),
      weak: { ...reference('not-there'), _weak: true },
      picture: {
        _type: 'image',
        asset: reference(image._id),
        hotspot: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
      },
      sections: [
        {
          _key: 'a',
          _type: 'gallery',
          images: [{ _key: 'b', _type: 'image', asset: reference(vector._id), alt: 'x' }],
        },
        { _key: 'c', _type: 'links', page: reference('author') },
      ],
      film: { _type: 'file', asset: reference(movie._id) },
      empty: { list: [], object: {}, nothing: null, zero: 0, no: false },
    })
    .create({ _id: 'drafts.about', _type: 'page', title: 'A draft', author: reference('author') })
    .create({ _id: 'drafts.new', _type: 'page', title: 'Never published' })
    .commit();
  // A second revision, so that the creation and update times differ.
  await client.patch('author').set({ role: 'editor' }).commit();
  return { unused: unused._id };
}

describe('export, import into an empty lake, export', () => {
  const first = path.join(work, 'first.tar.gz');
  const second = path.join(work, 'second.tar.gz');
  const third = path.join(work, 'third.tar.gz');
  const empty = path.join(work, 'empty-lake');

  test('restores the same documents, times and files, whether or not the lake is running', async () => {
    const { unused } = await makeContent();
    expect(await succeed(running.folder, 'export', first)).toMatch(/Exported 4 documents and 4 assets/);
    // No lake runs on this folder, so the command starts one.
    expect(await succeed(empty, 'import', first)).toMatch(/Imported 4 documents into "production"/);
    expect(await succeed(empty, 'export', second)).toMatch(/Exported 4 documents and 4 assets/);
    const before = await contents(first);
    const after = await contents(second);
    expect(after).toEqual(before);
    expect(before.documents.find(({ _id }) => _id === 'about')).toMatchObject({
      _createdAt: '2020-02-02T02:02:02Z',
      picture: { _sanityAsset: expect.stringMatching(/^image@file:/), hotspot: { x: 0.1 } },
      weak: { _ref: 'not-there', _weak: true },
    });
    expect(Object.keys(before.files)).toHaveLength(4);
    expect(Object.keys(before.assets)).toContain(unused.split('-').slice(0, 2).join('-'));
  });

  test('a second import fails without --replace or --missing', async () => {
    const refused = await lake(empty, 'import', first);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/already exists[\s\S]*--replace[\s\S]*--missing/);
    await succeed(empty, 'import', first, '--missing');
    await succeed(empty, 'import', first, '--replace');
    await succeed(empty, 'export', third);
    expect(await contents(third)).toEqual(await contents(first));
  });

  test('leaves no token behind', async () => {
    expect(await succeed(empty, 'tokens')).toMatch(/^There are no tokens\.$/m);
  });
});

describe('a seed folder', () => {
  const seed = path.join(work, 'seed');
  beforeAll(() => {
    mkdirSync(path.join(seed, 'images'), { recursive: true });
    writeFileSync(
      path.join(seed, 'images/shop.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 6"><rect width="12" height="6"/></svg>',
    );
    const page = {
      _id: 'seeded',
      _type: 'page',
      picture: { _type: 'image', _sanityAsset: 'image@file://./images/shop.svg' },
    };
    writeFileSync(path.join(seed, 'data.ndjson'), `${JSON.stringify(page)}\n`);
  });

  test.each(['folder', 'NDJSON file'])('is imported as a %s into a running lake', async (kind) => {
    await succeed(
      running.folder,
      'import',
      kind === 'folder' ? seed : path.join(seed, 'data.ndjson'),
      '--replace',
    );
    const picture = await client.fetch(
      `*[_id == "seeded"][0].picture.asset->{mimeType, url, "size": metadata.dimensions}`,
    );
    expect(picture).toMatchObject({ mimeType: 'image/svg+xml', size: { width: 12, height: 6 } });
    expect((await fetch(picture.url)).status).toBe(200);
  });
});

describe('reports an error for', () => {
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(work, name), content);
    return path.join(work, name);
  };
  test.each([
    [
      'a file that is not there',
      () => ['import', path.join(work, 'nope.tar.gz')],
      /There is no file or folder .*nope/,
    ],
    [
      'a picture',
      () => ['import', file('x.png', Buffer.from([137, 80, 78, 71]))],
      /neither a tar\.gz export nor an NDJSON/,
    ],
    [
      'a broken archive',
      () => ['import', file('x.tar.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]))],
      /damaged or incomplete/,
    ],
    ['a line that is not JSON', () => ['import', file('x.ndjson', '{"_type":"page"}\n{oops')], /line #2/],
    ['a folder without data', () => ['import', mkdtempSync(path.join(work, 'void-'))], /no \.ndjson/],
    [
      'a dataset that is not there',
      () => ['export', path.join(work, 'x.out'), '--dataset', 'nope'],
      /no dataset "nope".*production/,
    ],
    [
      'a folder to write to that is not there',
      () => ['export', path.join(work, 'no/where.tar.gz')],
      /does not exist/,
    ],
    ['an unknown command', () => ['frobnicate'], /no command "frobnicate"/],
    ['an unknown option', () => ['import', 'x', '--bogus'], /Unknown option/],
    [
      'an unknown role',
      () => ['token', '--name', 'x', '--role', 'king'],
      /--role must be one of administrator/,
    ],
    ['an unknown token', () => ['revoke', 'nope'], /no token with the id nope/],
  ])('%s', async (_what, args, message) => {
    const outcome = await lake(running.folder, ...args());
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).not.toMatch(/\n\s+at /);
  });

  test('a failed export leaves an older one unchanged', async () => {
    const target = file('kept.tar.gz', 'older');
    await lake(running.folder, 'export', target, '--dataset', 'nope');
    expect(readFileSync(target, 'utf8')).toBe('older');
    expect(existsSync(`${target}.unfinished`)).toBe(false);
  });
});

test('a token works until it is revoked', async () => {
  const token = (await succeed(running.folder, 'token', '--name', 'a program', '--role', 'viewer')).trim();
  const me = () => fetch(`${running.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  const line =
    (await succeed(running.folder, 'tokens')).split('\n').find((one) => one.includes('a program')) ?? '';
  expect(line).not.toContain(token);
  await succeed(running.folder, 'revoke', line.split(' ')[0] ?? '');
  expect((await me()).status).toBe(401);
});
