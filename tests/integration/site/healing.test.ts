import { createServer, request as forward, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';
import { sendPublish } from './publish-webhook.ts';
import { get } from './site.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

/** The stack's lake as it would be behind something that lets no event stream through. */
async function lakeWithoutEvents(lakeUrl: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.includes('/live/')) return response.writeHead(404).end();
    const address = new URL(request.url ?? '/', lakeUrl());
    const headers = { ...request.headers, host: address.host };
    const onward = forward(address, { method: request.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

test('a publish that the site was not told of shows after an hour', async () => {
  const clock = pathToFileURL(path.join(import.meta.dirname, 'clock.mjs'));
  const silent = await lakeWithoutEvents(() => stack?.lakeUrl ?? '');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  stack = await startStack({
    parts: ['lake', 'site'],
    env: {
      SANITY_API_HOST: `http://localhost:${port}`,
      NODE_OPTIONS: `--import=${clock}`,
    },
  });
  const started = stack;
  const page = () => get(started, '/about').then(({ html }) => html);
  await page();
  const heading = 'Nobody told the site of this';
  await started.client('editor').patch('page-about').set({ 'sections[0].heading': heading }).commit();
  expect(await page()).not.toContain(heading);
  process.kill(started.pid('site') ?? Number.NaN, 'SIGUSR2');
  // The first visitor after the hour still gets the old page, at once, while the new one is rendered.
  await expect.poll(page).toContain(heading);
  expect((await get(started, '/about')).html).not.toContain('__next_f');
  silent.close();
});

test('where no live events come through, hosted Sanity’s webhook tells of a publish', async () => {
  const silent = await lakeWithoutEvents(() => stack?.lakeUrl ?? '');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  stack = await startStack({ parts: ['lake', 'site'], env: { SANITY_API_HOST: `http://localhost:${port}` } });
  const started = stack;
  const page = () => get(started, '/about').then(({ html }) => html);
  await page();
  await started
    .client('editor')
    .patch('page-about')
    .set({ 'sections[0].heading': 'Told by webhook' })
    .commit();
  expect(await page()).not.toContain('Told by webhook');
  const { status } = await sendPublish(started);
  expect(status).toBe(200);
  await expect.poll(page).toContain('Told by webhook');
  silent.close();
});

test('without a secret the webhook is answered 503, and told what to set', async () => {
  stack = await startStack({ parts: ['site'], env: { SANITY_WEBHOOK_SECRET: '' } });
  const response = await fetch(`${stack.siteUrl}/api/revalidate`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: expect.stringContaining('SANITY_WEBHOOK_SECRET') });
});
