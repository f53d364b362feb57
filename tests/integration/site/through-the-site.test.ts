import { globSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import type { SanityClient } from '@sanity/client';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { streamFetch } from '#studio/client/stream-fetch.ts';
import { eventually } from '../../support/eventually.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { sharedStack } from '../../support/shared-stack.ts';

const stack = await sharedStack('empty');
const { port, lakePort } = stack.settings;

const subscriptions: { unsubscribe(): void }[] = [];
afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

/** A client like a Studio tab: uses the site's origin, with all event streams over one connection. */
const tabFetch = streamFetch();
const editor = stack.client('editor', { apiHost: `${stack.siteUrl}/lake`, resolveFetch: () => tabFetch });

const raw = (to: number, path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  requestRaw(to, path, { method, headers, body });
const host = `localhost:${port}`;
/** Sends a request to the site under its own name. */
const atSite = (path: string, headers: Record<string, string> = {}, method = 'GET', text = '') =>
  raw(port, path, { host, ...headers }, method, text);

describe('signing in with one click', () => {
  type Given = Record<string, string | undefined>;

  /** Signs in with a click as a browser does: through the site to the lake and back. Headers can differ per step. */
  async function click({ site = {}, lake = {} }: { site?: Given; lake?: Given } = {}) {
    const origin = `http://localhost:${port}`;
    const given = (all: Given) =>
      Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    const onSite = given({ host: `localhost:${port}`, ...site });
    const page = await raw(port, '/staff/sign-in', onSite);
    const onLake = { host: `localhost:${lakePort}`, origin, 'sec-fetch-site': 'same-site', ...lake };
    const form = given({ ...onLake, 'content-type': 'application/x-www-form-urlencoded' });
    const clicked = await raw(lakePort, '/staff/one-click', form, 'POST', 'role=administrator');
    const { status, headers } = await raw(
      port,
      clicked.headers.location?.slice(origin.length) ?? '/',
      onSite,
    );
    return {
      isOffered: page.text.includes(`action="http://localhost:${lakePort}/staff/one-click"`),
      clicked: clicked.status,
      isIn: status === 303 && headers['set-cookie'] !== undefined,
      cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    };
  }

  test('is offered on this machine and opens the Studio with the chosen role', async () => {
    expect(await click()).toMatchObject({ isOffered: true, clicked: 303, isIn: true });
    // The site overwrites a client's headers that have the names of its own headers to the lake.
    const own = { 'x-client-address': '203.0.113.1', 'x-lake-site-key': 'x' };
    expect(await click({ site: own })).toMatchObject({ isOffered: true, isIn: true });
  });

  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['host', 'www.example.com'],
    ['host', '127.0.0.1'],
  ])('is refused if %s: %s reveals a proxy in front of the site or the lake', async (name, value) => {
    expect(await click({ site: { [name]: value } })).toMatchObject({ isOffered: false, isIn: false });
    const refused = await click({ lake: { [name]: value } });
    expect(refused.clicked).toBeGreaterThanOrEqual(403);
    expect(refused.isIn).toBe(false);
  });

  test.each([{ origin: 'https://evil.example' }, { origin: undefined, 'sec-fetch-site': undefined }])(
    'is refused to a page of another site: %j',
    async (lake) => {
      expect(await click({ lake })).toMatchObject({ clicked: 403, isIn: false });
    },
  );

  test('is refused if only the site is reachable, as through a tunnel that adds no headers', async () => {
    const all = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    const form = { ...all, 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/staff/sign-in', '/staff/one-click', '/lake/staff/one-click']) {
      const { status, headers } = await atSite(path, form, 'POST', 'role=administrator');
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(headers['set-cookie'], path).toBeUndefined();
    }
    const guessed = await atSite(`/staff/sign-in?click=${'a'.repeat(43)}`, all);
    expect([guessed.status, guessed.headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('is refused by HTTP/1.0, which no browser speaks', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /staff/sign-in HTTP/1.0\r\nHost: localhost:${port}\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect(received).toContain('Sign in');
    expect(received).not.toContain('value="administrator"');
  });

  test('other pages are refused if a proxy leads directly to the lake', async () => {
    const host = `localhost:${lakePort}`;
    const key = { 'x-lake-site-key': 'guessed', 'x-client-address': '127.0.0.1' };
    for (const headers of [{ host }, { host, ...key }, { host, ...key, 'x-lake-site-key': '' }])
      for (const path of ['/staff/sign-in', '/staff/account', '/staff/passkeys.js', '/staff/one-click'])
        expect((await raw(lakePort, path, headers)).status, path).toBeGreaterThanOrEqual(403);
  });

  test('gives access to the Studio, which strangers do not get', async () => {
    const { cookie } = await click();
    const address = `${stack.siteUrl.replace('http', 'ws')}/lake/v1/streams`;
    const connected = (headers: Record<string, string>) =>
      new Promise<WebSocket | undefined>((resolve) => {
        const socket = new WebSocket(address, { headers: { origin: stack.siteUrl, ...headers } });
        socket.once('open', () => resolve(socket)).once('error', () => resolve(undefined));
      });
    const strangers = await Promise.all(Array.from({ length: 105 }, () => connected({})));
    expect(strangers.filter((one) => one !== undefined)).toHaveLength(100);
    const own = await connected({ cookie });
    expect(own).toBeDefined();
    for (const socket of [...strangers, own]) socket?.terminate();
  });
});

describe('the API', () => {
  test('is available to signed-in staff under the site’s own paths', async () => {
    const query = '/lake/v2025-02-19/data/query/production?query=1';
    const authorization = `Bearer ${stack.token('viewer')}`;
    expect((await atSite(query)).status).toBe(401);
    const response = await atSite(query, { authorization });
    expect(response.status).toBe(200);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    // A client may have the project in its host name.
    for (const [headers, status] of [
      [{ host: `local.localhost:${port}` }, 200],
      [{ host: `evil.example:${port}` }, 421],
      [{ origin: 'https://evil.example' }, 403],
    ] as const)
      expect((await atSite(query, { authorization, ...headers })).status).toBe(status);
  });

  test("creates an id for each request and ignores a client's own", async () => {
    const given = 'stranger-0123456789';
    const { headers } = await atSite('/lake/v1/ping', { 'x-request-id': given });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await atSite('/api/enquiry', { 'x-request-id': given }, 'POST', '{}');
    await expect.poll(() => stack.log.some((line) => line.includes('api/enquiry'))).toBe(true);
    expect(stack.log.join('\n')).not.toContain(given);
  });

  test('serves original files to everybody, and resized pictures only to signed-in staff', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>');
    const { url } = await editor.assets.upload('image', drawing, { filename: 'a.svg' });
    const { pathname } = new URL(url);
    const authorization = `Bearer ${stack.token('viewer')}`;
    const status = async (query: string, headers = {}) => (await atSite(pathname + query, headers)).status;
    expect(await status('')).toBe(200);
    for (const query of ['?w=10&fm=png', '/name.svg?w=10', '?'])
      expect(await status(query), query).toBe(query === '?' ? 200 : 401);
    expect((await atSite(`${pathname.replace('/images', '/im%61ges')}?w=10`)).status).toBe(401);
    expect(await status('?w=10&fm=png', { authorization })).toBe(200);
  });

  test('responds with 503 while the lake is down, and recovers with it', async () => {
    await stack.kill('lake');
    const response = await atSite('/lake/v1/ping');
    expect(response.status).toBe(503);
    expect(response.text).toContain('Try again');
    await stack.start('lake');
    expect((await atSite('/lake/v1/ping')).status).toBe(200);
  });

  test('streams an upload to the lake while it arrives, and returns its public URL', async () => {
    const part = Buffer.alloc(1024 * 1024, 'x');
    const arrived = () =>
      globSync('content-lake/**/incoming/*', { cwd: stack.dataDir })
        .map((file) => statSync(path.join(stack.dataDir, file)).size)
        .reduce((sum, size) => sum + size, 0);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === 1) await expect.poll(arrived).toBeGreaterThan(0);
        sent += 1;
        if (sent > 2) controller.close();
        else controller.enqueue(part);
      },
    });
    const address = `${stack.siteUrl}/lake/v2025-02-19/assets/files/production?filename=large.txt`;
    const options: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${stack.token('editor')}`, 'content-type': 'text/plain' },
    };
    const { document } = await (await fetch(address, options)).json();
    expect(document).toMatchObject({
      size: 2 * part.length,
      url: expect.stringMatching(`^${stack.siteUrl}/lake/files/`),
    });
    const stored = await fetch(document.url, { method: 'HEAD' });
    expect(stored.headers.get('content-length')).toBe(String(2 * part.length));
  });
});

/** Returns the number of open connections to the lake. */
function connections(): number {
  const number = lakePort.toString(16).toUpperCase().padStart(4, '0');
  const table = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/net/${name}`, 'utf8')).join('\n');
  return table.split('\n').filter((line) => new RegExp(`^\\s*\\d+: \\S+:${number} \\S+ 01 `).test(line))
    .length;
}

describe('event streams', () => {
  const listenTo = (client: SanityClient, id: string) => {
    const events: { type: string; result?: unknown }[] = [];
    const subscription = client
      .listen(
        '*[_id == $id]',
        { id },
        { enableResume: true, events: ['welcome', 'mutation', 'welcomeback', 'reset'] },
      )
      .subscribe((event) => events.push({ ...event }));
    subscriptions.push(subscription);
    return { events, subscription, heard: (type: string) => events.some((event) => event.type === type) };
  };

  test('share one connection, end separately, and continue after it breaks', async () => {
    await editor.createOrReplace({ _id: 'many', _type: 'note', n: 0 });
    const before = connections();
    const listeners = Array.from({ length: 12 }, () => listenTo(editor, 'many'));
    await expect.poll(() => listeners.every(({ heard }) => heard('welcome'))).toBe(true);
    // The site's jobs may open connections of their own meanwhile.
    expect(connections() - before).toBeLessThan(listeners.length / 2);

    listeners[0]?.subscription.unsubscribe();
    await editor.patch('many').set({ n: 1 }).commit();
    await expect.poll(() => listeners.filter(({ heard }) => heard('mutation')).length).toBe(11);
    expect(listeners[0]?.heard('mutation')).toBe(false);

    await stack.kill('site');
    await stack.client('editor').patch('many').set({ n: 2 }).commit();
    await stack.start('site');
    await eventually(() => {
      for (const { events } of listeners.slice(1)) {
        expect(events.map(({ type }) => type)).toEqual(['welcome', 'mutation', 'welcomeback', 'mutation']);
        expect(events.at(-1)?.result).toMatchObject({ n: 2 });
      }
    });
  });

  test('end at the lake when the client disconnects', async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${stack.token('viewer')}` };
    const open = Array.from({ length: 5 }, () =>
      fetch(`${stack.siteUrl}/lake/v1/data/listen/production?query=*`, { headers, signal: leaving.signal }),
    );
    for (const response of await Promise.all(open)) expect(response.status).toBe(200);
    const whileRead = connections();
    leaving.abort();
    await expect.poll(connections).toBeLessThanOrEqual(whileRead - 5);
  });

  test.each([
    ['no JSON', ['hello']],
    ['a path that is no stream', [JSON.stringify({ id: 1, open: '/v1/users/me' })]],
    ['a path that leads elsewhere', [JSON.stringify({ id: 1, open: '/v1/data/listen/../../../images/a' })]],
    ['other headers', [JSON.stringify({ id: 1, open: '/v1/data/listen/production', host: 'x' })]],
    [
      'too many streams',
      Array.from({ length: 101 }, (_, id) =>
        JSON.stringify({ id, open: '/v1/data/live/events/production', authorization: 'Bearer TOKEN' }),
      ),
    ],
  ])('are refused for %s', async (_what, messages) => {
    const socket = new WebSocket(`${stack.siteUrl.replace('http', 'ws')}/lake/v1/streams`);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    for (const message of messages) socket.send(message.replace('TOKEN', stack.token('viewer')));
    expect(await closed).toBe(1008);
  });
});

test('an upgrade that is not for the lake is handled as a normal request', async () => {
  for (const upgrade of ['websocket', 'h2c']) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /robots.txt HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`,
    );
    const [received] = await new Promise<[Buffer]>((resolve) =>
      socket.once('data', (data) => resolve([data])),
    );
    expect(received.toString()).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  }
});
