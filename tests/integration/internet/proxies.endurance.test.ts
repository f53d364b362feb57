import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { startCaddy } from '../../support/caddy.ts';
import { listen } from '../../support/listen.ts';
import { startProxy } from '../../support/nginx.ts';
import { previewPath } from '../../support/preview.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { cookieOf } from '../accounts/visitor.ts';

// Tests the site behind the shipped proxy configurations with requests from strangers.
describe.each(['nginx', 'Caddy'])('behind %s', (name) => {
  let stack: Stack;
  let proxy: TlsProxy;
  beforeAll(async () => {
    const http = await findFreePorts(2);
    const https = http + 1;
    stack = await startStack({
      parts: ['lake', 'site'],
      env: { SITE_URL: `https://www.agency.test:${https}`, TRUST_PROXY: 'loopback' },
    });
    const site = stack.settings.port;
    proxy = name === 'nginx' ? await startProxy([site], { http, https }) : await startCaddy(site, https);
  });
  afterAll(async () => {
    await proxy?.stop();
    await stack?.stop();
  });

  const always: Record<string, RegExp> = {
    'x-content-type-options': /^nosniff$/,
    'strict-transport-security': /^max-age=31536000$/,
    'content-security-policy': /frame-ancestors 'self'/,
  };
  const unsafe = (headers: Record<string, unknown>) =>
    Object.entries(always).flatMap(([header, value]) => (value.test(`${headers[header]}`) ? [] : [header]));

  /** Announces a large body. nginx refuses it without reading it. */
  const announce = (path: string, bytes: number) =>
    proxy.send(
      'POST',
      path,
      { connection: 'close', 'content-type': 'application/json', 'content-length': `${bytes}` },
      name === 'Caddy' ? 'x'.repeat(bytes) : '',
    );

  test('previews and requests of their scripts reach Next', async () => {
    const begun = await proxy.get(await previewPath(stack, '/about', proxy.url));
    const cookies = (begun.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
    const cookie = [...cookies, cookieOf(stack, 'editor')].join('; ');
    expect((await proxy.get('/about', { cookie })).body).toContain('data-sanity');
    // Next redirects the scripts to an address of its own.
    const { headers } = await proxy.get('/about', { cookie, rsc: '1' });
    const data = await proxy.get(`${headers.location}`, { cookie, rsc: '1' });
    expect(data.headers['content-type']).toMatch(/^text\/x-component/);
    expect((await proxy.get('/about')).body).not.toContain('data-sanity');
  });

  test.each(['/about', '/studio', '/media/x.png', '/_next/static/x.js', '/nowhere'])(
    '%s takes no large body',
    async (path) => {
      const { status, headers } = await announce(path, 100_000);
      expect(status).toBe(413);
      expect(unsafe(headers)).toEqual([]);
    },
  );

  test('the API accepts a file of bills and nothing larger; the content lake accepts more', async () => {
    expect((await announce('/api/payments/bills/csv', 5_900_000)).status).toBe(401);
    expect((await announce('/api/create-razorpay-order', 6_400_000)).status).toBe(413);
    const headers = {
      authorization: `Bearer ${stack.token('editor')}`,
      'content-type': 'application/octet-stream',
    };
    const uploaded = await proxy.send(
      'POST',
      '/lake/v2025-02-19/assets/files/production',
      headers,
      'x'.repeat(20_000_000),
    );
    expect(uploaded.status).toBe(200);
  });

  test('responses of the proxy itself have the same security headers', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(new URL(proxy.url).port),
      servername: proxy.host,
      ca: proxy.ca,
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.end('GET /about HTTP/1.1\r\nbad header\r\n\r\n');
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 400 /);
    if (name === 'nginx') {
      const headers = Object.fromEntries(
        [...text.matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, key = '', value]) => [key.toLowerCase(), value]),
      );
      expect(unsafe(headers)).toEqual([]);
    }
    const { status, headers } = await proxy.send('TRACE', '/about');
    expect([status, unsafe(headers)]).toEqual([405, []]);
  });

  test('the first visitor after a quiet time sees the latest publish', async () => {
    await proxy.get('/about');
    const text = `Quiet ${randomUUID()}`;
    await stack.client('editor').patch('page-about').set({ 'sections[0].heading': text }).commit();
    const atSite = async () => (await fetch(`${stack.siteUrl}/about`)).text();
    await expect.poll(atSite).toContain(text);
    // nginx caches for a second, counted in whole seconds.
    const cachedAt = Date.now();
    await expect.poll(() => Date.now() - cachedAt, { interval: 100 }).toBeGreaterThan(2_100);
    expect((await proxy.get('/about')).body).toContain(text);
  });

  test('the error page for an unavailable site has the same headers', async () => {
    await stack.kill('site');
    const { status, headers } = await proxy.get('/api/payments');
    expect([status, unsafe(headers)]).toEqual([502, []]);
  });
});

test('nginx caches one copy of a page for any request headers', async () => {
  let requestCount = 0;
  const page = { 'content-type': 'text/html', vary: 'rsc, accept-encoding, x-anything' };
  const site = createServer((_, response) => {
    requestCount += 1;
    response.writeHead(200, page).end('page');
  });
  const ports = [await listen(site)];
  const http = await findFreePorts(2);
  const proxy = await startProxy(ports, { http, https: http + 1 });
  try {
    for (let index = 0; index < 30; index += 1)
      for (const header of ['rsc', 'accept-encoding', 'x-anything', 'range', 'cache-control', 'user-agent'])
        await proxy.get(`/about?${header}=${index}`, { [header]: `x-${index}` });
    // nginx caches the page for a second. With a copy for each of the 180 requests, all would arrive here.
    expect(requestCount).toBeLessThan(90);
  } finally {
    await proxy.stop();
    site.close();
  }
});
