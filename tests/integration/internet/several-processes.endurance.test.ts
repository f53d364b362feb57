import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { launchService, type ServiceProcess } from '../../../apps/start/processes.ts';
import { startProxy } from '../../support/nginx.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { newBill } from '../payments/shop.ts';

// Three processes of the site share PostgreSQL and one content lake, behind the shipped nginx configuration. Two started later.
let postgres: Postgres;
let databaseUrl: string;
let stack: Stack;
let proxy: TlsProxy;
const others: ServiceProcess[] = [];
let sites: string[];

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  const first = await findFreePorts(4);
  stack = await startStack({
    env: {
      SITE_URL: `https://www.agency.test:${first + 3}`,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
    },
  });
  for (const port of [first, first + 1]) {
    const other = launchService(
      {
        ...stack.service('site'),
        env: { ...stack.service('site').env, PORT: String(port) },
        readyUrl: `http://localhost:${port}/robots.txt`,
      },
      (line) => stack.log.push(line),
    );
    others.push(other);
    await other.ready;
  }
  sites = [stack.siteUrl, `http://localhost:${first}`, `http://localhost:${first + 1}`];
  proxy = await startProxy([stack.settings.port, first, first + 1], { http: first + 2, https: first + 3 });
});
afterAll(async () => {
  await proxy?.stop();
  for (const other of others) await other.stop();
  await stack?.stop();
  await postgres?.stop();
});

test('thirty publishes reach every process within a second, and the proxy soon after', async () => {
  const editor = stack.client('editor');
  const read = (site: string) => fetch(`${site}/about`).then((response) => response.text());
  const late: number[] = [];
  let text = '';
  for (let round = 0; round < 30; round += 1) {
    text = `Round ${round} ${randomUUID()}`;
    await editor.patch('page-about').set({ 'sections[0].heading': text }).commit();
    const published = performance.now();
    const shown = async () => (await Promise.all(sites.map(read))).map((body) => body.includes(text));
    await expect.poll(shown, { interval: 20 }).toEqual([true, true, true]);
    late.push(performance.now() - published);
  }
  // The limit is a second, with a margin for slow machines.
  expect(late.sort((one, other) => one - other)[28]).toBeLessThan(timeouts.attempt);
  // nginx caches a page for a second, counted in whole seconds.
  await expect.poll(async () => (await proxy.get('/about')).body).toContain(text);
});

test('processes share the limit of orders per address, and visitors cannot forge their address', async () => {
  // In parallel, so that all are within one minute even on a slow machine.
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, count) =>
      proxy.post('/api/create-razorpay-order', newBill(), {
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `203.0.113.${count}`,
      }),
    ),
  );
  // The proxy's request id is in the response and in the log.
  const ids = responses.map(({ headers }) => String(headers['x-request-id']));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => ids.filter((id) => !stack.log.some((line) => line.includes(id)))).toEqual([]);
  expect(responses.filter(({ status }) => status === 200).length).toBe(20);
  expect(responses.filter(({ status }) => status === 429).length).toBe(10);
});

test('after a crash of PostgreSQL, pages are served and no acknowledged payment is lost', async () => {
  // Pages that nobody has visited, so that the edge has not cached them.
  const paths = ['/seo-services-pune', '/seo-services-surat', '/seo-services-noida'];
  const counted = async () => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as count from orders');
    await client.end();
    return rows[0].count;
  };
  const before = await counted();
  const crash = postgres.crash();
  const order = () =>
    fetch(`${sites[0]}/api/create-razorpay-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
      body: JSON.stringify(newBill()),
    });
  const refused = await order();
  if (refused.status !== 200) {
    expect(refused.status).toBe(503);
    expect((await refused.json()).error).toContain('currently unavailable. Please try again');
  }
  for (const path of paths) expect((await proxy.get(path)).status).toBe(200);
  await crash;
  await expect.poll(async () => (await order()).status).toBe(200);
  expect(await counted()).toBeGreaterThan(before);
});

test('when a process is killed under load, only requests that nginx retries fail', async () => {
  const responses: number[] = [];
  const pending: Promise<void>[] = [];
  const sendRequest = async () => {
    const { status } = await proxy.get('/').catch(() => proxy.get('/'));
    responses.push(status);
  };
  const load = setInterval(() => pending.push(sendRequest()), 20);
  await expect.poll(() => responses.length).toBeGreaterThan(20);
  others[0]?.child.kill('SIGKILL');
  const before = responses.length;
  await expect.poll(() => responses.length).toBeGreaterThan(before + 60);
  clearInterval(load);
  await Promise.all(pending);
  expect(responses.filter((status) => status !== 200)).toEqual([]);
});

test('nginx closes idle connections before a stopping process does', async () => {
  const port = await findFreePorts(4);
  const [between, http, https] = [port + 1, port + 2, port + 3];
  const service = stack.service('site');
  const ending = launchService(
    {
      ...service,
      env: { ...service.env, PORT: String(port) },
      readyUrl: `http://localhost:${port}/robots.txt`,
    },
    (line) => stack.log.push(line),
  );
  await ending.ready;
  const closedFirst: string[] = [];
  const relay = net.createServer((fromProxy) => {
    const toSite = net.connect(port, '127.0.0.1');
    fromProxy.pipe(toSite).pipe(fromProxy);
    void Promise.race([
      once(fromProxy, 'end').then(() => 'nginx'),
      once(toSite, 'end').then(() => 'site'),
    ]).then((first) => closedFirst.push(first));
  });
  await once(relay.listen(between, '127.0.0.1'), 'listening');
  const front = await startProxy([between], { http, https });
  try {
    await Promise.all(['/', '/about', '/contact', '/lake/v1/ping'].map((path) => front.get(path)));
    await ending.stop();
    await expect.poll(() => closedFirst).toEqual(Array(4).fill('nginx'));
  } finally {
    await front.stop();
    relay.close();
  }
});

test('pages are served while every process is down, and private responses are never cached', async () => {
  const page = await proxy.get('/about');
  expect(page.status).toBe(200);
  const api = await proxy.get('/api/payments');
  expect([api.status, api.headers['cache-control']]).toEqual([401, 'no-store']);
  await stack.kill('site');
  for (const other of others.splice(0)) {
    other.child.kill('SIGKILL');
    await other.stop();
  }
  const stale = await proxy.get('/about');
  expect([stale.status, stale.body === page.body]).toEqual([200, true]);
  expect((await proxy.get('/api/payments')).status).toBe(502);
});
