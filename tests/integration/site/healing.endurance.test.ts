import { createServer, request as forward, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../support/listen.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { sendPublish } from './publish-webhook.ts';
import { get } from './site.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

/** Starts a proxy in front of the stack's lake that can refuse requests. */
async function lakeBehind(refuses: (request: IncomingMessage) => boolean) {
  const server = createServer((request, response) => {
    // The site's jobs already read the lake while the stack is still starting.
    if (!stack || refuses(request)) return response.writeHead(503).end();
    const address = new URL(request.url ?? '/', stack.lakeUrl);
    const headers = { ...request.headers, host: address.host };
    const onward = forward(address, { method: request.method, headers });
    onward.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, close: () => server.close() };
}
const withoutEvents = ({ url }: IncomingMessage) => url?.includes('/live/') === true;

test('a publish without a live event shows after an hour', async () => {
  const clock = pathToFileURL(path.join(import.meta.dirname, 'clock.mjs'));
  const silent = await lakeBehind(withoutEvents);
  stack = await startStack({
    parts: ['lake', 'site'],
    env: {
      SANITY_API_HOST: silent.url,
      NODE_OPTIONS: `--import=${clock}`,
    },
  });
  const started = stack;
  const page = () => get(started, '/about').then(({ html }) => html);
  await page();
  const heading = 'Nobody notified the site of this';
  await started.client('editor').patch('page-about').set({ 'sections[0].heading': heading }).commit();
  expect(await page()).not.toContain(heading);
  process.kill(started.pid('site') ?? Number.NaN, 'SIGUSR2');
  // The first visitor after an hour still gets the old page at once, while the new one is rendered.
  await expect.poll(page).toContain(heading);
  expect((await get(started, '/about')).html).not.toContain('__next_f');
  silent.close();
});

test('without live events, hosted Sanity’s webhook expires pages', async () => {
  const silent = await lakeBehind(withoutEvents);
  stack = await startStack({ parts: ['lake', 'site'], env: { SANITY_API_HOST: silent.url } });
  const started = stack;
  const page = () => get(started, '/about').then(({ html }) => html);
  await page();
  await started
    .client('editor')
    .patch('page-about')
    .set({ 'sections[0].heading': 'Notified by webhook' })
    .commit();
  expect(await page()).not.toContain('Notified by webhook');
  const { status } = await sendPublish(started);
  expect(status).toBe(200);
  await expect.poll(page).toContain('Notified by webhook');
  silent.close();
});

test('if the content API fails between two queries of a page, the last good page is served', async () => {
  let isUnavailable = false;
  // Routes are looked up by GET. Only the query for a page is too long and sent by POST.
  const unavailable = await lakeBehind(({ method }) => isUnavailable && method === 'POST');
  stack = await startStack({ parts: ['lake', 'site'], env: { SANITY_API_HOST: unavailable.url } });
  const started = stack;
  expect((await get(started, '/about')).status).toBe(200);
  isUnavailable = true;
  // The webhook makes the page expire.
  expect((await sendPublish(started)).status).toBe(200);
  expect((await get(started, '/about')).status).toBe(200);
  for (const unseen of ['/careers', '/tender-services?tool=eligibility']) {
    const response = await fetch(`${started.siteUrl}${unseen}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  }
  isUnavailable = false;
  expect((await get(started, '/careers')).status).toBe(200);
  unavailable.close();
});

test('without a secret the webhook gets 503 and the name of the missing setting', async () => {
  stack = await startStack({ parts: ['site'], env: { SANITY_WEBHOOK_SECRET: '' } });
  const response = await fetch(`${stack.siteUrl}/api/revalidate`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: expect.stringContaining('SANITY_WEBHOOK_SECRET') });
});
