import { expect, test } from 'vitest';
import { sharedStack } from '../../support/shared-stack.ts';
import { enquiry } from '../enquiries/enquiries.ts';
import { sendPublish } from './publish-webhook.ts';
import { get, renewedPaths } from './site.ts';

const stack = await sharedStack('seeded');
const client = stack.client('editor');

test('without the content API the site serves cached pages, and 503 with Retry-After for all others', async () => {
  await renewedPaths(stack, ['/', '/about', '/contact']);
  const about = await get(stack, '/about');
  await stack.kill('lake');
  expect(await get(stack, '/about')).toMatchObject({ status: 200, html: about.html });
  const missing = await get(stack, '/careers');
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
    const response = await get(stack, path);
    expect(response.status, path).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await stack.start('lake');
  expect((await get(stack, '/careers')).status).toBe(200);
});

test('an expired page is served as it was, and updated as soon as the API is back', async () => {
  const pages = ['/about', '/contact', '/no-such-page'];
  await renewedPaths(stack, pages);
  const before = await Promise.all(pages.map((path) => get(stack, path)));
  await client.patch('siteSettings').set({ footerText: 'Published just before.' }).commit();
  await expect.poll(async () => (await get(stack, '/about')).html).toContain('Published just before.');
  await stack.kill('lake');
  expect((await sendPublish(stack)).status).toBe(200);
  const during = await Promise.all(pages.map((path) => get(stack, path)));
  expect(during.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(during[0]?.html).toContain('Published just before.');
  expect(during[1]?.html.replace(/<footer.*<\/footer>/s, '')).toBe(
    before[1]?.html.replace(/<footer.*<\/footer>/s, ''),
  );
  await stack.start('lake');
  await client.patch('siteSettings').set({ footerText: 'Published after it came back.' }).commit();
  for (const path of pages)
    await expect.poll(async () => (await get(stack, path)).html).toContain('Published after it came back.');
});

test('while the content API hangs, a page with a query is served without it, and an enquiry shows what was typed', async () => {
  await renewedPaths(stack, ['/contact']);
  expect((await get(stack, '/contact?service=gulf-tenders')).html).toContain('value="gulf-tenders" selected');
  process.kill(stack.pid('lake') ?? 0, 'SIGSTOP');
  try {
    const [contact, other, sent] = await Promise.all([
      get(stack, '/contact?service=gulf-tenders'),
      get(stack, '/tender-services'),
      fetch(`${stack.siteUrl}/api/enquiry`, {
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
    process.kill(stack.pid('lake') ?? 0, 'SIGCONT');
  }
});
