import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { announceChanges } from '#web/seo/announce.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { startStack } from '../../support/stack.ts';
import { siteUrl } from '../site/fetched-site.ts';

const key = 'a1b2c3d4-e5f6';
const announcement = z.strictObject({
  host: z.string(),
  key: z.string(),
  keyLocation: z.string(),
  urlList: z.array(z.string()),
});

/** The URLs that the fake search engine received. */
const received: z.infer<typeof announcement>[] = [];
let status = 200;
const engine = createServer(async (request, response) => {
  const submission = announcement.parse(await json(request));
  if (status < 300) received.push(submission);
  response.writeHead(status).end();
});
const folder = mkdtempSync(`${tmpdir()}/announcing-`);
let api = '';
let db: Database;
beforeAll(async () => {
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => engine.listen(port, resolve));
  api = `http://localhost:${port}/indexnow`;
  db = await openDatabase({ databaseUrl: undefined, folder });
});
afterAll(async () => {
  await db.destroy();
  engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const announce = (pages: Record<string, string>) =>
  announceChanges(db, { siteUrl, indexNow: { key, api } }, async () =>
    Object.entries(pages).map(([path, modifiedAt]) => ({ url: `${siteUrl}${path}`, modifiedAt })),
  );
const lastReceived = () => received.at(-1)?.urlList.map((url) => url.slice(siteUrl.length));

test('new, changed and removed pages are submitted once, and again only after a failure', async () => {
  expect(await announce({ '/a': '2026-01-01', '/b': '2026-01-01' })).toBe(2);
  expect(received.at(-1)).toEqual({
    host: new URL(siteUrl).host,
    key,
    keyLocation: `${siteUrl}/indexnow.txt`,
    urlList: [`${siteUrl}/a`, `${siteUrl}/b`],
  });
  expect(await announce({ '/a': '2026-01-01', '/b': '2026-01-01' })).toBe(0);
  const changed = { '/b': '2026-02-02', '/c': '2026-02-02' };
  status = 429;
  expect(await announce(changed)).toBe(0);
  status = 202;
  expect(await announce(changed)).toBe(3);
  expect(lastReceived()).toEqual(['/b', '/c', '/a']);
  expect(await announce(changed)).toBe(0);
});

test('many pages are submitted in batches, each page once', async () => {
  const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`/city-${n}`, '2026-01-01']));
  const before = received.length;
  expect(await announce(many)).toBe(12_002);
  expect(received.slice(before).map(({ urlList }) => urlList.length)).toEqual([5000, 5000, 2002]);
  expect(await announce(many)).toBe(0);
});

test('a site that has moved submits only its new URLs', async () => {
  const moved = 'https://new.agency.example';
  const read = async () => [{ url: `${moved}/a`, modifiedAt: '2026-01-01' }];
  expect(await announceChanges(db, { siteUrl: moved, indexNow: { key, api } }, read)).toBe(1);
  expect(received.at(-1)).toMatchObject({ host: 'new.agency.example', urlList: [`${moved}/a`] });
});

test('a site with IndexNow enabled submits its pages and serves its key', async () => {
  const env = { SITE_URL: siteUrl, INDEXNOW_KEY: key, INDEXNOW_API_URL: api };
  const stack = await startStack({ parts: ['lake', 'site'], env });
  try {
    const sitemap = await (await fetch(`${stack.siteUrl}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(listed.length).toBeGreaterThan(40);
    await expect.poll(() => received.at(-1)?.urlList).toEqual(listed);
    const shown = await fetch(`${stack.siteUrl}/indexnow.txt`);
    expect([shown.status, await shown.text()]).toEqual([200, key]);
  } finally {
    await stack.stop();
  }
  const closed = await startStack({ parts: ['site'], seed: false, env: { ...env, ALLOW_INDEXING: 'false' } });
  expect((await fetch(`${closed.siteUrl}/indexnow.txt`)).status).toBe(404);
  await closed.stop();
});
