import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPaths, formPaths } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { expectCommonHeaders, get } from './site.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
});
afterAll(() => stack.stop());

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const scriptsOf = (html: string) =>
  [...html.matchAll(scriptElement)].map(([, attributes = '', text = '']) => ({ attributes, text }));
const isData = (attributes: string) => attributes.includes('application/ld+json');

/** Returns the bytes of a response on the wire, as a browser requests it: status line, headers and compressed body. */
function weigh(address: string, more: Record<string, string> = {}) {
  return new Promise<{ status: number; bytes: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const requests = request(
      `${stack.siteUrl}${address}`,
      { headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...more } },
      (response) => {
        const head = response.rawHeaders.reduce(
          (sum, text) => sum + text.length + 2,
          'HTTP/1.1 200 OK\r\n\r\n'.length,
        );
        let bytes = head;
        response.on('data', (chunk) => {
          bytes += chunk.length;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, bytes, headers: response.headers }),
        );
      },
    );
    requests.on('error', reject).end();
  });
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const stylesIn = (html: string) =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);

describe('over the wire', () => {
  // Runs first, so that nobody has requested the pages before.
  test.each(allPaths)(
    '%s with its styles and headers fits the initial congestion window of 14 kB, for the first visitor too',
    async (path) => {
      const page = await weigh(path);
      expect(page.headers['x-nextjs-cache']).not.toBe('HIT');
      expect(page.headers['content-encoding']).toBe('br');
      expect(page.bytes).toBeLessThanOrEqual(14 * 1024);
      expect((await weigh(path)).bytes).toBeLessThanOrEqual(page.bytes + 10);
    },
  );

  test('a page is the same in every content encoding', async () => {
    const plain = await get(stack, '/about', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const coding of ['br', 'gzip', 'br;q=0, gzip']) {
      const { html, headers } = await get(stack, '/about', { 'accept-encoding': coding });
      expect(html).toBe(plain.html);
      expect(headers.get('content-encoding')).toBe(coding === 'br' ? 'br' : 'gzip');
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
    }
  });

  test.each(['/about', '/contact'])(
    '%s gets 304 with its original headers while it is unchanged',
    async (path) => {
      const { headers } = await weigh(path);
      const again = await weigh(path, { 'if-none-match': headers.etag ?? '' });
      expect(again.status).toBe(304);
      for (const name of ['vary', 'etag', 'cache-control', 'content-security-policy'])
        expect(again.headers[name], name).toBe(headers[name]);
      expect(Object.keys(again.headers).filter((name) => !(name in headers))).toEqual([]);
    },
  );

  test.each(allPaths)('%s is painted without a second response', async (path) => {
    const { html, headers } = await get(stack, path);
    expect(html).not.toMatch(/rel="stylesheet"|@import/);
    const styles = stylesIn(html);
    // None of our rules needs the variables that Tailwind registers.
    expect(styles.join()).toMatch(/^@layer (?!.*@property)/);
    const policy = headers.get('content-security-policy') ?? '';
    for (const text of styles)
      expect(/style-src 'self' 'unsafe-inline'/.test(policy) || policy.includes(hashOf(text))).toBe(true);
    for (const [, address = ''] of styles.join().matchAll(/url\(([^)]+)\)/g))
      expect((await weigh(address)).status, address).toBe(200);
  });

  // Classes that no element has until the form's scripts add one.
  test.each([
    ['/contact', 'notice-success'],
    ['/pay-online', 'opacity-60'],
  ])(
    "%s has the styles that only its form's scripts use, and not those of other pages",
    async (path, drawn) => {
      const { html } = await get(stack, path);
      const styles = stylesIn(html).join();
      expect(html).not.toMatch(new RegExp(` class="[^"]*\\b${drawn}\\b`));
      expect(styles.includes(`.${drawn}{`)).toBe(true);
      expect(Buffer.byteLength(styles)).toBeLessThan(20_500);
    },
  );
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

describe('content pages are delivered as HTML and CSS', () => {
  test.each(allPaths)('%s, from the first visit', async (path) => {
    for (const visit of ['first', 'second']) {
      const { html, status } = await get(stack, path);
      expect(status, visit).toBe(200);
      for (const { attributes } of scriptsOf(html)) {
        expect(attributes, visit).not.toContain('src=');
        expect(attributes).toMatch(/ld\+json|speculationrules|data-own/);
      }
      expect(html).not.toMatch(/as="script"|rel="modulepreload"|__next_f|<!--/);
      expect(html).not.toMatch(/<div hidden="" id="S:/);
    }
  });

  test.each(formPaths)(
    'the form of %s is an island of at most 85 kB with immutable caching',
    async (path) => {
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
    },
  );

  test('the 404 for a missing island script is not cached', async () => {
    const { status, headers } = await weigh('/islands/enquiry-form-gone.js');
    expect(status).toBe(404);
    expect(headers['cache-control']).not.toContain('immutable');
  });
});

describe('range and conditional requests', () => {
  const conditions: Record<string, string>[] = [
    ...[
      'bytes=x',
      'bytes=-',
      'bytes=',
      'x=0-1',
      'bytes=5-2',
      'bytes=-0',
      'bytes=0-0,2-3',
      'bytes=-5',
      'bytes=0-4',
    ],
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
  const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

  test.each([...allPaths, '/nobody-has-made-this'])('%s', async (path) => {
    const { html, headers } = await get(stack, path);
    const policy = policyOf(headers);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    const scripts = /script-src ([^;,]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).not.toBe('');
    expect(scripts).not.toMatch(/unsafe|\*|https?:\/\/(?!localhost)/);
    for (const { attributes, text } of scriptsOf(html)) {
      if (isData(attributes)) continue;
      if (attributes.includes('src=')) expect(scripts).toContain("'self'");
      else expect(scripts).toContain(hashOf(text));
    }
    // Only pages with the checkout name its hosts.
    expect(policy.includes(new URL(stack.sandboxUrl).origin)).toBe(path === '/pay-online');
    expectCommonHeaders(headers);
  });

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
    '/nobody-has-made-this',
    '/about/more',
    '/home',
    '/Nobody',
    '/nothing.txt',
    '/nothing.png',
    '/%E0%A4%A',
    '/seo-services-atlantis',
    '/_error',
    '/_global-error',
    '/500',
    '/index',
    '/%00',
    '/about%0A',
    '/no%0Dsuch%E2%80%A8page',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    `/${'a'.repeat(3000)}`,
  ])('%s gets a 404 page with a link to the home page', async (path) => {
    const { status, html } = await get(stack, path);
    expect(status).toBe(404);
    expect(html).toMatch(/<h1[^>]*>404<\/h1>/);
    expect(html).toContain('Oops! Page not found');
    expect(html).toMatch(/<a href="\/"/);
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).not.toContain('__next_f');
  });

  test("only a preview gets the data of Next's scripts", async () => {
    const page = await get(stack, '/about');
    const requests = await get(stack, '/about?_rsc', { rsc: '1' });
    expect([requests.html, requests.headers.get('vary')]).toEqual([page.html, 'Accept-Encoding, Accept']);
  });

  test('a path with capitals redirects to the page', async () => {
    for (const [from, to] of [
      ['/About?utm_source=card', '/about?utm_source=card'],
      ['/SEO-Services-Delhi', '/seo-services-delhi'],
    ])
      expect(await weigh(from ?? '')).toMatchObject({ status: 308, headers: { location: to } });
  });

  test.each(['/about/', '//about', '//about/'])(
    '%s redirects to the path without extra slashes',
    async (path) => {
      const { status, headers } = await weigh(path);
      expect(status).toBe(308);
      expect(headers.location).toMatch(/^\/about\/?$/);
    },
  );

  test('a double slash does not redirect to another host', async () => {
    expect((await weigh('//evil.example')).headers.location).toBe('/evil.example');
    expect((await weigh('/\\evil.example')).headers.location).toBe('/evil.example');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s to a page gets 405', async (method) => {
    for (const path of ['/about', '/pay-online', '/nobody-has-made-this']) {
      const response = await fetch(`${stack.siteUrl}${path}`, { method, body: 'name=x' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('OPTIONS lists the methods of a page', async () => {
    for (const path of ['/about', '/pay-online', '/nobody-has-made-this']) {
      const response = await fetch(`${stack.siteUrl}${path}`, { method: 'OPTIONS' });
      expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    }
  });

  test('an unknown query string returns the same page', async () => {
    await get(stack, '/about');
    expect((await get(stack, '/about?utm_source=x&y=1')).cache).toBe('HIT');
  });

  test('redirect documents are permanent, follow chains, ignore loops and end when deleted', async () => {
    expect(await get(stack, '/seo-services-gurugram')).toMatchObject({ status: 308 });
    const client = stack.client('editor');
    const make = (id: string, from: string, to: string, permanent = true) =>
      client.createOrReplace({ _id: id, _type: 'redirect', from, to, permanent });
    const seen = async (path: string) => {
      const { status, headers } = await get(stack, path);
      return [status, headers.get('location')];
    };
    expect(await seen('/old-one')).toEqual([404, null]);
    await make('redirect-one', '/old-one', '/about');
    await expect.poll(() => seen('/old-one')).toEqual([308, '/about']);
    expect(await seen('/OLD-one')).toEqual([308, '/about']);
    expect(await seen('/old-one?utm_source=x&a=%2F')).toEqual([308, '/about?utm_source=x&a=%2F']);
    await make('redirect-two', '/older', '/old-one');
    await expect.poll(() => seen('/older')).toEqual([308, '/about']);
    await make('redirect-three', '/for-now', 'https://example.com/elsewhere', false);
    await expect.poll(() => seen('/for-now')).toEqual([307, 'https://example.com/elsewhere']);
    await make('redirect-four', '/ping', '/pong');
    await make('redirect-five', '/pong', '/ping');
    await expect.poll(() => seen('/ping')).toEqual([404, null]);
    await make('redirect-six', '/bad', '//evil.example');
    expect(await seen('/bad')).toEqual([404, null]);
    await make('redirect-backslash', '/worse', '/\\evil.example');
    const hindi = encodeURIComponent('दिल्ली');
    await make('redirect-hindi', `/old-${hindi}%20page`, '/दिल्ली?a=ख#ग');
    await expect.poll(() => seen(`/old-${hindi}%20page`)).toEqual([308, `/${hindi}?a=%E0%A4%96#%E0%A4%97`]);
    await make('redirect-lines', '/lines', '/about\r\nx-evil: 1');
    await expect.poll(async () => (await seen('/lines'))[0]).toBe(308);
    expect((await get(stack, '/lines')).headers.get('x-evil')).toBeNull();
    expect(await seen('/worse')).toEqual([404, null]);
    await make('redirect-seven', '/about', '/careers');
    expect((await get(stack, '/about')).status).toBe(200);
    expect(await seen('/older')).toEqual([308, '/about']);
    await make('redirect-eight', '/ask', '/contact?service=seo#form');
    await expect
      .poll(() => seen('/ask?utm_source=x'))
      .toEqual([308, '/contact?service=seo&utm_source=x#form']);
    await client.delete('redirect-one');
    await expect.poll(() => seen('/old-one')).toEqual([404, null]);
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
    for (const path of [
      '/studio/static/..%2f..%2f..%2fpackage.json',
      '/studio/static/%2e%2e%2findex.html',
      '/studio/static',
      '/studio/static/nothing.js',
    ])
      expect((await get(stack, path)).status, path).toBe(404);
  });
});

describe('previews', () => {
  test("start only with the Studio's secret", async () => {
    expect((await get(stack, '/api/draft-mode/enable')).status).toBe(401);
    expect(
      (await get(stack, '/api/draft-mode/enable?sanity-preview-secret=guess&sanity-preview-pathname=/about'))
        .status,
    ).toBe(401);
  });

  test('end at the home page, even if the URL names another target', async () => {
    const { status, headers } = await get(stack, '/api/draft-mode/disable?redirect=https://evil.example');
    expect(status).toBe(307);
    expect(headers.get('location')).toBe('/');
  });

  test('show drafts to nobody else', async () => {
    expect((await get(stack, '/api/draft-mode/events')).status).toBe(403);
    const forged = { cookie: `__prerender_bypass=guess; preview-pass=${Date.now() + 60_000}.guess` };
    // The page is the same as everybody's, byte for byte, without Next's scripts.
    expect((await get(stack, '/about', forged)).html).toBe((await get(stack, '/about')).html);
  });
});

describe('pictures are served from our own address', () => {
  test.each([
    '/media/nothing.png?w=640',
    '/media/..%2f..%2fsecret?w=640',
    '/media/abc-10x10.png?w=641',
    '/media/abc-10x10.png',
  ])('%s is refused', async (path) => {
    expect((await get(stack, path)).status).toBe(404);
  });

  test('in the sizes that pages use', async () => {
    const { html } = await get(stack, '/digital-marketing');
    const address = /src="(\/media\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { status, headers } = await get(stack, address, { accept: 'image/webp,*/*' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test('a vector picture is rasterized, so that no script in it can run', async () => {
    const client = stack.client('editor');
    const vector =
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>';
    const { _id } = await client.assets.upload('image', Buffer.from(vector), { filename: 'drawing.svg' });
    const picture = { _type: 'picture', alt: 'Drawing', asset: { _type: 'reference', _ref: _id } };
    await client.createOrReplace({
      _id: 'page-drawing',
      _type: 'page',
      title: 'Drawing',
      slug: { _type: 'slug', current: 'drawing' },
      sections: [{ _type: 'hero', _key: 'a', heading: 'Drawing', art: 'image', picture }],
    });
    const addressOf = async () => /src="(\/media\/[^"]+)"/.exec((await get(stack, '/drawing')).html)?.[1];
    await expect.poll(addressOf).toContain('.svg?');
    const address = (await addressOf())?.replaceAll('&amp;', '&') ?? '';
    const { status, headers } = await get(stack, address, { accept: 'image/avif,image/webp,*/*' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
  });
});
