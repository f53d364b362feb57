import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { onReadOnlyDisk } from '../../support/disk.ts';
import { fetchPage } from '../../support/html.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { cityPaths, namedPaths } from '../../support/routes.ts';
import { type Stack, type StackOptions, startStack } from '../../support/stack.ts';
import { cookieOf } from '../accounts/visitor.ts';
import { expectCommonHeaders, get } from './site.ts';

const nextStart = ['node_modules/next/dist/bin/next', 'start', 'web'];

const clock = pathToFileURL(path.join(import.meta.dirname, 'clock.mjs'));
const isTried = onReadOnlyDisk('/') !== undefined;
const standalone = ['tests/support/run-read-only.ts', 'web/.next/standalone/web/server.js'];

/** Checks status, redirects, headers and policy under each way to run the site. */
const hosts: [string, StackOptions][] = [
  ['npm start, with the edge', { env: { NODE_OPTIONS: `--import=${clock}` } }],
  ['next start', { siteArgs: nextStart }],
  ['next start without the cache handler', { siteArgs: nextStart, env: { NEXT_CACHE_HANDLER: 'none' } }],
  [
    `standalone output with all data elsewhere, on a disk that ${isTried ? 'is read-only' : 'could be written: this system lets nobody try'}`,
    { siteArgs: standalone },
  ],
];

/** Name of a file with a saved page. */

/** URL of any file of the build. */
const [sheet = ''] = globSync('static/chunks/*.css', { cwd: path.join(projectRoot, 'web/.next') });
const styleSheet = `/_next/${sheet}`;

const publicUrl = 'https://www.agency.example';
let postgres: Postgres;
beforeAll(async () => {
  execFileSync(process.execPath, ['web/standalone.ts'], { cwd: projectRoot });
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(hosts)('%s', (_, options) => {
  let stack: Stack;
  beforeAll(async () => {
    const DATABASE_URL = options.siteArgs === standalone ? await postgres.createDatabase() : '';
    const env = { SITE_URL: publicUrl, DATABASE_URL, ...options.env };
    stack = await startStack({ parts: ['lake', 'site'], ...options, env });
  });
  afterAll(() => stack?.stop());

  /** Expects a complete policy that runs our inline scripts and the scripts they load, and none of Next's. */
  function expectPolicyOfPage(headers: Headers, path: string) {
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ])
      expect(policy.split(part), part).toHaveLength(2);
    const scripts = /script-src ([^;,]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).toContain("'strict-dynamic'");
    expect(scripts).toContain("'sha256-");
    expect(scripts).not.toMatch(/'self'|unsafe|nonce/);
    expect(policy.includes(new URL(stack.sandboxUrl).origin)).toBe(path === '/pay-online');
  }

  test('only the edge forwards requests to the content lake', async () => {
    const response = await fetch(`${stack.siteUrl}/lake/v1/ping`);
    expect(response.status).toBe(options.siteArgs ? 404 : 200);
  });

  test.each([...namedPaths, ...cityPaths.slice(0, 2)])(
    '%s is served to the first visitor and the next',
    async (path) => {
      for (const visit of ['first', 'next']) {
        const page = await fetchPage(stack.siteUrl, path);
        expect(page.status, visit).toBe(200);
        expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(page.headers.get('cache-control')).toBe(
          `${options.siteArgs ? 'public, max-age=0, must-revalidate' : 'public, no-cache'}, no-transform`,
        );
        expectPolicyOfPage(page.headers, path);
        expectCommonHeaders(page.headers);
        expect(page.root.querySelectorAll('h1')).toHaveLength(1);
      }
    },
  );

  test.each([
    '/nobody-has-made-this',
    '/about/more',
    '/home',
    '/Nobody',
    '/seo-services-atlantis',
    '/wp-admin.php',
    '/content/about',
    '/nowhere',
    '/%00',
    `/${'a'.repeat(3000)}`,
  ])('%s gets a 404 page', async (path) => {
    for (const visit of ['first', 'next']) {
      const { status, html, headers } = await get(stack, path);
      expect(status, visit).toBe(404);
      expect(html).toContain('Oops! Page not found');
      expect(html).toMatch(/<meta name="robots" content="noindex/);
      expectPolicyOfPage(headers, path);
      expectCommonHeaders(headers);
    }
  });

  test.each([
    ['/seo-services-gurugram', '/seo-services-gurgaon'],
    ['/seo-services-gurugram?utm_source=x&a=%2F', '/seo-services-gurgaon?utm_source=x&a=%2F'],
    ['/about/', '/about'],
    ['//evil.example', '/evil.example'],
    ['/studio/index.html', '/studio'],
  ])('%s redirects to %s with one Location header', async (path, to) => {
    const { status, headers } = await get(stack, path);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s to a page gets 405', async (method) => {
    for (const path of ['/about', '/pay-online', '/nobody-has-made-this']) {
      const response = await fetch(`${stack.siteUrl}${path}`, { method, body: 'name=x' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  test.each([
    ['/robots.txt', 200, 'text/plain'],
    ['/sitemap.xml', 200, 'application/xml'],
    ['/opengraph-image/home', 200, 'image/png'],
    ['/icon.svg', 200, 'image/svg+xml'],
    ['/studio', 200, 'text/html'],
    ['/studio/structure/page', 200, 'text/html'],
    ['/studio/static/nothing.js', 404, 'text/plain'],
    ['/studio/static/%2e%2e%2findex.html', 404, 'text/plain'],
    ['/media/nothing.png?w=640', 404, ''],
    ['/api/draft-mode/events', 403, ''],
  ])('%s responds with %i', async (path, status, type) => {
    const response = await get(stack, path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type') ?? '').toContain(type);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expectCommonHeaders(response.headers);
  });

  /** Returns URLs that only the HTML contains. */
  const named = {
    island: ['/contact', / data-scripts="([^" ]+)/],
    picture: ['/digital-marketing', /src="(\/media\/[^"]+)"/],
    'Studio file': ['/studio', /(\/studio\/static\/[\w.-]+\.js)/],
  } as const;
  const isNamed = (path: string): path is keyof typeof named => path in named;

  async function addressOf(path: string): Promise<string> {
    if (!isNamed(path)) return path;
    const [page, pattern] = named[path];
    return pattern.exec((await get(stack, page)).html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  }

  /** Stores a preview secret as the Studio does, and starts a preview. */
  async function beginPreview(): Promise<Response> {
    await stack.client('administrator').createOrReplace({
      _id: 'sanity-preview-url-secret.test',
      _type: 'sanity.previewUrlSecret',
      secret: 'only-the-studio-writes-it',
      source: 'test',
      studioUrl: `${stack.siteUrl}/studio`,
    });
    const query = 'sanity-preview-secret=only-the-studio-writes-it&sanity-preview-pathname=/about';
    return fetch(`${stack.siteUrl}/api/draft-mode/enable?${query}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'https' },
    });
  }

  /** Sends a raw request, since `fetch` normalizes URLs and cannot receive a 304. */
  async function raw(target: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const { port } = new URL(stack.siteUrl);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        host: 'localhost',
        port,
        path: target,
        headers: { 'x-forwarded-proto': 'https', ...headers },
      };
      request(options, resolve).on('error', reject).end();
    });
    return response.resume();
  }

  /** Headers of every response. */
  function expectSecurityHeaders(headers: Headers) {
    expectCommonHeaders(headers);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'self'"])
      expect(policy.split(part), part).toHaveLength(2);
  }

  type RequestCase = [string, string, number, RequestInit?];
  /** Next responds to these requests before it applies its header rules. */
  const onlyAtTheEdge: RequestCase[] = [
    ['a slash at the end', '/about/', 308],
    ['two slashes at the beginning', '//evil.example', 308],
    ['a redirect of the settings', '/studio/index.html', 308],
    ['a file that is written to', '/icon.svg', 405, { method: 'POST', body: 'x' }],
  ];

  test.each<RequestCase>([
    ...(options.siteArgs ? [] : onlyAtTheEdge),
    ['a page', '/about', 200],
    ['its head', '/about', 200, { method: 'HEAD' }],
    ['a page with a query', '/about?utm_source=x', 200],
    ['its data', '/about?_rsc', 200, { headers: { rsc: '1' } }],
    ['a page with a form', '/contact', 200],
    ['the form that pays', '/pay-online', 200],
    ['a forged preview', '/about', 200, { headers: { cookie: '__prerender_bypass=guess' } }],
    ['an unknown path', '/nobody-has-made-this', 404],
    ['a path of the framework', '/_not-found', 404],
    ['a receipt of nobody', `/pay-online/receipt/${'a'.repeat(22)}`, 404],
    ['a redirect of the content', '/seo-services-gurugram', 308],
    ['a page in capitals', '/About', 308],
    ['a page that is written to', '/about', 405, { method: 'POST', body: 'x' }],
    ['an unknown path that is written to', '/nobody', 405, { method: 'DELETE' }],
    ['a request for the methods', '/about', 204, { method: 'OPTIONS' }],
    ['the Studio', '/studio', 200],
    ['a place in the Studio', '/studio/structure/page', 200],
    ['a file of the Studio', 'Studio file', 200],
    ['a file that the Studio has not', '/studio/static/nothing.js', 404],
    ['an API that is only written to', '/api/create-razorpay-order', 405],
    ['an API that gets a request for its methods', '/api/create-razorpay-order', 405, { method: 'OPTIONS' }],
    ['a bill of another type', '/api/create-razorpay-order', 415, { method: 'POST', body: 'x' }],
    ['an API for staff', '/api/payments', 401],
    ['a webhook of nobody', '/api/revalidate', 401, { method: 'POST', body: '{}' }],
    ['an API that is not there', '/api/nothing', 404],
    ['a preview without a secret', '/api/draft-mode/enable', 401],
    ['the end of a preview', '/api/draft-mode/disable', 307],
    ['events for no preview', '/api/draft-mode/events', 403],
    ['a picture', 'picture', 200],
    ['a picture of nobody', '/media/nothing.png?w=640', 404],
    ['a picture for sharing', '/opengraph-image/home', 200],
    ['a picture for sharing of nobody', '/opengraph-image/nothing', 404],
    ['a picture of the framework', '/_next/image?url=%2Ficon.svg&w=640&q=75', 404],
    ['robots.txt', '/robots.txt', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['a part of the sitemap of nobody', '/sitemap/9.xml', 404],
    ['the feed', '/articles/feed.xml', 200],
    ['a style sheet', styleSheet, 200],
    ['an island', 'island', 200],
    ['an island that is gone', '/islands/gone.js', 404],
    ['a file', '/icon.svg', 200],
    ['a file of the build that is gone', '/_next/static/gone.js', 404],
    ['anything of the framework', '/_next/nothing', 404],
  ])('%s gets a response with all security headers', async (_, path, status, { headers, ...init } = {}) => {
    const response = await fetch(`${stack.siteUrl}${await addressOf(path)}`, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-proto': 'https', ...Object.fromEntries(new Headers(headers)) },
    });
    await response.body?.cancel();
    expect(response.status).toBe(status);
    expectSecurityHeaders(response.headers);
    const etag = response.headers.get('etag');
    if (status !== 200 || !etag) return;
    const again = await raw(await addressOf(path), {
      ...Object.fromEntries(new Headers(headers)),
      'if-none-match': etag,
    });
    expect(again.statusCode).toBe(304);
    expectSecurityHeaders(
      new Headers(Object.entries(again.headers).map(([name, value]) => [name, String(value)])),
    );
  });

  test.runIf(options.siteArgs)('rendering a page does not render the 404 page', async () => {
    const { html: data } = await get(stack, '/about?_rsc', { rsc: '1' });
    expect(data).toContain('"main"');
    expect(data).not.toContain('404: no page at');
  });

  test('a preview has all security headers and is shown only to staff who may read content', async () => {
    const begun = await beginPreview();
    expect(begun.status).toBe(307);
    expectSecurityHeaders(begun.headers);
    const cookie = begun.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const as = (session: string) => ({ cookie: `${cookie}; ${session}`, 'x-forwarded-proto': 'https' });
    const editor = as(cookieOf(stack, 'editor'));
    const preview = await get(stack, '/about', editor);
    expect([preview.status, preview.html.includes('data-sanity')]).toEqual([200, true]);
    expectSecurityHeaders(preview.headers);
    for (const session of ['', cookieOf(stack, 'finance')]) {
      const published = await get(stack, '/about', as(session));
      expect([published.status, published.html.includes('data-sanity')]).toEqual([200, false]);
      expect(published.headers.get('set-cookie')).toMatch(/__prerender_bypass=;/);
      expectSecurityHeaders(published.headers);
    }
    const missing = await get(stack, '/nobody', editor);
    expect([missing.status, missing.html.includes('Oops! Page not found')]).toEqual([404, true]);
    expectSecurityHeaders(missing.headers);
  });

  /** Proxies never send such requests. Next alone redirects them to their own host. */
  const whole: [string, number][] = [
    ['http://evil.example/about/', 308],
    ['http://evil.example//about', 308],
    ['http://evil.example/seo-services-gurugram', 308],
    ['http://evil.example/studio/index.html', 308],
    ['http://evil.example/api/draft-mode/disable', 307],
  ];

  test.each<[string, number]>([
    ...(options.siteArgs ? [] : whole),
    ['//evil.example/', 308],
    ['///evil.example/%2f..', 308],
    ['/\\evil.example/', 308],
    ['/\\/evil.example', 308],
    ['/%5Cevil.example/', 308],
    ['/%2F%2Fevil.example/', 308],
    ['/%09/evil.example/', 308],
    ['/studio/index.html/', 308],
  ])('%s does not redirect to another host', async (target, status) => {
    const response = await raw(target, { host: 'evil.example' });
    expect(response.statusCode).toBe(status);
    expect(response.headers.location).toMatch(/^\/(?![/\\\t])/);
    expect(response.headers.refresh ?? '0;url=/').toMatch(/^0;url=\/(?![/\\\t])/);
  });

  test("the Studio's files have immutable caching", async () => {
    const { html } = await get(stack, '/studio');
    const file = /\/studio\/static\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const { status, headers } = await get(stack, file);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test("a page's style sheet is inlined, or linked and available", async () => {
    const { html } = await get(stack, '/about');
    expect(html.includes('<style>@layer ')).toBe(!options.siteArgs);
    const linked = /href="(\/_next\/[^"]+\.css)"/.exec(html)?.[1];
    expect(linked === undefined).toBe(!options.siteArgs);
    const { status, headers } = await get(stack, linked ?? styleSheet);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')]);
  });

  test('a publish shows at once without a webhook', async () => {
    const page = async () => (await get(stack, '/about')).html;
    for (const heading of ['Published once', 'Published again']) {
      expect(await page()).not.toContain(heading);
      await stack.client('editor').patch('page-about').set({ 'sections[0].heading': heading }).commit();
      await expect.poll(page).toContain(heading);
    }
  });

  // Must run last, since it stops the content API.
  test('without the content API the response is 503 with all security headers', async () => {
    await stack.kill('lake');
    for (const path of ['/nobody-has-asked-for-this', '/opengraph-image/careers']) {
      const { status, headers } = await get(stack, path, { 'x-forwarded-proto': 'https' });
      expect(status, path).toBe(503);
      expectSecurityHeaders(headers);
    }
  });

  test.skipIf(options.siteArgs)(
    'the last good pages survive a restart without the content API, and are updated when it is back',
    async () => {
      await stack.start('lake');
      const editor = stack.client('editor');
      const removed = { _type: 'page', title: 'Gone', slug: { _type: 'slug', current: 'gone' } };
      await editor.create({ ...removed, _id: 'page-gone' });
      const statusOf = async (path: string) => (await get(stack, path)).status;
      await expect.poll(() => statusOf('/gone')).toBe(200);
      await editor.delete('page-gone');
      await expect.poll(() => statusOf('/gone')).toBe(404);
      const saved = ['/', '/pay-online', '/seo-services-delhi', '/sitemap.xml', '/articles/feed.xml'];
      const before = await Promise.all(saved.map((path) => get(stack, path)));
      const folder = path.join(stack.dataDir, 'site-cache');
      const nameOf = (page: string) =>
        `${createHash('sha256')
          .update(publicUrl + page)
          .digest('base64url')}.json`;
      await expect.poll(() => readdirSync(folder).length).toBeGreaterThan(saved.length);
      // A saved page of a release whose style sheets no longer exist.
      const damaged = path.join(folder, nameOf('/contact'));
      writeFileSync(damaged, readFileSync(damaged, 'utf8').replaceAll('.css', 'gone.css'));
      writeFileSync(path.join(folder, nameOf('/careers')), 'half a page');

      await stack.kill('site');
      await stack.kill('lake');
      await stack.start('site');
      for (const [index, path] of saved.entries()) {
        const { status, html, headers } = await get(stack, path);
        expect([path, status, html]).toEqual([path, 200, before[index]?.html]);
        for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag'])
          expect([name, headers.get(name)]).toEqual([name, before[index]?.headers.get(name)]);
        expectCommonHeaders(headers);
        const styles = [...html.matchAll(/href="(\/_next\/[^"]+\.css)"/g)].map(([, url = '']) =>
          statusOf(url),
        );
        expect(await Promise.all(styles)).toEqual(styles.map(() => 200));
      }
      const receipt = `/pay-online/receipt/${'a'.repeat(22)}`;
      for (const path of ['/gone', '/contact', '/careers', '/nobody-has-made-this', receipt])
        expect([path, await statusOf(path)]).toEqual([path, 503]);

      await stack.start('lake');
      process.kill(stack.pid('site') ?? Number.NaN, 'SIGWINCH');
      await editor.patch('page-home').set({ 'sections[0].heading': 'Here again' }).commit();
      await expect.poll(async () => (await get(stack, '/')).html).toContain('Here again');
      expect(await statusOf('/nobody-has-made-this')).toBe(404);
    },
  );
});
