import { expect, test } from '@playwright/test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { launchFirefox } from '../../support/firefox.ts';
import { dotsIn, dotsOfIndia, mapSize, showMapAlone } from '../../support/india-map.ts';
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

/** Taps an element. */
async function tap(page: Page, selector: string) {
  await appears(page, selector);
  await (await page.$(selector))?.tap();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
/** Evaluates a function, or returns undefined during a navigation. Puppeteer does not know pages from the back/forward cache. */
const pathOf = (page: Page) => page.evaluate(() => location.pathname).catch(() => undefined);

/**
 * Opens a window. Script errors and violations of the Content-Security-Policy fail the test.
 */
async function open(path: string, userAgent = ''): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.setDefaultTimeout(timeouts.attempt * 2);
  await page.setViewport({ width: 390, height: 844 });
  if (userAgent) await page.setUserAgent({ userAgent });
  await page.goto(`${stack.siteUrl}${path}`);
  return { page, faults };
}

test('the menu opens and closes by touch and keyboard', async () => {
  const { page, faults } = await open('/about');
  const button = named('button', 'Menu');
  const isOpen = () => page.$eval('#site-menu', (menu) => menu.checkVisibility());
  expect(await isOpen()).toBe(false);

  await tap(page, button);
  await expect.poll(isOpen).toBe(true);
  await page.touchscreen.tap(195, 800);
  await expect.poll(isOpen, 'after a touch outside').toBe(false);

  await page.focus(button);
  await page.keyboard.press('Enter');
  await expect.poll(isOpen).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(isOpen, 'after Escape').toBe(false);
  expect(await focused(page)).toContain('Menu');

  await tap(page, button);
  await tap(page, '#site-menu [href="/tender-services"]');
  await expect.poll(() => pathOf(page)).toBe('/tender-services');
  await page.evaluate(() => history.back());
  await expect.poll(() => pathOf(page)).toBe('/about');
  expect(await isOpen(), 'after going back').toBe(false);
  expect(faults).toEqual([]);
  await page.close();
});

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
  expect(new URL(requested[0] ?? '').searchParams.get('text')).toBe(
    [
      `Name: ${enquiry.name}`,
      `Email: ${enquiry.email}`,
      `Phone: ${enquiry.phone}`,
      'Service: Gulf Tenders',
      `Message: ${enquiry.message}`,
      '',
      'Sent from the Agency Name website',
    ].join('\n'),
  );
  await expect.poll(() => page.$eval('textarea', ({ value }) => value), 'reset').toBe('');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await click(page, 'Copy the text');
  await appears(page, '::-p-text(please copy it yourself)');
  const selected = () =>
    page.$eval('textarea[readonly]', (area) =>
      document.activeElement === area ? area.value.slice(area.selectionStart, area.selectionEnd) : '',
    );
  expect(await selected()).toBe(new URL(requested[0] ?? '').searchParams.get('text'));
  expect(faults).toEqual([]);
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  const again = page.waitForRequest((request) => request.url().startsWith('https://wa.me/'));
  await click(page, 'Open WhatsApp again');
  expect((await again).url()).toBe(requested[0]);
  await page.close();
});

test('a form that fails falls back to the server-rendered form with the typed text', async () => {
  const { page } = await open('/contact');
  await page.locator('form').hover();
  await page.waitForSelector('form[novalidate]');
  await page.evaluate(() => {
    const { map } = Array.prototype;
    Object.assign(Array.prototype, {
      map(this: unknown[], ...given: Parameters<typeof map>) {
        if (new Error().stack?.includes('/islands/')) throw new Error('a fault');
        return map.apply(this, given);
      },
    });
  });
  await fill(page, { name: 'आशा' });
  await appears(page, '::-p-text(Unexpected Application Error!)');
  await fill(page, { email: 'asha@example.in', phone: '1', message: 'मदद' });
  const chat = page.waitForRequest((request) => request.url().startsWith('https://wa.me/'));
  await click(page, 'Send via WhatsApp');
  expect(new URL((await chat).url()).searchParams.get('text')).toMatch(/^Name: आशा\n.*Message: मदद\n/s);
  await page.close();
});

/** Fills in the bill and presses the payment button. */
async function proceed(page: Page, bill: string) {
  await fill(page, { name: 'आशा Verma', phone: '9876543210', billNumber: bill, amount: '1499.50' });
  await click(page, 'Proceed to Payment');
}

/** Pays by UPI code, or with a UPI app on a phone. */
async function payByUpi(gateway: Page | Frame, ...buttons: string[]) {
  await gateway.locator('a[href$="/upi"]').click();
  for (const button of buttons) await click(gateway, button);
}

/** Opens the receipt and goes back to the form, which offers the receipt again. */
async function expectReceipt(page: Page, bill: string) {
  await appears(page, named('heading', 'TEST: Payment receipt'));
  expect(await pathOf(page)).toMatch(/^\/pay-online\/receipt\/[\w-]{22}$/);
  const receipt = await page.$eval('main', (main) => main.textContent);
  for (const text of [bill, '₹1,499.50']) expect(receipt).toContain(text);
  await page.goto(`${stack.siteUrl}/pay-online`);
  await page.locator('form').hover();
  await appears(page, named('heading', `You have paid ₹1,499.50 for bill ${bill}`));
  await appears(page, named('link', 'Open the receipt'));
}

test('a bill is paid in the checkout overlay, and its receipt is offered again', async () => {
  const { page, faults } = await open('/pay-online');
  await proceed(page, 'FIREFOX-1');
  const frame = await page.waitForFrame((one) => one.url().includes('/v1/checkout/'));
  await payByUpi(frame, 'Scan and pay');
  await appears(page, '::-p-text(Payment Successful!)');
  await click(page, 'Open the receipt', 'link');
  await expectReceipt(page, 'FIREFOX-1');
  expect(faults).toEqual([]);
  await page.close();
});

test('the form accepts an amount as printed on bills and a number as in address books', async () => {
  const { page, faults } = await open('/pay-online');
  await page.locator('form').hover();
  await page.waitForSelector('button[type="submit"]:enabled');
  await fill(page, {
    name: 'आशा Verma',
    phone: '+91 98765 43210',
    billNumber: 'FIREFOX-3',
    amount: '₹1,499.50',
  });
  await appears(page, '::-p-text(You pay ₹1,499.50)');
  await click(page, 'Proceed to Payment');
  const frame = await page.waitForFrame((one) => one.url().includes('/v1/checkout/'));
  await payByUpi(frame, 'Scan and pay');
  await appears(page, '::-p-text(Payment Successful!)');
  expect(faults).toEqual([]);
  await page.close();
});

test('an in-app browser pays on the checkout’s page and returns to the receipt', async () => {
  const { page, faults } = await open(
    '/pay-online',
    `${await browser.userAgent()} Instagram 300.0.0.29.110 Android`,
  );
  await proceed(page, 'FIREFOX-2');
  await expect.poll(() => pathOf(page)).toMatch(/\/v1\/checkout\/session\/[^/]+\/methods$/);
  await payByUpi(page, 'PhonePe', 'Success');
  await expectReceipt(page, 'FIREFOX-2');
  expect(faults).toEqual([]);
  await page.close();
});

test('the map shows every dot of India and nothing between them', async () => {
  const { page, faults } = await open('/seo-locations');
  await page.setViewport(mapSize);
  await page.evaluate(showMapAlone, mapSize);
  expect(await dotsIn(await page.screenshot())).toEqual(dotsOfIndia);
  expect(faults).toEqual([]);
  await page.close();
});

test('an unknown path shows the 404 page, logs the path and links to the home page', async () => {
  const { page, faults } = await open('/about');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
  const response = await page.goto(`${stack.siteUrl}/no/such-page`);
  expect(response?.status()).toBe(404);
  await appears(page, named('heading', '404'));
  await appears(page, '::-p-text(Oops! Page not found)');
  await expect.poll(() => logged).toContainEqual(expect.stringMatching(/^error .*\/no\/such-page/));
  await tap(page, 'main a');
  await expect.poll(() => pathOf(page)).toBe('/');
  expect(faults).toEqual([]);
  await page.close();
});
