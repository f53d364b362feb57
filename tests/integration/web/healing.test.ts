import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../../stack.ts';
import { get } from './site.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

test('a publish that the site was not told of shows after an hour', async () => {
  const clock = pathToFileURL(path.join(import.meta.dirname, 'clock.mjs'));
  stack = await startStack({
    parts: ['lake', 'site'],
    env: { CONTENT_LAKE_WEBHOOK_URL: '', NODE_OPTIONS: `--import=${clock}` },
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
});

test('without a secret the webhook is answered 503, and told what to set', async () => {
  stack = await startStack({ parts: ['site'], env: { SANITY_WEBHOOK_SECRET: '' } });
  const response = await fetch(`${stack.siteUrl}/api/revalidate`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: expect.stringContaining('SANITY_WEBHOOK_SECRET') });
});
