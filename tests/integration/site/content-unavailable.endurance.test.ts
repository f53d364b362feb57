import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';
import { enquiry } from '../enquiries/enquiries.ts';
import { sendPublish } from './publish-webhook.ts';
import { get, renewedPaths } from './site.ts';

let stack: Stack | undefined;
afterEach(() => stack?.stop());

test('without the content API the site serves cached pages, and 503 with Retry-After for all others', async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  const started = stack;
  await renewedPaths(started, ['/', '/about', '/contact']);
  const about = await get(started, '/about');
  await started.kill('lake');
  expect(await get(started, '/about')).toMatchObject({ status: 200, html: about.html });
  const missing = await get(started, '/careers');
  expect(missing.status).toBe(503);
  expect(missing.html).toContain('Back in a moment');
  // Leads to the page itself, with its query.
  expect(missing.html).toContain('href=""');
  expect(missing.html).toContain('https://wa.me/');
  expect(missing.html).toContain('href="tel:');
  expect(missing.html).not.toContain('__next_f');
  expect(Number(missing.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(missing.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const path of ['/sitemap.xml', '/opengraph-image/careers']) {
    const response = await get(started, path);
    expect(response.status, path).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await started.start('lake');
  expect((await get(started, '/careers')).status).toBe(200);
});

test('an expired page is served as it was, and updated as soon as the API is back', async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  const started = stack;
  const pages = ['/about', '/contact', '/no-such-page'];
  await renewedPaths(started, pages);
  const before = await Promise.all(pages.map((path) => get(started, path)));
  const client = started.client('editor');
  await client.patch('siteSettings').set({ footerText: 'Published just before.' }).commit();
  await expect.poll(async () => (await get(started, '/about')).html).toContain('Published just before.');
  await started.kill('lake');
  expect((await sendPublish(started)).status).toBe(200);
  const during = await Promise.all(pages.map((path) => get(started, path)));
  expect(during.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(during[0]?.html).toContain('Published just before.');
  expect(during[1]?.html.replace(/<footer.*<\/footer>/s, '')).toBe(
    before[1]?.html.replace(/<footer.*<\/footer>/s, ''),
  );
  await started.start('lake');
  await client.patch('siteSettings').set({ footerText: 'Published after it came back.' }).commit();
  for (const path of pages)
    await expect.poll(async () => (await get(started, path)).html).toContain('Published after it came back.');
});

test('an API that accepts connections and never responds does not keep a visitor waiting for it', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, resolve));
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    stack = await startStack({ parts: ['site'], env: { SANITY_API_HOST: `http://localhost:${port}` } });
    expect((await get(stack, '/about')).status).toBe(503);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('while the content API hangs, a page with a query is served without it, and an enquiry shows what was typed', async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  const started = stack;
  await renewedPaths(started, ['/contact']);
  expect((await get(started, '/contact?service=gulf-tenders')).html).toContain(
    'value="gulf-tenders" selected',
  );
  process.kill(started.pid('lake') ?? 0, 'SIGSTOP');
  try {
    const [contact, other, sent] = await Promise.all([
      get(started, '/contact?service=gulf-tenders'),
      get(started, '/careers'),
      fetch(`${started.siteUrl}/api/enquiry`, {
        method: 'POST',
        body: new URLSearchParams({ path: '/contact', ...enquiry }),
      }),
    ]);
    expect(contact.status).toBe(200);
    expect(contact.html).toContain('action="/api/enquiry"');
    expect(contact.headers.get('cache-control')).toContain('no-store');
    expect(other.status).toBe(503);
    expect(other.html).toContain('https://wa.me/');
    expect(sent.status).toBe(503);
    const page = await sent.text();
    expect(page).toContain(enquiry.message);
    expect(page).toContain('https://wa.me/');
    expect(page).toContain('href="tel:');
  } finally {
    process.kill(started.pid('lake') ?? 0, 'SIGCONT');
  }
});
