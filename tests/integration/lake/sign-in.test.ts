import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile(['lake', 'site']);
/** A request as a browser on this machine makes it: through the site. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${lake.stack.siteUrl}/lake${path}`, { redirect: 'manual', ...init });
const studio = `${lake.stack.siteUrl}/studio`;

const loginPath = (origin: string) => `/v1/auth/login/local?origin=${encodeURIComponent(origin)}`;

async function openPage() {
  const page = await ask(loginPath(studio));
  expect(page.status).toBe(200);
  const token = z.string().parse(/name="token" value="([^"]+)"/.exec(await page.text())?.[1]);
  return { page, token };
}

const click = (fields: Record<string, string>, origin = lake.stack.siteUrl) =>
  ask('/v1/auth/login/local', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin },
  });

const sidOf = (response: Response) =>
  new URL(z.string().parse(response.headers.get('location'))).hash.replace('#sid=', '');

describe('sign-in with one click', () => {
  test('leads back to the Studio with a code that gives one session, once', async () => {
    const { token } = await openPage();
    const back = await click({ role: 'hr', origin: studio, token });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toMatch(`${studio}#sid=`);
    const sid = sidOf(back);
    expect(sid.length).toBeGreaterThanOrEqual(20);
    const session = z
      .object({ token: z.string() })
      .parse(await (await ask(`/v1/auth/fetch?sid=${sid}`)).json());
    expect((await ask(`/v1/auth/fetch?sid=${sid}`)).status).toBe(401);

    const authorization = `Bearer ${session.token}`;
    const me = await ask('/v1/users/me', { headers: { authorization } });
    expect(await me.json()).toMatchObject({ role: 'hr', roles: [{ name: 'hr' }], isCurrentUser: true });
    expect((await ask('/v1/auth/logout', { method: 'POST', headers: { authorization } })).status).toBe(204);
    expect((await ask('/v1/users/me', { headers: { authorization } })).status).toBe(401);
  });

  test('the page offers every role, cannot be framed, and its form works once', async () => {
    const { page, token } = await openPage();
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await click({ role: 'editor', origin: studio, token })).status).toBe(303);
    expect((await click({ role: 'editor', origin: studio, token })).status).toBe(400);
    expect((await click({ role: 'owner', origin: studio, token: (await openPage()).token })).status).toBe(
      400,
    );
  });

  test('no other origin clicks it, not even one that may use the API', async () => {
    for (const origin of ['https://evil.example', lake.stack.lakeUrl, 'null']) {
      const { token } = await openPage();
      expect((await click({ role: 'administrator', origin: studio, token }, origin)).status, origin).toBe(
        403,
      );
    }
    const { token } = await openPage();
    const withoutOrigin = await ask('/v1/auth/login/local', {
      method: 'POST',
      body: new URLSearchParams({ role: 'editor', origin: studio, token }),
    });
    expect(withoutOrigin.status).toBe(403);
  });

  test.each(['https://evil.example/studio', 'javascript:alert(1)', 'http://localhost:1/studio', ''])(
    'leads nowhere else: %s',
    async (target) => {
      expect((await ask(loginPath(target))).status).toBe(400);
      const { token } = await openPage();
      const answer = await click({ role: 'editor', origin: target, token });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
    },
  );

  test('a code that nobody gave is refused', async () => {
    expect((await ask('/v1/auth/fetch?sid=guessed-guessed-guessed')).status).toBe(401);
    expect((await ask('/v1/auth/fetch')).status).toBe(401);
  });
});

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
