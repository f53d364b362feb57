import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { edge } from '#web/edge/edge.ts';
import { contentChanged } from '#web/freshness/content-version.ts';

const publicPage = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' };

type Answer = { status?: number; headers?: Record<string, string | number>; body?: string };

/** What stands for Next: the paths that it was asked for, and how it answers. */
let asked: string[];
let answerTo: (url: string) => Answer | Promise<Answer>;
let siteUrl: string;
let close: () => void;

beforeEach(async () => {
  asked = [];
  answerTo = (url) => ({ headers: publicPage, body: `<p>${url}</p><script>1</script>` });
  const next = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    asked.push(url);
    const { status = 200, headers = {}, body = '' } = await answerTo(url);
    response.writeHead(status, headers);
    response.end(body);
  };
  const server = createServer(
    edge(next, { trustProxy: false, siteUrl: 'http://localhost', bodyPatience: 100 }),
  ).listen(0);
  await once(server, 'listening');
  const address = server.address();
  siteUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  close = () => server.close();
});
afterEach(() => close());

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(`${siteUrl}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A promise that the test fulfils when it wants Next to answer. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('many visitors who come together make one question, and later ones none', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/about?visit=${index}`)));
  expect(new Set(answers.map(({ text }) => text.replace(/\?.*(?=<)/, '')))).toEqual(
    new Set(['<p>/about</p>']),
  );
  await get('/about');
  expect(asked).toHaveLength(1);
});

test('a browser that has the page gets 304, and HEAD the length without the page', async () => {
  const { headers, text } = await get('/about');
  const etag = headers.get('etag') ?? '';
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*'])
    expect((await get('/about', { headers: { 'if-none-match': known } })).status, known).toBe(304);
  const head = await get('/about', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.headers.get('content-length'), head.text]).toEqual([String(text.length), '']);
});

describe('after a publish', () => {
  test('Next is asked again; what has not changed keeps its ETag', async () => {
    const before = await get('/about');
    contentChanged();
    expect((await get('/about')).headers.get('etag')).toBe(before.headers.get('etag'));
    expect(asked).toHaveLength(2);
    contentChanged();
    answerTo = () => ({ headers: publicPage, body: '<p>new</p>' });
    expect((await get('/about')).text).toBe('<p>new</p>');
  });

  test('who comes while an older question is open gets the newer answer', async () => {
    const { opened, open } = gate();
    answerTo = () => opened.then(() => ({ headers: publicPage, body: '<p>old</p>' }));
    const first = get('/about');
    await expect.poll(() => asked.length).toBe(1);
    contentChanged();
    answerTo = () => ({ headers: publicPage, body: '<p>new</p>' });
    const second = get('/about');
    open();
    expect((await first).text).toBe('<p>old</p>');
    expect((await second).text).toBe('<p>new</p>');
  });
});

describe('while Next fails', () => {
  test.each([500, 503])(
    'with %i, the last good page stands in, and unknown paths stay unknown',
    async (status) => {
      const good = await get('/about');
      answerTo = () => ({ status: 404, headers: publicPage, body: '<p>404</p>' });
      await get('/nobody');
      contentChanged();
      answerTo = () => ({ status, headers: { 'content-type': 'text/html' }, body: '<p>failed</p>' });
      expect(await get('/about')).toMatchObject({ status: 200, text: good.text });
      expect(await get('/nobody')).toMatchObject({ status: 404, text: '<p>404</p>' });
      expect((await get('/never-seen')).status).toBe(status);
      const sofar = asked.length;
      await get('/about');
      expect(asked).toHaveLength(sofar);
    },
  );

  test('a failed rendering is a page that can be read, and is not kept', async () => {
    answerTo = () => ({ status: 500, headers: publicPage, body: '"digest\\":\\"4711"' });
    const { status, text, headers } = await get('/about?token=secret');
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
    expect(text).toContain('Error 4711');
    expect(text).toContain('href="/about"');
    answerTo = () => ({ headers: publicPage, body: '<p>mended</p>' });
    expect((await get('/about')).text).toBe('<p>mended</p>');
  });
});

test('a redirect is the answer to one address and its query', async () => {
  const { opened, open } = gate();
  answerTo = (url) => opened.then(() => ({ status: 308, headers: { location: url.replace('old', 'new') } }));
  const both = Promise.all([get('/old?a=1'), get('/old?a=2')]);
  await expect.poll(() => asked.length).toBe(1);
  open();
  expect((await both).map(({ headers }) => headers.get('location'))).toEqual(['/new?a=1', '/new?a=2']);
});

test.each([
  ['data for scripts', '/about', { rsc: '1' }],
  ['an API', '/api/x', {}],
  ['the Studio', '/studio', {}],
])('%s is left to Next as it is', async (_, path, headers) => {
  for (const visit of [1, 2]) expect((await get(path, { headers })).text, `${visit}`).toContain('<script>');
  expect(asked).toHaveLength(2);
});

test('who holds the cookie of previews gets drafts whole, and what is published as everybody does', async () => {
  const inPreviews = { headers: { cookie: '__prerender_bypass=x' } };
  expect((await get('/about', inPreviews)).text).toBe('<p>/about</p>');
  const draft = { ...publicPage, 'content-security-policy': "script-src 'nonce-1'" };
  answerTo = () => ({ headers: draft, body: '<script>1</script>' });
  expect((await get('/about', inPreviews)).text).toBe('<script>1</script>');
  expect(asked).toHaveLength(2);
});

test('a page that is not public arrives whole and is not kept', async () => {
  const body = '<p>one</p><script>1</script>';
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store', 'content-length': body.length };
  answerTo = () => ({ headers, body });
  for (const visit of [1, 2]) expect((await get('/about')).text, `${visit}`).toBe('<p>one</p>');
  expect(asked).toHaveLength(2);
});

test('one page under many spellings of its address is kept under one', async () => {
  for (const visit of [1, 2]) expect((await get('/%61bout')).status, `${visit}`).toBe(200);
  expect(asked).toHaveLength(2);
});
