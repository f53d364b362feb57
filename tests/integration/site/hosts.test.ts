import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment.ts';
import { fetchPage, shownText } from '../../support/html.ts';
import { cityPaths } from '../../support/routes.ts';
import { type Stack, type StackOptions, startStack } from '../../support/stack.ts';
import { routes } from './routes-table.ts';
import { expectCommonHeaders, get } from './site.ts';

const nextStart = ['node_modules/next/dist/bin/next', 'start', 'web'];

/** Whatever runs the site: status, redirects, headers and policy are right. */
const hosts: [string, StackOptions][] = [
  ['npm start, with the edge', {}],
  ['next start', { siteArgs: nextStart }],
  ['next start without the cache handler', { siteArgs: nextStart, env: { NEXT_CACHE_HANDLER: 'none' } }],
  ['standalone output', { siteArgs: ['web/.next/standalone/web/server.js'] }],
];

beforeAll(() => {
  execFileSync(process.execPath, ['web/standalone.ts'], { cwd: projectRoot });
});

describe.each(hosts)('%s', (_, options) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ parts: ['lake', 'site'], ...options });
  });
  afterAll(() => stack?.stop());

  /** One complete policy that runs our inline scripts and what those load, and nothing of Next's. */
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

  test.each([
    ...routes.map(({ path, texts }) => ({ path, texts })),
    ...cityPaths.slice(0, 2).map((path) => ({ path, texts: [] })),
  ])('$path is there, for the first visitor and the next', async ({ path, texts }) => {
    for (const visit of ['first', 'next']) {
      const page = await fetchPage(stack.siteUrl, path);
      expect(page.status, visit).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expectPolicyOfPage(page.headers, path);
      expectCommonHeaders(page.headers);
      const text = shownText(page);
      expect(texts.filter((wanted) => !text.includes(wanted))).toEqual([]);
    }
  });

  test.each([
    '/nobody-has-made-this',
    '/about/more',
    '/home',
    '/About',
    '/seo-services-atlantis',
    '/wp-admin.php',
    '/content/about',
    '/nowhere',
    '/%00',
    `/${'a'.repeat(3000)}`,
  ])('%s is a 404 that says so', async (path) => {
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
  ])('%s leads to %s, said once', async (path, to) => {
    const { status, headers } = await get(stack, path);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s to a page is refused', async (method) => {
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
  ])('%s answers %i', async (path, status, type) => {
    const answer = await get(stack, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type') ?? '').toContain(type);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expectCommonHeaders(answer.headers);
  });

  test('the files of the Studio are there for ever', async () => {
    const { html } = await get(stack, '/studio');
    const file = /\/studio\/static\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const { status, headers } = await get(stack, file);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test('the style sheet of a page is there', async () => {
    const { html } = await get(stack, '/about');
    const { status, headers } = await get(stack, /href="(\/_next\/[^"]+\.css)"/.exec(html)?.[1] ?? '');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')]);
  });
});
