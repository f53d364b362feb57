import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { launchService, type ServiceProcess } from '../../../apps/start/processes.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startProxy } from '../../support/nginx.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startStack } from '../../support/stack.ts';
import { newBill } from '../payments/shop.ts';

// Three processes of the site share PostgreSQL and one content lake, behind the shipped nginx configuration. Two started later.
const postgres = await closeAfterwards(startPostgres());
const databaseUrl = await postgres.createDatabase();
const first = await findFreePorts(4);
const ports = { http: first + 2, https: first + 3 };
const stack = await closeAfterwards(
  startStack({
    env: {
      SITE_URL: `https://www.agency.test:${ports.https}`,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
    },
  }),
);
/** Starts another process of the site. */
async function launch(port: number): Promise<ServiceProcess> {
  const site = stack.service('site');
  const readyUrl = `http://localhost:${port}/robots.txt`;
  const launched = launchService({ ...site, env: { ...site.env, PORT: String(port) }, readyUrl }, (line) =>
    stack.log.push(line),
  );
  await launched.ready;
  return launched;
}
const others = [await launch(first), await launch(first + 1)];
afterAll(() => Promise.all(others.map((other) => other.stop())));
const sites = [stack.siteUrl, `http://localhost:${first}`, `http://localhost:${first + 1}`];
const proxy = await closeAfterwards(startProxy([stack.settings.port, first, first + 1], ports));

test('each of thirty publishes reaches every process, and the proxy soon after', async () => {
  const editor = stack.client('editor');
  const read = (site: string) => fetch(`${site}/about`).then((response) => response.text());
  let text = '';
  for (let round = 0; round < 30; round += 1) {
    text = `Round ${round} ${randomUUID()}`;
    await editor.patch('page-about').set({ 'sections[0].heading': text }).commit();
    const shown = async () => (await Promise.all(sites.map(read))).map((body) => body.includes(text));
    await expect.poll(shown, { interval: 20 }).toEqual([true, true, true]);
  }
  // nginx caches a page for a second, counted in whole seconds.
  await expect.poll(async () => (await proxy.get('/about')).body).toContain(text);
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
  const ending = await launch(port);
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
  for (const path of ['/about', '/about?utm_source=mail', '/about?x=1']) {
    const stale = await proxy.get(path);
    expect([stale.status, stale.body === page.body], path).toEqual([200, true]);
  }
  expect((await proxy.get('/api/payments')).status).toBe(502);
});
