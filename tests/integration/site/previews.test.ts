import { createServer } from 'node:http';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sharePath, sharePrefix, shareType } from '#web/contracts/preview-share.ts';
import { eventually } from '../../support/eventually.ts';
import { isFull } from '../../support/extent.ts';
import { listen } from '../../support/listen.ts';
import { previewPath } from '../../support/preview.ts';
import { pathOf, seedDocuments } from '../../support/seed-content.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { startStack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';
import { cookieOf } from '../accounts/visitor.ts';
import { markerPattern, seedWithMarkers } from './seed-with-markers.ts';

const stack = await sharedStack('seeded');

const send = (address: string, cookie = '') =>
  fetch(new URL(address, stack.siteUrl), { redirect: 'manual', headers: { cookie } });
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
const textAt = async (address: string, cookie?: string) => (await send(address, cookie)).text();
const markersIn = (text: string) => text.match(markerPattern) ?? [];

/** Starts an editor's preview, as the Studio does. */
async function beginPreview(): Promise<string> {
  const response = await send(await previewPath(stack));
  return [...cookiesOf(response), cookieOf(stack, 'editor')].join('; ');
}

describe('a share link', () => {
  const heading = (id: string) => ({ id, text: `A draft of ${id}` });
  const [about, contact] = [heading('page-about'), heading('page-contact')];
  const content = () => stack.client('editor', { perspective: 'raw' });
  const share = async (until = Date.now() + 60_000, name = 'a-secret-of-its-own') => {
    const record = { _id: sharePrefix + name, _type: shareType, document: about.id };
    await content().createOrReplace({ ...record, until: new Date(until).toISOString() });
    return sharePath(record._id);
  };
  const enter = async (link: string) => {
    const response = await send(link);
    expect([response.status, response.headers.get('location')]).toEqual([307, '/about']);
    return cookiesOf(response).join('; ');
  };
  /** Returns a function that waits until the event stream reports the end of the preview. */
  const untilOver = async (guest: string) => {
    const response = await send('/api/draft-mode/events', guest);
    expect(response.status).toBe(200);
    return async () => expect(await response.text()).toContain('event: over');
  };

  beforeAll(async () => {
    for (const { id, text } of [about, contact]) {
      const published = await content().getDocument(id);
      const [first, ...others] = published?.sections ?? [];
      await content().createOrReplace({
        ...published,
        _id: `drafts.${id}`,
        _type: 'page',
        sections: [{ ...first, heading: text }, ...others],
      });
    }
  });

  test('opens one page with drafts, and all others as published', async () => {
    const guest = await enter(await share());
    expect(await textAt('/about', guest)).toContain(about.text);
    for (const address of ['/about', '/contact', '/'])
      expect(await textAt(address)).not.toContain('A draft of');
    for (const address of ['/contact', '/', '/opengraph-image/contact', '/articles/feed.xml'])
      expect(await textAt(address, guest), address).not.toContain('A draft of');
    const [bypass = '', pass = ''] = guest.split('; ');
    const forged = pass.replace('a-secret-of-its-own', '');
    for (const cookies of [bypass, pass, `${bypass}; ${forged}`, `${bypass}; preview-pass=9999999999999..`])
      expect(await textAt('/about', cookies), cookies).not.toContain(about.text);
    expect((await send('/api/draft-mode/enable?share=guessed')).status).toBe(410);
  });

  test('ends its previews soon after it is switched off, and when it expires', async () => {
    const link = await share();
    const guest = await enter(link);
    const over = await untilOver(guest);
    await content().delete(`${sharePrefix}a-secret-of-its-own`);
    expect(await textAt('/about', guest)).not.toContain(about.text);
    await over();
    expect([(await send(link)).status, (await send('/api/draft-mode/events', guest)).status]).toEqual([
      410, 403,
    ]);

    const until = Date.now() + timeouts.attempt / 4;
    const late = await enter(await share(until, 'a-short-one'));
    const end = await untilOver(late);
    await end();
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    expect(await textAt('/about', late)).not.toContain(about.text);
  });
});

test('the event stream of a guest whose share is checked slowly does not start after the browser disconnected, and reports the end once', async () => {
  const until = new Date(Date.now() + 600_000).toISOString();
  const shared = { until, document: { _type: 'page', slug: 'about' } };
  /** Delayed responses to queries for the share. Undefined while responses are sent at once. */
  let held: ((result: object | null) => void)[] | undefined;
  let listening = 0;
  const content = createServer(({ url = '' }, response) => {
    if (url.includes('/data/listen/')) {
      listening += 1;
      response.on('close', () => {
        listening -= 1;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: welcome\ndata: {}\n\n');
      return;
    }
    const isShare = url.includes('dateTime');
    response.setHeader('content-type', 'application/json');
    const respond = (result: object | null) => response.end(JSON.stringify({ result, syncTags: [] }));
    if (isShare && held) held.push(respond);
    else respond(isShare ? shared : null);
  });
  const SANITY_API_HOST = `http://127.0.0.1:${await listen(content)}`;
  const slow = await startStack({
    parts: ['site'],
    env: { SANITY_API_HOST, SANITY_API_READ_TOKEN: 'unused' },
  });
  onTestFinished(async () => {
    await slow.stop();
    content.closeAllConnections();
    content.close();
  });
  const link = await fetch(`${slow.siteUrl}/api/draft-mode/enable?share=slow`, { redirect: 'manual' });
  const cookie = cookiesOf(link).join('; ');
  const events = `${slow.siteUrl}/api/draft-mode/events`;
  const isHeld = (count: number) => expect.poll(() => held?.length).toBe(count);

  held = [];
  const browser = new AbortController();
  const disconnected = fetch(events, { headers: { cookie }, signal: browser.signal }).catch(String);
  await isHeld(1);
  held.shift()?.(shared);
  // `proxy.ts` sends the first query and the route the second.
  await isHeld(1);
  browser.abort();
  await disconnected;
  held.shift()?.(shared);
  held = undefined;

  const response = await fetch(events, { headers: { cookie } });
  expect(response.status).toBe(200);
  // Several checks find the end.
  held = [];
  await isHeld(2);
  // A stream of the browser that disconnected would listen as well.
  expect(listening).toBe(1);
  for (const respond of held.splice(0)) respond(null);
  expect((await response.text()).match(/event: over/g)).toHaveLength(1);
  await expect.poll(() => listening).toBe(0);
  expect(slow.log.join('\n')).not.toContain('unhandledRejection');
});

test('a preview has the words for the Gulf too, and its links keep the choice', async () => {
  const html = await textAt('/tender-services?in=gulf', await beginPreview());
  expect(html).toMatch(/<a [^>]*href="\/prices\?in=gulf"/);
  expect(parse(html).querySelector('main')?.text).toContain('A municipality, Sharjah');
});

test('visitors get no draft content during or after a preview', async () => {
  const { documents, markers } = seedWithMarkers();
  const previewed = [
    ...['/', '/about', '/contact', '/terms-conditions', '/seo-services-delhi', '/seo-locations'],
    ...['/tender-services', '/prices'],
  ];
  // In addition, one page of each type; all pages at the full extent.
  const kinds = new Map(documents.map((one) => [isFull ? one._id : one._type, pathOf(one)]));
  const paths = [...new Set([...previewed, ...[...kinds.values()].flatMap((path) => path ?? [])])];
  const listed = await textAt('/sitemap.xml');
  const sitemaps = [...listed.matchAll(/<loc>([^<]*sitemap[^<]*)<\/loc>/g)].map(
    ([, at = '']) => new URL(at).pathname,
  );
  const others = [
    '/no-such-page',
    '/robots.txt',
    '/sitemap.xml',
    ...sitemaps,
    '/articles/feed.xml',
    '/new-page',
  ];
  // Request pages one after another: a busy machine cannot render sixty pages and their pictures at once in time.
  const picturesOf = async () => {
    const drawn: string[] = [];
    for (const page of paths) {
      const response = await send(page);
      expect([page, response.status]).toEqual([page, 200]);
      const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(await response.text()) ?? [];
      const { pathname, search } = new URL(address);
      // On a busy machine a picture may be 503 and has to be requested again.
      const picture = await eventually(async () => {
        const drawing = await send(pathname + search);
        expect(drawing.status).toBe(200);
        return drawing.arrayBuffer();
      });
      drawn.push(Buffer.from(picture).toString('base64'));
    }
    return drawn;
  };
  const pictures = await picturesOf();

  const drafts = documents.map((document) => ({ ...document, _id: `drafts.${document._id}` }));
  const fresh = {
    _id: 'drafts.new-page',
    _type: 'page',
    title: 'Qz9999',
    slug: { current: 'new-page' },
    sections: [],
  };
  await stack
    .client('administrator')
    .mutate([...drafts, fresh].map((document) => ({ createOrReplace: document })));
  expect(new Set(documents.map(({ _type }) => _type))).toEqual(
    new Set(seedDocuments().map(({ _type }) => _type)),
  );
  const staff = await beginPreview();

  const seen = new Set<string>();
  const leaks: string[] = [];
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(address, stack.siteUrl), { headers });
    const found = markersIn((await response.text()) + JSON.stringify([...response.headers]));
    if (found.length > 0) leaks.push(`${address} ${JSON.stringify(headers)}: ${found.slice(0, 3)}`);
    return response.status;
  };
  const previews = Promise.all(previewed.map((address) => textAt(address, staff)));
  for (const address of [...paths, ...others])
    await Promise.all([read(address), read(address, { rsc: '1' })]);
  for (const shown of await previews) for (const marker of markersIn(shown)) seen.add(marker);
  expect(seen.size, 'what the preview shows').toBeGreaterThan(markers.length / 5);
  const everything = encodeURIComponent('*[]');
  for (const version of ['v1', 'v2025-02-19'])
    for (const rest of [
      `query/production?query=${everything}&perspective=raw`,
      `query/production?query=${everything}&perspective=drafts`,
      `query/production?query=${everything}`,
      'doc/production/drafts.page-about',
      'export/production',
    ])
      for (const base of [`${stack.siteUrl}/lake`, stack.lakeUrl])
        await read(`${base}/${version}/data/${rest}`);
  for (const address of [...paths, ...others]) await read(address);
  expect(leaks).toEqual([]);
  expect(await picturesOf()).toEqual(pictures);
});
