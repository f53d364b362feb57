import { expect, type Page } from '@playwright/test';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import type { Stack } from '../../support/stack.ts';
import { phoneAgent } from '../../support/user-agents.ts';
import { test } from './site.ts';

test.use({ userAgent: phoneAgent });

let ledger: Database;
test.beforeAll(async ({ stack }) => {
  ledger = await openDatabase({ folder: `${stack.dataDir}/payments` });
});
test.afterAll(() => ledger.destroy());

/** Returns the counts by page and kind for a source that no other test uses. */
async function readCounts(source: string, { siteUrl, token }: Stack) {
  // Visits are written every ten seconds, or when staff look at them.
  const headers = { authorization: `Bearer ${token('editor')}` };
  await fetch(`${siteUrl}/api/visits?days=1&by=source`, { headers });
  const rows = await ledger
    .selectFrom('visits')
    .select(['path', 'kind', 'times'])
    .where('source', '=', source)
    .execute();
  return Object.fromEntries(rows.map(({ path, kind, times }) => [`${kind} ${path}`, times]));
}

/** Reports an enquiry without a source, as a page does. The rate limit lasts up to a minute. */
async function reportEnquiry(page: Page) {
  const { href, origin } = new URL(page.url());
  const headers = { origin, referer: href, 'sec-fetch-site': 'same-origin' };
  const response = await page.request.post(`${origin}/api/visit`, { data: 'enquiry', headers });
  return response.status();
}

test('a campaign is passed on by links, without cookies, to an enquiry and a call', async ({
  page,
  stack,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await page.goto('/?utm_source=e2e&utm_medium=flyer&gclid=secret');
  const script = page.waitForRequest(/\/islands\/after-paint-/);
  await page.reload();
  await script;

  await page.getByRole('contentinfo').getByRole('link', { name: 'SEO and paid search' }).click();
  await expect(page).toHaveURL('/seo-sem?utm_source=e2e&utm_medium=flyer');
  // Chromium prefetches the page before the click. The server does not count prefetches, so the page's script reports the visit.
  const counted = () => readCounts('e2e / flyer', stack);
  await expect.poll(counted).toMatchObject({ 'view /seo-sem': 1 });
  await page.goto('/contact?utm_source=e2e&utm_medium=flyer');
  await page.getByLabel('Name', { exact: true }).fill('Asha Gupta');
  await page.getByLabel('Email', { exact: true }).fill('asha@example.in');
  await page.getByLabel('Phone', { exact: true }).fill('+91 98765 43210');
  await page.getByLabel('Message', { exact: true }).fill('We need a tender consultant');
  // Ten enquiries a minute are counted per address, and other tests use the same address.
  await ledger.deleteFrom('rate_limits').execute();
  await expect.poll(() => reportEnquiry(page)).toBe(204);
  const chat = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
  const opened = await chat;
  // Closing the chat while it loads can block the page that opened it.
  await opened.waitForLoadState();
  await opened.close();
  // The draft of the enquiry, which knows its page, ends with the reset.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await page.getByRole('main').getByRole('link', { name: /^Call/ }).first().click();

  await expect.poll(counted).toMatchObject({
    'view /': 2,
    'view /seo-sem': 1,
    'view /contact': 1,
    'enquiry /contact': 1,
    'call /contact': 1,
  });
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /e2e|flyer/,
  );
  expect(problems).toEqual([]);
});

test('a click on the first page is attributed to the referring website', async ({ page, stack }) => {
  await page.route('https://directory.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'referrer-policy': 'unsafe-url' },
      body: `<a href="${stack.siteUrl}/contact">agency</a>`,
    }),
  );
  await page.goto('https://directory.example/');
  await page.getByRole('link').click();
  await expect(page).toHaveURL('/contact');
  await expect(page.locator('html')).toHaveAttribute(
    'data-attribution',
    'utm_source=directory.example&utm_medium=referral',
  );
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await page.getByRole('main').getByRole('link', { name: 'hello@example.com' }).first().click();
  await expect
    .poll(() => readCounts('directory.example / referral', stack))
    .toMatchObject({ 'view /contact': 1, 'mail /contact': 1 });
});

/** Returns a list that takes what pages report from now on. */
function collectReports(page: Page) {
  const reports: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/visit')) reports.push(request.postData());
  });
  return reports;
}

/** Keeps the page from noticing its largest paint. */
const neverPaint = () => Object.assign(window, { requestAnimationFrame: () => 0 });

/** Pretends that the page was prerendered before the visitor opened it. */
function pretendPrerendered() {
  PerformanceNavigationTiming.prototype.toJSON = () => ({ activationStart: 1 });
}

test('a prerendered page that is left before its largest paint is counted once', async ({ page, stack }) => {
  await page.addInitScript(neverPaint);
  await page.addInitScript(pretendPrerendered);
  await page.goto('/about?utm_source=left-early');
  const reports = collectReports(page);
  // Test browsers do not deliver the reports of a page that is really left.
  await page.evaluate(() => [1, 2].map(() => dispatchEvent(new Event('pagehide'))));
  // The browser requested the page without prerendering it, so the server counts it too.
  await expect.poll(() => readCounts('left-early', stack)).toEqual({ 'view /about': 2 });
  await page.goto('about:blank');
  expect(reports).toEqual(['view']);
});

test('a prerendered page is counted once if the visitor stays', async ({ page, stack }) => {
  await page.addInitScript(pretendPrerendered);
  const scripts = page.waitForRequest(/\/islands\/after-paint-/);
  const reported = page.waitForRequest((request) => request.postData() === 'view');
  await page.goto('/about?utm_source=stayed');
  await Promise.all([scripts, reported]);
  await page.goto('about:blank');
  await expect.poll(() => readCounts('stayed', stack)).toMatchObject({ 'view /about': 2 });
});

test('a prerendered page that nobody opens is not counted', async ({ page, stack }) => {
  await page.addInitScript(pretendPrerendered);
  await page.addInitScript(neverPaint);
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true }));
  const reports = collectReports(page);
  await page.goto('/about?utm_source=discarded');
  await page.goto('about:blank');
  await expect.poll(() => readCounts('discarded', stack)).toEqual({ 'view /about': 1 });
  expect(reports).toEqual([]);
});
