import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { edge } from '#web/edge/edge.ts';
import { anyChangeTag } from '#web/freshness/content-tag.ts';
import { PageStore } from '#web/freshness/page-store.ts';
import { noVarySearchHeader, variesByPageQuery } from '#web/http/page-query.ts';
import { previewPass } from '#web/http/preview-pass.ts';
import { listen } from '../../support/listen.ts';

const publicPage = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' };

type PreparedResponse = { status?: number; headers?: Record<string, string | number>; body?: string };

/** Stands in for Next: records requested paths and returns prepared responses. */
let requests: string[];
let requestHeaders: IncomingHttpHeaders[];
/** Counts the requests of visitors. */
let visits: number;
let respond: (url: string) => PreparedResponse | Promise<PreparedResponse>;
let siteUrl: string;
let pages: PageStore;
let close: () => void;

const contentChanged = () => pages.expire([anyChangeTag]);

Object.assign(process.env, { SANITY_PROJECT_ID: 'test', SANITY_API_HOST: 'http://localhost:1' });
process.env.SANITY_WEBHOOK_SECRET = 'a secret of this test';

/** Starts the edge. `staleTime`: milliseconds for which visitors may get an expired page. */
async function serve(staleTime: number) {
  const next = async ({ url = '', headers: received }: IncomingMessage, response: ServerResponse) => {
    requests.push(url);
    requestHeaders.push(received);
    const { status = 200, headers = {}, body = '' } = await respond(url);
    response.writeHead(status, headers);
    response.end(body);
  };
  pages = new PageStore();
  const options = { trustProxy: false, siteUrl: 'http://localhost', pages, staleTime };
  const server = createServer(edge(next, options));
  server.on('request', () => {
    visits += 1;
  });
  siteUrl = `http://127.0.0.1:${await listen(server)}`;
  close = () => server.close();
}

beforeEach(async () => {
  requests = [];
  requestHeaders = [];
  visits = 0;
  respond = (url) => ({ headers: publicPage, body: `<p>${url}</p><script>1</script>` });
  await serve(0);
});
afterEach(() => close());

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(`${siteUrl}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A promise that a test resolves when Next is to respond. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('many concurrent visitors cause one request to Next, and later visitors none', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/about?visit=${index}`)));
  // The request to Next has no visitor's query string.
  expect(new Set(responses.map(({ text }) => text))).toEqual(new Set(['<p>/about</p>']));
  await get('/about');
  expect(requests).toHaveLength(1);
});

test('a browser that has the page gets 304, and HEAD gets the length without the body', async () => {
  const { headers, text } = await get('/about');
  const etag = headers.get('etag') ?? '';
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await get('/about', { headers: { 'if-none-match': known } });
    expect(again.status, known).toBe(304);
    for (const name of ['vary', 'etag', 'cache-control'])
      expect(again.headers.get(name), name).toBe(headers.get(name));
  }
  const head = await get('/about', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.headers.get('content-length'), head.text]).toEqual([String(text.length), '']);
});

test("caches store a page per encoding, but not a page with a campaign's links", async () => {
  respond = () => ({ headers: publicPage, body: '<html lang="en"><a href="/about">About</a></html>' });
  for (const path of ['/', '/?utm_source=letter', '/']) {
    const { headers, text } = await get(path);
    expect(headers.get('vary'), path).toContain('Accept-Encoding');
    expect(headers.get('cache-control'), path).toMatch(path === '/' ? /^public/ : /^private/);
    expect(text.includes('letter'), path).toBe(path !== '/');
  }
});

describe('a page as Markdown', () => {
  const accept = (value: string) => ({ headers: { accept: value } });
  const html = '<html lang="en"><nav>Menu</nav><main><h1>About</h1><script>1</script></main></html>';

  test.each([
    ['text/markdown', '# About\n'],
    ['text/markdown, text/html, */*', '# About\n'],
    ['text/html;q=0.8, TEXT/MARKDOWN;q=1.0', '# About\n'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', html.replace('<script>1</script>', '')],
    ['text/html, text/markdown;q=0.5', html.replace('<script>1</script>', '')],
    ['text/*;q=0.4, text/markdown;q=0.5', '# About\n'],
    ['text/html, text/markdown', html.replace('<script>1</script>', '')],
    ['text/markdown;charset=utf-8;q=0, */*', html.replace('<script>1</script>', '')],
  ])('is served to a client that accepts %s as it should', async (value, text) => {
    respond = () => ({ headers: publicPage, body: html });
    for (const path of ['/about', '/about?utm_source=x&text/markdown', '/about']) {
      const page = await get(path, accept(value));
      expect(page.headers.get('content-type')).toBe(
        `text/${text === '# About\n' ? 'markdown' : 'html'}; charset=utf-8`,
      );
      expect(page.headers.get('vary')).toBe('Accept-Encoding, Accept');
      if (path === '/about') expect(page.text).toBe(text);
    }
    expect(requests).toHaveLength(1);
  });

  test('keeps title, description and the line breaks of texts', async () => {
    const head =
      '<head><title>About: us</title><meta name="description" content="A &quot;good&quot; team"></head>';
    const main = '<main><h2>Our\nteam</h2><p>12 Street\n  Pune</p><ul><li>Open\nevery day</li></ul></main>';
    respond = () => ({ headers: publicPage, body: `<html lang="en">${head}${main}</html>` });
    expect((await get('/about', accept('text/markdown'))).text).toBe(
      '---\ntitle: "About: us"\ndescription: "A \\"good\\" team"\n---\n\n## Our team\n\n12 Street\\\nPune\n\n- Open\\\n  every day\n',
    );
  });

  test('has its own ETag and changes with the page', async () => {
    respond = () => ({ headers: publicPage, body: html });
    const [page, markdown] = [await get('/about'), await get('/about', accept('text/markdown'))];
    const etag = markdown.headers.get('etag') ?? '';
    expect(etag).not.toBe(page.headers.get('etag'));
    const again = (value: string) => get('/about', { headers: { accept: value, 'if-none-match': etag } });
    expect([(await again('text/markdown')).status, (await again('text/html')).status]).toEqual([304, 200]);
    respond = () => ({ headers: publicPage, body: html.replace('About', 'About us') });
    contentChanged();
    expect((await get('/about', accept('text/markdown'))).text).toBe('# About us\n');
  });

  test('leaves files, sitemaps and pages of one visitor as they are', async () => {
    const form = { ...publicPage, [noVarySearchHeader]: variesByPageQuery };
    respond = (url) =>
      url.startsWith('/tool')
        ? {
            headers: url.includes('?') ? { ...form, 'cache-control': 'private, no-cache' } : form,
            body: html,
          }
        : { headers: { 'content-type': 'application/xml', 'cache-control': 'public' }, body: '<urlset/>' };
    expect((await get('/sitemap.xml', accept('text/markdown'))).text).toBe('<urlset/>');
    const answer = await get('/tool?tool=x', accept('text/markdown'));
    expect([answer.text, answer.headers.get('cache-control')]).toEqual(['# About\n', 'private, no-cache']);
  });
});

describe('a page that depends on its query', () => {
  const form = {
    headers: { ...publicPage, [noVarySearchHeader]: variesByPageQuery },
    body: '<p>the form</p>',
  };
  const responses = (url: string) =>
    url.includes('tool=')
      ? {
          headers: { ...publicPage, 'cache-control': 'private, no-cache' },
          body: `<p>${url}</p><script>1</script>`,
        }
      : form;

  test('is rendered for each query and not stored; the page without a query stays cached', async () => {
    respond = responses;
    expect((await get('/tool')).text).toBe('<p>the form</p>');
    for (const value of [1, 2])
      expect((await get(`/tool?tool=x&v=${value}`)).text).toBe(`<p>/tool?tool=x&v=${value}</p>`);
    expect((await get('/tool?utm_source=x')).text).toBe('<p>the form</p>');
    expect(requests).toHaveLength(3);
  });

  test('is right for the first visitor and for concurrent ones', async () => {
    const { opened, open } = gate();
    respond = (url) => opened.then(() => responses(url));
    const urls = ['/tool?tool=1', '/tool', '/tool?tool=2', '/tool?x=4', '/other', '/other?tool=3'];
    const all = Promise.all(urls.map((url) => get(url)));
    await expect.poll(() => requests.length).toBe(2);
    open();
    expect((await all).map(({ text }) => text)).toEqual([
      '<p>/tool?tool=1</p>',
      '<p>the form</p>',
      '<p>/tool?tool=2</p>',
      '<p>the form</p>',
      '<p>the form</p>',
      '<p>/other?tool=3</p>',
    ]);
  });

  test('evicts no page, however many queries are requested', async () => {
    respond = responses;
    const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
    await Promise.all(paths.map((path) => get(path)));
    await Promise.all(
      Array.from({ length: 400 }, (_, index) => get(`/page-${index % 20}?tool=${index}&message=x`)),
    );
    requests.length = 0;
    await Promise.all(paths.map((path) => get(path)));
    expect(requests).toEqual([]);
  });
});

describe('after a publish', () => {
  test('the page is requested again, and an unchanged page keeps its ETag', async () => {
    const before = await get('/about');
    contentChanged();
    expect((await get('/about')).headers.get('etag')).toBe(before.headers.get('etag'));
    expect(requests).toHaveLength(2);
    contentChanged();
    respond = () => ({ headers: publicPage, body: '<p>new</p>' });
    expect((await get('/about')).text).toBe('<p>new</p>');
  });

  test('a visitor who arrives during an older request gets the newer response', async () => {
    const { opened, open } = gate();
    respond = () => opened.then(() => ({ headers: publicPage, body: '<p>old</p>' }));
    const first = get('/about');
    await expect.poll(() => requests.length).toBe(1);
    contentChanged();
    respond = () => ({ headers: publicPage, body: '<p>new</p>' });
    const second = get('/about');
    await expect.poll(() => visits).toBe(2);
    open();
    expect((await first).text).toBe('<p>old</p>');
    expect((await second).text).toBe('<p>new</p>');
  });
});

describe('after a publish, with a time for the last version', () => {
  const time = 700;
  beforeEach(async () => {
    close();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await serve(time);
  });

  test('all pages are rendered anew, before visitors request them', async () => {
    for (const path of ['/about', '/contact', '/']) await get(path);
    respond = (url) => ({ headers: publicPage, body: `<p>new ${url}</p>` });
    contentChanged();
    await expect.poll(() => requests.slice(3).sort()).toEqual(['/', '/about', '/contact']);
    await expect.poll(async () => (await get('/contact')).text).toBe('<p>new /contact</p>');
    expect(requests).toHaveLength(6);
  });

  test('pages are compressed best in the end', async () => {
    const body = Array.from({ length: 2000 }, (_, index) => `<p>${index * 7919}</p>`).join('');
    await get('/about');
    respond = () => ({ headers: publicPage, body });
    contentChanged();
    const headers = { 'accept-encoding': 'br' };
    const length = async () => (await get('/about', { headers })).headers.get('content-length');
    await expect.poll(length).toBe(String(brotliCompressSync(body).length));
  });

  test('visitors get it until the new one is rendered, but no longer than that time', async () => {
    const { opened, open } = gate();
    const { text } = await get('/about');
    respond = () => opened.then(() => ({ headers: publicPage, body: '<p>new</p>' }));
    contentChanged();
    vi.advanceTimersByTime(time - 100);
    // The time counts from the first of two publishes.
    contentChanged();
    expect((await get('/about')).text).toBe(text);
    vi.advanceTimersByTime(100);
    const waiting = get('/about');
    await expect.poll(() => visits).toBe(3);
    open();
    expect((await waiting).text).toBe('<p>new</p>');
  });

  test('a page that is requested is rendered next', async () => {
    const { opened, open } = gate();
    for (const path of ['/about', '/contact', '/']) await get(path);
    respond = () => opened.then(() => ({ headers: publicPage, body: '<p>new</p>' }));
    contentChanged();
    await expect.poll(() => requests).toHaveLength(4);
    await get('/about');
    open();
    await expect.poll(() => requests).toHaveLength(6);
    expect(requests.slice(3)).toEqual(['/', '/about', '/contact']);
  });
});

describe("a page in Next's cache", () => {
  /** A page as Next's cache handler stores it. */
  class Rendered {
    readonly size = 1000;
  }
  const stored = (until: number) => {
    const term = { tags: ['about'], began: pages.sequence, until: performance.now() + until };
    pages.set('next /about', { ...term, value: new Rendered() });
    Object.assign(pages.currentRendering.getStore() ?? {}, { nextEntry: { key: 'next /about', ...term } });
    return { headers: publicPage, body: `<p>${requests.length}</p>` };
  };

  test("is replaced in the store, and lives as long as Next's entry", async () => {
    respond = () => stored(60_000);
    expect((await get('/about')).text).toBe('<p>1</p>');
    expect(pages.get('next /about', Rendered)).toBeUndefined();
    pages.expire([anyChangeTag, 'another']);
    expect((await get('/about')).text).toBe('<p>1</p>');
    pages.expire(['about']);
    expect((await get('/about')).text).toBe('<p>2</p>');
    pages.expireAll();
    expect((await get('/about')).text).toBe('<p>3</p>');
  });

  test('that is missing is rendered again after any change', async () => {
    respond = () => ({ ...stored(60_000), status: requests.length === 1 ? 404 : 200 });
    expect((await get('/about')).status).toBe(404);
    contentChanged();
    expect((await get('/about')).status).toBe(200);
  });

  test('is served stale until it is rendered anew in the background', async () => {
    respond = () => stored(requests.length === 1 ? 0 : 60_000);
    await get('/about');
    expect((await get('/about')).text).toBe('<p>1</p>');
    await expect.poll(async () => (await get('/about')).text).toBe('<p>2</p>');
    expect(requests).toHaveLength(2);
  });

  test('is rendered again if it expires during its rendering', async () => {
    respond = () => {
      const response = stored(60_000);
      if (requests.length === 1) pages.expire(['about']);
      return response;
    };
    await get('/about');
    expect((await get('/about')).text).toBe('<p>2</p>');
    await get('/about');
    expect(requests).toHaveLength(2);
  });
});

test('invented paths evict no page', async () => {
  await get('/about');
  respond = () => ({ status: 404, headers: publicPage, body: '<p>404</p>' });
  const [first, ...others] = Array.from({ length: 400 }, (_, index) => `/${index}${'x'.repeat(12_000)}`);
  for (const path of [first ?? '', ...others]) await get(path);
  const sofar = requests.length;
  expect((await get('/about')).status).toBe(200);
  expect(requests).toHaveLength(sofar);
  await get(first ?? '');
  expect(requests).toHaveLength(sofar + 1);
});

describe('while Next fails', () => {
  test.each([500, 503])(
    'with %i, the last good page is served, and unknown paths stay 404',
    async (status) => {
      const good = await get('/about');
      respond = () => ({ status: 404, headers: publicPage, body: '<p>404</p>' });
      await get('/nobody');
      contentChanged();
      respond = () => ({ status, headers: { 'content-type': 'text/html' }, body: '<p>failed</p>' });
      expect(await get('/about')).toMatchObject({ status: 200, text: good.text });
      expect(await get('/nobody')).toMatchObject({ status: 404, text: '<p>404</p>' });
      expect((await get('/never-seen')).status).toBe(status);
      const sofar = requests.length;
      await get('/about');
      expect(requests).toHaveLength(sofar);
    },
  );

  test('a failed rendering gets a readable error page, which is not stored', async () => {
    respond = () => ({ status: 500, headers: publicPage, body: '"digest\\":\\"4711"' });
    const { status, text, headers } = await get('/about?token=secret');
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store, no-transform']);
    expect(text).toContain('Error 4711');
    expect(text).toContain('href="/about"');
    respond = () => ({ headers: publicPage, body: '<p>mended</p>' });
    expect((await get('/about')).text).toBe('<p>mended</p>');
  });
});

test('Next gets the address of a connection, not one that its client invents', async () => {
  await get('/api/x', { headers: { 'x-forwarded-for': '192.0.2.66' } });
  expect(requestHeaders[0]?.['x-forwarded-for']).toBe('127.0.0.1');
});

test('a redirect is not shared between query strings', async () => {
  const { opened, open } = gate();
  respond = (url) => opened.then(() => ({ status: 308, headers: { location: url.replace('old', 'new') } }));
  const both = Promise.all([get('/old?a=1'), get('/old?a=2')]);
  await expect.poll(() => requests.length).toBe(1);
  open();
  expect((await both).map(({ headers }) => headers.get('location'))).toEqual(['/new?a=1', '/new?a=2']);
});

test.each([
  ['an API', '/api/x'],
  ['the Studio', '/studio'],
])('%s is passed to Next unchanged', async (_, path) => {
  for (const visit of [1, 2]) expect((await get(path)).text, `${visit}`).toContain('<script>');
  expect(requests).toHaveLength(2);
});

/** Returns a preview's cookies: Next's own, and a pass that is valid until a time. */
const cookiesOf = (value: string) => `__prerender_bypass=x; preview-pass=${value}`;

describe('headers that pretend to be a preview or its scripts', () => {
  const over = Date.now() - 1000;
  const invented: Record<string, string>[] = [
    { cookie: '__prerender_bypass=x' },
    { cookie: cookiesOf('x') },
    { cookie: cookiesOf(`${Date.now() + 60_000}..${'x'.repeat(43)}`) },
    { cookie: cookiesOf(previewPass('', over).value) },
    { cookie: `preview-pass=${previewPass().value}` },
    { cookie: `a=1;__prerender_bypass="x";  ${cookiesOf('')}; b=2` },
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-state-tree': '%5B%5D', 'next-url': '/about' },
    { 'next-action': '0'.repeat(40) },
    { 'x-prerender-revalidate': 'x', 'x-prerender-revalidate-if-generated': '1' },
    { 'x-middleware-subrequest': 'proxy', 'x-nextjs-data': '1', 'x-invoke-path': '/studio' },
    { 'x-matched-path': '/studio', 'x-now-route-matches': '1=studio' },
    { 'cache-control': 'no-cache', pragma: 'no-cache' },
    { authorization: 'Bearer x', range: 'bytes=0-0', accept: 'text/x-component' },
  ];

  test.each(invented)('%j changes nothing', async (headers) => {
    const { text } = await get('/about');
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/about', '/about?_rsc=1', '/about?x=1'])
        expect((await get(path, { method, headers })).text).toBe(method === 'GET' ? text : '');
    expect(requests).toHaveLength(1);
  });

  test.each(invented)('%j does not pass the edge', async (headers) => {
    await get('/api/x', { headers });
    const names = /^(?:rsc|next-.*|x-(?:middleware|nextjs|prerender|invoke|matched|now)-.*)$/;
    expect(Object.keys(requestHeaders[0] ?? {}).filter((name) => names.test(name))).toEqual([]);
    const { cookie } = requestHeaders[0] ?? {};
    expect(`${cookie}`).not.toMatch(/prerender|preview/);
    if (headers.cookie?.startsWith('a=1')) expect(cookie?.split(/; */)).toEqual(['a=1', 'b=2']);
  });

  test('a browser with an expired preview loses its cookie', async () => {
    const { headers } = await get('/about', { headers: { cookie: cookiesOf(previewPass('', over).value) } });
    expect(headers.get('set-cookie')).toBe('__prerender_bypass=; Path=/; Max-Age=0');
    expect((await get('/about')).headers.get('set-cookie')).toBeNull();
  });
});

test("requests by a preview's scripts are passed to Next", async () => {
  const headers = { cookie: cookiesOf(previewPass().value), rsc: '1', 'x-prerender-revalidate': 'x' };
  for (const visit of [1, 2])
    expect((await get('/about', { headers })).text, `${visit}`).toContain('<script>');
  expect(requestHeaders[1]).toMatchObject({ rsc: '1', cookie: headers.cookie });
  expect(requestHeaders[1]).not.toHaveProperty('x-prerender-revalidate');
});

test("a preview gets drafts with Next's scripts, and published pages without them", async () => {
  const inPreviews = { headers: { cookie: cookiesOf(previewPass().value) } };
  expect((await get('/about', inPreviews)).text).toBe('<p>/about</p>');
  const draft = { ...publicPage, 'content-security-policy': "script-src 'nonce-1'" };
  respond = () => ({ headers: draft, body: '<script>1</script>' });
  expect((await get('/about', inPreviews)).text).toBe('<script>1</script>');
  expect(requests).toHaveLength(2);
});

test('a page that is not public is sent unchanged and not stored', async () => {
  const body = '<p>one</p><script>1</script>';
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store', 'content-length': body.length };
  respond = () => ({ headers, body });
  for (const visit of [1, 2]) expect((await get('/about')).text, `${visit}`).toBe('<p>one</p>');
  expect(requests).toHaveLength(2);
});

test('a page with several spellings of its path is stored once', async () => {
  for (const visit of [1, 2]) expect((await get('/%61bout')).status, `${visit}`).toBe(200);
  expect(requests).toHaveLength(2);
});

describe('style sheets', () => {
  const sheet = '/_next/static/chunks/a1.css';
  const css = 'p{color:red}@font-face{src:url(../media/b.woff2)}*{background:url("/c.png"),url(data:x)}';
  const sent = css.replace('../media/', '/_next/static/media/');
  const hash = `'sha256-${createHash('sha256').update(sent).digest('base64')}'`;
  const policy = "script-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'";
  const withSheet = (url: string, contentSecurityPolicy = policy): PreparedResponse =>
    url.endsWith('.css')
      ? { headers: { 'content-type': 'text/css', 'cache-control': 'public, immutable' }, body: css }
      : {
          headers: { ...publicPage, 'content-security-policy': contentSecurityPolicy },
          body: `<link rel="stylesheet" href="${sheet}" data-precedence="next"/><p>${url}</p>`,
        };

  test('are inlined, allowed by their hash, and requested once', async () => {
    respond = (url) => withSheet(url);
    const codings = { br: 'br', gzip: 'gzip', 'br;q=0, gzip': 'gzip', identity: null };
    for (const [accepted, coding] of Object.entries(codings)) {
      const { text, headers } = await get('/about', { headers: { 'accept-encoding': accepted } });
      expect(headers.get('content-encoding')).toBe(coding);
      expect(text).toBe(`<style>${sent}</style><p>/about</p>`);
      expect(headers.get('content-security-policy')).toBe(
        `script-src 'none'; style-src 'self' ${hash}; style-src-attr 'unsafe-inline'`,
      );
    }
    await get('/contact');
    expect(requests).toEqual(['/about', sheet, '/contact']);
  });

  test('add no hash to a page that may write styles itself', async () => {
    respond = (url) => withSheet(url, "style-src 'self' 'unsafe-inline'");
    const { text, headers } = await get('/pay-online');
    expect(text).toContain(sent);
    expect(headers.get('content-security-policy')).toBe("style-src 'self' 'unsafe-inline'");
  });

  test('that are missing stay linked, and the next page requests them again', async () => {
    let isThere = false;
    respond = (url) => (url.endsWith('.css') && !isThere ? { status: 500 } : withSheet(url));
    expect((await get('/about')).text).toContain(`href="${sheet}"`);
    isThere = true;
    expect((await get('/contact')).text).toContain(sent);
  });
});
