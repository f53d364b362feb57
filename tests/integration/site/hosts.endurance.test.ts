import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { onReadOnlyDisk } from '../../support/disk.ts';
import { fetchPage } from '../../support/html.ts';
import { startPostgres } from '../../support/postgres.ts';
import { previewPath } from '../../support/preview.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { cityPaths } from '../../support/routes.ts';
import { publicUrl } from '../../support/shared-stack.ts';
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

/** URL of any file of the build. */
const [sheet = ''] = globSync('static/chunks/*.css', { cwd: path.join(projectRoot, 'web/.next') });
const styleSheet = `/_next/${sheet}`;

execFileSync(process.execPath, ['web/standalone.ts'], { cwd: projectRoot });
const postgres = await closeAfterwards(startPostgres());

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

  test.each(['/', '/contact', '/pay-online', '/terms-conditions', ...cityPaths.slice(0, 1)])(
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

  /** Sends a raw request, since `fetch` normalizes URLs and cannot receive a 304. */
  const raw = (target: string, headers: Record<string, string>) =>
    requestRaw(stack.settings.port, target, {
      headers: { host: new URL(stack.siteUrl).host, 'x-forwarded-proto': 'https', ...headers },
    });

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
    ['its data', '/about?_rsc', 200, { headers: { rsc: '1' } }],
    ['a forged preview', '/about', 200, { headers: { cookie: '__prerender_bypass=guess' } }],
    ['an unknown path', '/nobody-has-made-this', 404],
    ['a receipt of nobody', `/pay-online/receipt/${'a'.repeat(22)}`, 404],
    ['a redirect of the content', '/seo-services-gurugram', 308],
    ['a page in capitals', '/About', 308],
    ['a page that is written to', '/about', 405, { method: 'POST', body: 'x' }],
    ['a request for the methods', '/about', 204, { method: 'OPTIONS' }],
    ['the Studio', '/studio', 200],
    ['a file of the Studio', 'Studio file', 200],
    ['an API that is only written to', '/api/create-razorpay-order', 405],
    ['an API for staff', '/api/payments', 401],
    ['a webhook of nobody', '/api/revalidate', 401, { method: 'POST', body: '{}' }],
    ['an API that is not there', '/api/nothing', 404],
    ['the end of a preview', '/api/draft-mode/disable', 307],
    ['a picture', 'picture', 200],
    ['a picture for sharing', '/opengraph-image/home', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['a style sheet', styleSheet, 200],
    ['an island', 'island', 200],
    ['a file', '/icon.svg', 200],
  ])('%s gets a response with all security headers', async (_, path, status, { headers, ...init } = {}) => {
    const response = await fetch(`${stack.siteUrl}${await addressOf(path)}`, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-proto': 'https', ...Object.fromEntries(new Headers(headers)) },
    });
    await response.body?.cancel();
    expect(response.status).toBe(status);
    expectSecurityHeaders(response.headers);
    if (path === 'Studio file') expect(response.headers.get('cache-control')).toContain('immutable');
    const etag = response.headers.get('etag');
    if (status !== 200 || !etag) return;
    const again = await raw(await addressOf(path), {
      ...Object.fromEntries(new Headers(headers)),
      'if-none-match': etag,
    });
    expect(again.status).toBe(304);
    expectSecurityHeaders(
      new Headers(Object.entries(again.headers).map(([name, value]) => [name, String(value)])),
    );
  });

  test('a preview has all security headers and is shown only to staff who may read content', async () => {
    const begun = await get(stack, await previewPath(stack, '/about'), { 'x-forwarded-proto': 'https' });
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
    expect([missing.status, missing.html.includes('<main')]).toEqual([404, true]);
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
    ['/%5Cevil.example/', 308],
    ['/%2F%2Fevil.example/', 308],
    ['/%09/evil.example/', 308],
    ['/studio/index.html/', 308],
  ])('%s does not redirect to another host', async (target, status) => {
    const response = await raw(target, { host: 'evil.example' });
    expect(response.status).toBe(status);
    expect(response.headers.location).toMatch(/^\/(?![/\\\t])/);
    expect(response.headers.refresh ?? '0;url=/').toMatch(/^0;url=\/(?![/\\\t])/);
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
});
