import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lakeCommand, sharedLake } from './lake.ts';

const work = mkdtempSync(path.join(tmpdir(), 'transfer-'));
const running = await sharedLake();
const client = running.client('administrator', { apiVersion: '2026-02-01' });
afterAll(() => rmSync(work, { recursive: true, force: true }));

const lake = (folder: string, ...args: string[]) => lakeCommand(running, folder, args);

async function succeed(folder: string, ...args: string[]): Promise<string> {
  const outcome = await lake(folder, ...args);
  expect(outcome.code, outcome.stderr + outcome.stdout).toBe(0);
  return outcome.stdout;
}

describe('an export', () => {
  const archive = path.join(work, 'first.tar.gz');
  const empty = path.join(work, 'empty-lake');

  test('is imported whether or not the lake is running', async () => {
    await client.create({ _id: 'about', _type: 'page', title: 'من نحن' });
    expect(await succeed(running.folder, 'export', archive)).toMatch(/Exported 1 document/);
    // No lake runs on this folder, so the command starts one.
    expect(await succeed(empty, 'import', archive)).toMatch(/Imported 1 document.* into "production"/);
    expect(await succeed(empty, 'export', path.join(work, 'second.tar.gz'))).toMatch(/Exported 1 document/);
  });

  test('is imported a second time only with --replace or --missing', async () => {
    const refused = await lake(empty, 'import', archive);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/already exists[\s\S]*--replace[\s\S]*--missing/);
    await succeed(empty, 'import', archive, '--missing');
    await succeed(empty, 'import', archive, '--replace');
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
      'a file that is no archive',
      () => ['import', file('x.png', Buffer.from([137, 80, 78, 71]))],
      /no tar\.gz export, or it is damaged/,
    ],
    ['a line that is not JSON', () => ['import', file('x.ndjson', '{"_type":"page"}\n{oops')], /line #2/],
    ['a folder without data', () => ['import', mkdtempSync(path.join(work, 'void-'))], /no \.ndjson/],
    [
      'a dataset that is not there',
      () => ['export', path.join(work, 'x.out'), '--dataset', 'nope'],
      /no dataset "nope".*production/,
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
