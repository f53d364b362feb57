import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();

/** A request with any Host header, which fetch does not allow. */
function withHost(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      { port: lake.stack.settings.lakePort, host: '127.0.0.1', path: '/v1/ping', headers: { host } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end();
  });
}

describe('only this machine, and only allowed pages', () => {
  test('a name that is not this machine is refused (DNS rebinding)', async () => {
    const port = lake.stack.settings.lakePort;
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

  test('pages of the site are let in, others are refused', async () => {
    const status = async (origin: string, method = 'GET') =>
      (await lake.request('/v1/users/me', { method, headers: { origin }, as: 'editor' })).status;
    expect(await status(lake.stack.siteUrl)).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'https://localhost'])
      for (const method of ['GET', 'OPTIONS']) expect(await status(origin, method), origin).toBe(403);
  });

  test('nothing listens on the addresses that other machines could reach', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of addresses)
      await expect(fetch(`http://${address}:${lake.stack.settings.lakePort}/v1/ping`)).rejects.toThrow();
  });
});
