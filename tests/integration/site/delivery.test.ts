import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestRaw } from '../../support/raw-request.ts';
import { allPaths, formPaths, namedPaths } from '../../support/routes.ts';
import { sharedStack, waitForPublishes } from '../../support/shared-stack.ts';
import { expectCommonHeaders, get } from './site.ts';

const stack = await sharedStack('seeded');
// Then every page is rendered anew.
beforeAll(() => waitForPublishes(stack));

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const scriptsOf = (html: string) =>
  [...html.matchAll(scriptElement)].map(([, attributes = '', text = '']) => ({ attributes, text }));
const isData = (attributes: string) => attributes.includes('application/ld+json');
const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

/** Requests a path as a browser does. */
const weigh = async (address: string, more: Record<string, string> = {}) => {
  const headers = {
    host: new URL(stack.siteUrl).host,
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...more,
  };
  const response = await requestRaw(stack.settings.port, address, { headers });
  return { ...response, bytes: response.headBytes + response.body.length };
};

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const stylesIn = (html: string) =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);

test.each(namedPaths)('%s fits that window for readers in the Gulf, too', async (path) => {
  expect((await weigh(`${path}?in=gulf`)).bytes).toBeLessThanOrEqual(14 * 1024);
});

describe.each(allPaths)('%s', (path) => {
  let html: string;
  let headers: Headers;

  test('fits the initial congestion window of 14 kB with its headers, for the first visitor too', async () => {
    const first = await weigh(path);
    expect(first.headers['x-nextjs-cache']).not.toBe('HIT');
    expect([first.status, first.headers['content-encoding']]).toEqual([200, 'br']);
    expect(first.bytes).toBeLessThanOrEqual(14 * 1024);
    const second = await weigh(path);
    expect(second.bytes).toBeLessThanOrEqual(first.bytes + 10);
    html = brotliDecompressSync(first.body).toString();
    expect(brotliDecompressSync(second.body).toString()).toBe(html);
    headers = new Headers(Object.entries(first.headers).map(([name, value]) => [name, String(value)]));
  });

  test('is HTML and CSS, painted without a second response', async () => {
    for (const { attributes } of scriptsOf(html)) {
      expect(attributes).not.toContain('src=');
      expect(attributes).toMatch(/ld\+json|speculationrules|data-own/);
    }
    expect(html).not.toMatch(/as="script"|rel="modulepreload"|__next_f|<!--|<div hidden="" id="S:/);
    expect(html).not.toMatch(/rel="stylesheet"|@import/);
    const styles = stylesIn(html).join();
    // None of our rules needs the variables that Tailwind registers.
    expect(styles).toMatch(/^@layer (?!.*@property)/);
    for (const [, address = ''] of styles.matchAll(/url\(([^)]+)\)/g))
      expect((await weigh(address)).status, address).toBe(200);
  });

  test('has a policy with the hashes of its own scripts and styles', () => {
    const policy = policyOf(headers);
    for (const part of ["frame-ancestors 'self'", "object-src 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    const scripts = /script-src ([^;,]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).not.toBe('');
    expect(scripts).not.toMatch(/unsafe|\*|https?:\/\/(?!localhost)/);
    for (const { attributes, text } of scriptsOf(html))
      if (!isData(attributes)) expect(scripts).toContain(hashOf(text));
    for (const text of stylesIn(html))
      expect(/style-src 'self' 'unsafe-inline'/.test(policy) || policy.includes(hashOf(text))).toBe(true);
    // Only pages with the checkout name its hosts.
    expect(policy.includes(new URL(stack.sandboxUrl).origin)).toBe(path === '/pay-online');
    expectCommonHeaders(headers);
  });
});

describe('the island of a form', () => {
  test.each([
    ['/contact', 'notice-success'],
    ['/pay-online', 'opacity-60'],
  ])('%s has the styles that only its scripts use', async (path, drawn) => {
    const { html } = await get(stack, path);
    const styles = stylesIn(html).join();
    expect(html).not.toMatch(new RegExp(` class="[^"]*\\b${drawn}\\b`));
    expect(styles.includes(`.${drawn}{`)).toBe(true);
  });

  test.each(formPaths)('of %s has at most 85 kB, with immutable caching', async (path) => {
    const { html } = await get(stack, path);
    const scripts = / data-scripts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    const responses = await Promise.all(scripts.map((script) => weigh(script)));
    expect(responses.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(85_000);
    for (const { status, headers } of responses) {
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test('that is missing is a 404, which is not cached', async () => {
    const { status, headers } = await weigh('/islands/enquiry-form-gone.js');
    expect(status).toBe(404);
    expect(headers['cache-control']).not.toContain('immutable');
  });
});

test.each([
  ...['/', '/contact?service=seo', '/about?utm_source=mail', '/nobody-has-made-this', '/studio/structure'],
  ...[
    '/pay-online/receipt/unknown',
    '/pay-online/statement/unknown',
    '/staff/sign-in',
    '/api/stop-reminders/x',
  ],
])('no proxy may change the HTML of %s', async (path) => {
  const { headers } = await get(stack, path);
  expect(headers.get('content-type')).toContain('text/html');
  expect(headers.get('cache-control')).toContain('no-transform');
});

describe('range and conditional requests', () => {
  const conditions: Record<string, string>[] = [
    ...['bytes=x', 'bytes=-', 'x=0-1', 'bytes=5-2', 'bytes=-0', 'bytes=0-0,2-3', 'bytes=0-4'],
    `bytes=${'9'.repeat(400)}-`,
    `bytes=-${'9'.repeat(400)}`,
  ].map((range) => ({ range }));
  conditions.push(
    { range: 'bytes=0-4', 'if-range': '"other"' },
    { range: 'bytes=99999999-', 'if-range': 'yesterday' },
    { 'if-match': '"other"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'if-modified-since': 'yesterday', 'if-none-match': '"' },
  );

  test('cause no server error for any kind of file', async () => {
    const studio = (await get(stack, '/studio')).html;
    const contact = (await get(stack, '/contact')).html;
    const services = (await get(stack, '/digital-marketing')).html;
    const paths = [
      '/about',
      '/icon.svg',
      '/favicon.ico',
      '/robots.txt',
      /\/studio\/static\/[\w.-]+\.js/.exec(studio)?.[0],
      / data-scripts="([^" ]+)/.exec(contact)?.[1],
      /"(\/media\/[^" ]+)/.exec(services)?.[1]?.replaceAll('&amp;', '&'),
      /\/_next\/static\/[^"]+?\.woff2/.exec(services)?.[0],
      '/opengraph-image/about',
    ];
    for (const path of paths)
      for (const headers of conditions) {
        const { status } = await weigh(`${path}`, headers);
        expect([200, 206, 412, 416], `${path} ${JSON.stringify(headers)}: ${status}`).toContain(status);
      }
  });

  test('work for a file in the content lake, or get 416', async () => {
    const file = await stack
      .client('editor')
      .assets.upload('file', Buffer.from('0123456789'), { filename: 'a.txt' });
    const address = `/lake${new URL(file.url).pathname.replace(/^\/lake/, '')}`;
    const statuses = await Promise.all(
      conditions.map(async (headers) => (await weigh(address, headers)).status),
    );
    expect(statuses.filter((status) => ![200, 206, 416].includes(status))).toEqual([]);
    expect((await weigh(address, { range: 'bytes=2-4' })).headers['content-range']).toBe('bytes 2-4/10');
  });
});

describe('security headers', () => {
  test.each([
    '/seo-services-gurugram',
    '/studio',
    '/studio/structure',
    '/studio/static/nothing.js',
    '/robots.txt',
    '/sitemap.xml',
    '/api/revalidate',
    '/media/nothing',
    '/opengraph-image/home',
    '/api/nothing',
  ])('%s', async (path) => {
    const { headers } = await get(stack, path);
    expect(policyOf(headers)).toContain("frame-ancestors 'self'");
    expectCommonHeaders(headers);
  });

  test('the Studio may connect only to its content lake', async () => {
    const policy = policyOf((await get(stack, '/studio')).headers);
    expect(policy).toMatch(/connect-src 'self' blob: *;/);
    const addresses = policy.match(/(?:https?|wss?):[^\s;]*/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([stack.siteUrl]));
  });

  test('a receipt runs only our own scripts', async () => {
    const { status, html, headers } = await get(stack, `/pay-online/receipt/${'a'.repeat(22)}`);
    expect(status).toBe(404);
    const policy = policyOf(headers);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'strict-dynamic'( 'sha256-[^']+')+;/);
    const scripts = scriptsOf(html).filter(({ attributes }) => !isData(attributes));
    expect(scripts).not.toEqual([]);
    for (const { text } of scripts) expect(policy).toContain(hashOf(text));
    expect(policy).not.toMatch(/https:(?!\/\/(?:wa\.me|api\.whatsapp))/);
    expectCommonHeaders(headers);
  });
});

describe('paths without a page', () => {
  test.each([
    ...['/nobody-has-made-this', '/about/more', '/home', '/nothing.png', '/seo-services-', '/_error'],
    ...['/%00', '/no%0Dsuch%E2%80%A8page', '/%E0%A4%A', '/%F0%9F%A4%B7', '/%5Cevil.example'],
    ...['/<script>alert(1)</script>', `/${'a'.repeat(3000)}`],
  ])('%s gets a 404 page with a link to the home page', async (path) => {
    const { status, html } = await get(stack, path);
    expect(status).toBe(404);
    expect(html).toMatch(/<h1[^>]*>404<\/h1>/);
    expect(html).toMatch(/<a href="\/"/);
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).not.toMatch(/__next_f|rel="canonical"|<script>alert/);
  });

  test('a path with capitals redirects to the page', async () => {
    for (const [from, to] of [
      ['/About?utm_source=card', '/about?utm_source=card'],
      ['/SEO-Services-Delhi', '/seo-services-delhi'],
    ])
      expect(await weigh(from ?? '')).toMatchObject({ status: 308, headers: { location: to } });
  });
});

describe('a redirect document', () => {
  const client = stack.client('editor');
  const publish = (from: string, to: string, permanent = true) =>
    client.create({ _type: 'redirect', from, to, permanent });
  const seen = async (path: string) => {
    const { status, headers } = await get(stack, path);
    return [status, headers.get('location')];
  };
  const hindi = encodeURIComponent('दिल्ली');

  test.each([
    ['/ask', '/contact?service=seo#form', { '/ask?utm_source=x': '/contact?service=seo&utm_source=x#form' }],
    [`/old-${hindi}%20page`, '/दिल्ली?a=ख#ग', { [`/old-${hindi}%20page`]: `/${hindi}?a=%E0%A4%96#%E0%A4%97` }],
    ['/lines', '/about\r\nx-evil: 1', { '/lines': '/aboutx-evil:%201' }],
  ])('from %s to %s keeps the query', async (from, to, expected) => {
    await publish(from, to);
    for (const [path, target] of Object.entries(expected))
      await expect.poll(() => seen(path)).toEqual([308, target]);
  });

  test('ends when it is deleted', async () => {
    const { _id } = await publish('/short-lived', '/about');
    await expect.poll(() => seen('/short-lived')).toEqual([308, '/about']);
    await client.delete(_id);
    await expect.poll(() => seen('/short-lived')).toEqual([404, null]);
  });
});

describe('the Studio is served from its build', () => {
  test('with the settings of this process', async () => {
    const { html, headers } = await get(stack, '/studio/structure/page');
    const settings =
      /<script type="application\/json" id="studio-settings">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
    expect(JSON.parse(settings)).toEqual({
      hosted: false,
      projectId: 'local',
      dataset: 'production',
      siteUrl: stack.siteUrl,
    });
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    // A browser's translation would break the Studio.
    expect(html).toMatch(
      /^<!DOCTYPE html><html[^>]* translate="no"[^>]*><head><meta name="google" content="notranslate">/,
    );
  });

  test('without the query tool, which is for development', () => {
    const files = readdirSync('web/.studio/static');
    expect(files).toContainEqual(expect.stringMatching(/^sanity-.*\.js$/));
    expect(files.filter((name) => name.includes('Vision'))).toEqual([]);
  });

  test('its files have their types and immutable caching, and other paths are 404', async () => {
    const { html } = await get(stack, '/studio');
    const file = /\/studio\/static\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const { status, headers } = await get(stack, file);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^(?:text|application)\/javascript; charset=utf-8$/i);
    expect(headers.get('cache-control')).toContain('immutable');
    for (const path of ['/studio/static/%2e%2e%2findex.html', '/studio/static', '/studio/static/nothing.js'])
      expect((await get(stack, path)).status, path).toBe(404);
  });
});

describe('pictures are served from our own address:', () => {
  test('a drawing of a page as it is, under a policy that lets no script in it run', async () => {
    const { html } = await get(stack, '/digital-marketing');
    const address = /src="(\/media\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { status, headers } = await get(stack, address, { accept: 'image/webp,*/*' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test.each([
    [
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>',
    ],
    [
      'png',
      sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    ],
  ])('a cropped %s file as a smaller file that is no drawing', async (extension, file) => {
    const client = stack.client('editor');
    const filename = `drawing.${extension}`;
    const { _id } = await client.assets.upload('image', Buffer.from(await file), { filename });
    const picture = { _type: 'picture', alt: 'Drawing', asset: { _type: 'reference', _ref: _id } };
    await client.createOrReplace({
      _id: 'page-drawing',
      _type: 'page',
      title: 'Drawing',
      slug: { _type: 'slug', current: 'drawing' },
      sections: [{ _type: 'hero', _key: 'a', heading: 'Drawing', art: 'image', picture }],
    });
    const addressOf = async () => /src="(\/media\/[^"]+)"/.exec((await get(stack, '/drawing')).html)?.[1];
    await expect.poll(addressOf).toContain(`.${extension}?`);
    const address = (await addressOf())?.replaceAll('&amp;', '&') ?? '';
    const { status, headers } = await get(stack, address, { accept: 'image/webp,*/*' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toContain('immutable');
  });
});
