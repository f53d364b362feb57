import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { pdf } from '../../integration/applications/files.ts';
import { launchFirefox } from '../../support/firefox.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';

let stack: Stack;
let browser: Browser;

test.beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchFirefox()]);
});
test.afterAll(async () => {
  await Promise.all([stack?.stop(), browser?.close()]);
});

/** Returns a selector for a role and name in Firefox's accessibility tree. */
const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
const appears = (page: Page | Frame, selector: string) =>
  page.locator(selector).setVisibility('visible').wait();
const click = (page: Page | Frame, name: string, role = 'button') => page.locator(named(role, name)).click();

/** Pastes texts into empty fields by name. Typing takes Puppeteer a second per line. */
async function fill(page: Page | Frame, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = await page.waitForSelector(`[name="${name}"]`, { visible: true });
    await field?.focus();
    await page.evaluate((text) => document.execCommand('insertText', false, text), value);
  }
}

/** Evaluates a function, or returns undefined during a navigation. Puppeteer does not know pages from the back/forward cache. */
const pathOf = (page: Page) => page.evaluate(() => location.pathname).catch(() => undefined);

/**
 * Opens a window. Script errors and violations of the Content-Security-Policy fail the test.
 */
async function open(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.setDefaultTimeout(timeouts.wait);
  await page.setViewport({ width: 390, height: 844 });
  await page.goto(`${stack.siteUrl}${path}`);
  return { page, faults };
}

test('an incomplete enquiry shows the missing fields; a complete one opens the chat with its text', async () => {
  const { page, faults } = await open('/contact');
  await page.locator('form').hover();
  await click(page, 'Send via WhatsApp');
  await appears(page, '::-p-text(Please fill in all required fields)');
  const invalid = () =>
    page.$$eval('[aria-invalid]', (fields) => fields.map(({ id }) => id.split('-').at(-1)));
  expect(await invalid()).toEqual(['name', 'email', 'phone', 'message']);
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/-name$/);

  const enquiry = {
    name: 'आशा गुप्ता',
    email: 'asha@example.in',
    phone: '+91 98765 43210',
    message: 'نحتاج مناقصة 100% of it & more?',
  };
  await fill(page, enquiry);
  await page.locator('select').fill('gulf-tenders');
  expect(await invalid()).toEqual([]);
  const requested: string[] = [];
  page.on('popup', (chat) => chat?.on('request', (request) => requested.push(request.url())));
  await click(page, 'Send via WhatsApp');
  await appears(page, '::-p-text(Opening WhatsApp... Please complete your inquiry there!)');
  await expect.poll(() => requested[0]).toMatch(/^https:\/\/wa\.me\/\d+\?text=/);
  const text = new URL(requested[0] ?? '').searchParams.get('text');
  for (const typed of [...Object.values(enquiry), 'Gulf Tenders']) expect(text).toContain(typed);
  await expect.poll(() => page.$eval('textarea', ({ value }) => value), 'reset').toBe('');
  expect(faults).toEqual([]);
  await page.close();
});

test('a bill is paid in the checkout overlay, and its receipt is offered again', async () => {
  const { page, faults } = await open('/pay-online');
  const bill = 'FIREFOX-1';
  await fill(page, { name: 'आशा Verma', phone: '9876543210', billNumber: bill, amount: '1499.50' });
  await click(page, 'Proceed to Payment');
  const checkout = await page.waitForFrame((one) => one.url().includes('/v1/checkout/'));
  await checkout.locator('a[href$="/upi"]').click();
  await click(checkout, 'Scan and pay');
  await appears(page, '::-p-text(Payment Successful!)');
  await click(page, 'Open the receipt', 'link');
  await appears(page, named('heading', 'TEST: Payment receipt'));
  expect(await pathOf(page)).toMatch(/^\/pay-online\/receipt\/[\w-]{22}$/);
  const receipt = await page.$eval('main', (main) => main.textContent);
  for (const text of [bill, '₹1,499.50']) expect(receipt).toContain(text);
  await page.goto(`${stack.siteUrl}/pay-online`);
  await page.locator('form').hover();
  await appears(page, named('heading', `You have paid ₹1,499.50 for bill ${bill}`));
  await appears(page, named('link', 'Open the receipt'));
  expect(faults).toEqual([]);
  await page.close();
});

test('a person applies with a CV, after a correction', async () => {
  const settings = { 'applications.open': true };
  await stack.client('administrator').patch('siteSettings').set(settings).commit();
  const path = '/careers/content-writer';
  const load = async () => (await fetch(stack.siteUrl + path)).text();
  await expect.poll(load).toContain('action="/api/application"');
  const { page, faults } = await open(path);
  await click(page, 'Apply here', 'link');
  await fill(page, { name: 'आशा गुप्ता', phone: '123', email: 'asha@example.in', message: 'أكتب جيدا' });
  const cv = test.info().outputPath('resume.pdf');
  await writeFile(cv, pdf());
  const chooseCv = async () => (await page.waitForSelector('input[type="file"]'))?.uploadFile(cv);
  await chooseCv();
  await click(page, 'Send application');
  await appears(page, '::-p-text(Enter your mobile number)');
  // Puppeteer’s own way back waits for a load, which a page from the back/forward cache does not have.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.locator('[name="phone"]').fill('98765 43210');
  await chooseCv();
  await click(page, 'Send application');
  await appears(page, named('heading', 'Your application has arrived'));
  expect(faults).toEqual([]);
  await page.close();
});
