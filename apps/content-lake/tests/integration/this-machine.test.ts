import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { sharedLake } from './lake.ts';

const lake = await sharedLake();

/** Sends a request with any Host header, which fetch does not allow. */
function withHost(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: lake.port, host: '127.0.0.1', path: '/v1/ping', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('access from this machine and allowed origins only', () => {
  test('a foreign host name is refused (DNS rebinding)', async () => {
    const port = lake.port;
    for (const host of [`localhost:${port}`, `local.localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await withHost(host), host).toBe(200);
    for (const host of [
      `evil.example:${port}`,
      'localhost',
      `localhost:${port + 1}`,
      `localhost.evil.example:${port}`,
      `10.0.0.1:${port}`,
    ])
      expect(await withHost(host), host).toBe(421);
  });

  test('pages of the site are allowed, others are refused', async () => {
    const status = async (origin: string, method = 'GET') =>
      (await lake.request('/v1/users/me', { method, headers: { origin }, as: 'editor' })).status;
    expect(await status(lake.siteUrl)).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'https://localhost'])
      for (const method of ['GET', 'OPTIONS']) expect(await status(origin, method), origin).toBe(403);
  });

  test('allowed origins get CORS headers at the port, others do not', async () => {
    const preflightHeaders = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const preflight = (origin: string) =>
      lake.request('/v1/users/me/keyvalue', { method: 'OPTIONS', headers: { origin, ...preflightHeaders } });
    const { status, headers } = await preflight(lake.siteUrl);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': lake.siteUrl,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      vary: 'Origin',
    });
    const allowed = async (origin: string | undefined, path: string) => {
      const response = await lake.request(path, { headers: origin ? { origin } : {} });
      expect(response.headers.get('vary')).toContain('Origin');
      return response.headers.get('access-control-allow-origin');
    };
    const paths = ['/v1/ping', '/v1/users/me', '/images/local/production/x.png', '/nowhere'];
    for (const path of paths) {
      expect(await allowed(lake.siteUrl, path), path).toBe(lake.siteUrl);
      expect(await allowed(undefined, path), path).toBeNull();
      expect(await allowed('https://evil.example', path), path).toBeNull();
    }
    const refused = await preflight('https://evil.example');
    expect(refused.status).toBe(403);
    expect(refused.headers.has('access-control-allow-methods')).toBe(false);
  });

  test('cross-site requests are refused except for assets', async () => {
    const token = lake.token('administrator');
    const query = '/v1/data/query/production?query=1';
    const paths = [query, '/v1/users/me', '/v1/ping', '/v1/data/export/production', '/nowhere'];
    const status = async (path: string, site: string, more: Record<string, string> = {}) =>
      (await lake.request(path, { headers: { 'sec-fetch-site': site, ...more } })).status;
    for (const site of ['cross-site', 'same-site'])
      for (const mode of ['no-cors', 'navigate', 'cors'])
        for (const path of paths)
          for (const authorization of [`Bearer ${token}`, ''])
            expect(await status(path, site, { 'sec-fetch-mode': mode, authorization }), path).toBe(403);
    for (const site of ['cross-site', 'same-site']) {
      expect(await status('/images/local/production/x.png', site)).toBe(404);
      expect(await status('/files/local/production/x.pdf', site)).toBe(404);
      // The Studio sends this origin if it has its own port or host.
      expect(await status(query, site, { origin: lake.siteUrl })).toBe(200);
    }
    for (const site of ['same-origin', 'none']) expect(await status(query, site)).toBe(200);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: lake.siteUrl, 'sec-fetch-site': 'same-site' }, 101],
    [{}, 101],
  ])('a WebSocket with %j: %d', async (headers, expected) => {
    const connection = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const status = await new Promise((resolve, reject) => {
      const handshake = request(`${lake.url}/v1/streams`, {
        headers: { ...connection, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
      });
      handshake
        .on('response', ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
      handshake.on('upgrade', ({ statusCode }, socket) => resolve(statusCode) ?? socket.destroy());
    });
    expect(status).toBe(expected);
  });

  test('listens on loopback only', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of addresses)
      await expect(fetch(`http://${address}:${lake.port}/v1/ping`)).rejects.toThrow();
  });
});
