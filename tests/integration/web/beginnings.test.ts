import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../../stack.ts';
import { get } from './site.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

test('an empty dataset shows how to begin, and makes way for the first settings', async () => {
  stack = await startStack({ parts: ['lake', 'site'], seed: false });
  const started = stack;
  for (const path of ['/', '/about']) {
    const { status, html } = await get(started, path);
    expect(status).toBe(200);
    expect(html).toContain('This site has no content yet');
    expect(html).toContain('href="/studio"');
    expect(html).not.toContain('__next_f');
  }
  expect((await get(started, '/sitemap.xml')).status).toBe(200);
  expect((await get(started, '/opengraph-image/home')).status).toBe(404);
  // A half-filled document, as an editor's first publish may leave it through the API.
  await started.client('editor').create({
    _id: 'siteSettings',
    _type: 'siteSettings',
    agencyName: 'First words',
  });
  await expect.poll(async () => (await get(started, '/')).html).not.toContain('This site has no content yet');
});

test('without its content lake the site keeps what it has, and says sorry for what it has not', async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  const started = stack;
  const about = await get(started, '/about');
  await started.kill('lake');
  expect(await get(started, '/about')).toMatchObject({ status: 200, html: about.html });
  const missing = await get(started, '/careers');
  expect(missing.status).toBe(500);
  await started.start('lake');
  await expect.poll(async () => (await get(started, '/careers')).status, { timeout: 10_000 }).toBe(200);
});

test('with SEND_FRAMEWORK_SCRIPTS every page works as the framework made it', async () => {
  stack = await startStack({ parts: ['lake', 'site'], env: { SEND_FRAMEWORK_SCRIPTS: 'true' } });
  const { status, html, headers } = await get(stack, '/about');
  expect(status).toBe(200);
  expect(html).toContain('__next_f');
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  expect((await get(stack, '/nobody-has-made-this')).status).toBe(404);
});
