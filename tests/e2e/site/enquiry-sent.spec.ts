import { expect, type Page, type Request } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { test } from './site.ts';

let stack: Stack;

/** Whether a request opens the chat. Pages send other requests to count visits. */
const isChat = (request: Request) => request.url().startsWith('https://wa.me/');

test.beforeAll(({ stack: running }) => {
  stack = running;
});

const enquiry = {
  Name: 'आशा गुप्ता',
  Email: 'asha@example.in',
  Phone: '+91 98765 43210',
  Message: 'نحتاج مناقصة\n100% of it & more?',
};
const text = [
  `Name: ${enquiry.Name}`,
  'Email: asha@example.in',
  'Phone: +91 98765 43210',
  'Service: Digital Marketing',
  `Message: ${enquiry.Message}`,
  '',
  'Sent from the Agency Name website',
].join('\n');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const mailLink = (page: Page) => page.getByRole('link', { name: 'Send it as an e-mail' });

async function fill(page: Page, values: Record<string, string> = enquiry) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Sends an enquiry and waits until the form is empty again. */
async function send(page: Page, values: Record<string, string> = enquiry) {
  await page.context().route('https://wa.me/**', (route) => route.abort());
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await fill(page, values);
  await button(page, 'Send via WhatsApp').click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
}

test('a sent enquiry can be opened again, copied and e-mailed after the form is reset', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await send(page);
  await expect(page.getByLabel('Your enquiry')).toHaveValue(text);
  await expect(page.locator('[aria-live=polite]', { has: page.getByLabel('Your enquiry') })).toBeVisible();

  const chat = context.waitForEvent('request', isChat);
  await button(page, 'Open WhatsApp again').click();
  expect(new URL((await chat).url()).searchParams.get('text')).toBe(text);

  await button(page, 'Copy the text').click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);

  const mail = new URL((await mailLink(page).getAttribute('href')) ?? '');
  expect(mail.pathname).toMatch(/^[\w.]+@[\w.]+$/);
  expect(mail.searchParams.get('subject')).toBe(`Enquiry from ${enquiry.Name}`);
  expect(mail.searchParams.get('body')).toBe(text.replaceAll('\n', '\r\n'));
  expect(await page.evaluate(() => [localStorage.length, Object.keys(sessionStorage)])).toEqual([
    0,
    ['visited'],
  ]);
});

test('the sent panel can be reached from the button and removed with the keyboard', async ({ page }) => {
  await send(page);
  await expect(page.getByText('Opening WhatsApp')).toHaveCount(0);
  await expect(button(page, 'Send via WhatsApp')).toBeFocused();
  const stops = [
    page.getByLabel('Your enquiry'),
    button(page, 'Open WhatsApp again'),
    button(page, 'Copy the text'),
  ];
  for (const stop of [...stops, mailLink(page), button(page, 'Remove it from this page')]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your enquiry')).toHaveCount(0);
  await expect(button(page, 'Send via WhatsApp')).toBeFocused();
});

test('if copying is not allowed, the text is selected for copying by hand', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await send(page);
  await button(page, 'Copy the text').click();
  await expect(page.getByText(/copy it yourself/)).toBeVisible();
  await expect(page.getByLabel('Your enquiry')).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(text);
});

test('after a blocked window, the toast and the panel both offer the chat in the same window', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await send(page);
  await expect(page.getByText('Please allow pop-ups to send via WhatsApp', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible();
  const chat = page.waitForRequest('https://wa.me/**');
  await button(page, 'Open WhatsApp again').click();
  expect(new URL((await chat).url()).searchParams.get('text')).toBe(text);
});

test('offline, a text too long for an e-mail link is copied to be pasted into the e-mail', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const Message = 'मदद चाहिए। '.repeat(2_000).trim();
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await context.setOffline(true);
  await fill(page, { ...enquiry, Message });
  await button(page, 'Send via WhatsApp').click();
  await expect(page.getByLabel('Your enquiry')).toHaveValue(new RegExp(Message.slice(0, 1_000)));
  const href = (await mailLink(page).getAttribute('href')) ?? '';
  expect(href.length).toBeLessThanOrEqual(2_000);
  expect(new URL(href).searchParams.get('body')).toBeNull();
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await mailLink(page).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(Message);
});

test('a visitor whose text is too long for a chat is warned before it opens and can copy the text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  const Message = 'हमें निविदा में मदद चाहिए। '.repeat(100).trim();
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await fill(page, { ...enquiry, Message });
  await button(page, 'Send via WhatsApp').click();
  await expect(page.getByText('too long for WhatsApp')).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(Message);

  await button(page, 'Copy the text').click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Message: ${Message}\n`);

  const request = context.waitForEvent('request', isChat);
  await button(page, 'Open WhatsApp').click();
  const chat = (await request).url();
  expect(chat.length).toBeLessThanOrEqual(2_000);
  const begun = /Message: (.*)…$/.exec(new URL(chat).searchParams.get('text') ?? '')?.[1] ?? '';
  expect(begun.length).toBeGreaterThan(100);
  expect(Message.startsWith(`${begun} `)).toBe(true);
});

test('an enquiry written offline survives a reload and can be sent when the visitor is online', async ({
  page,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await context.setOffline(true);
  await fill(page);
  await button(page, 'Send via WhatsApp').click();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Opening WhatsApp')).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(enquiry.Name);
  await context.setOffline(false);
  await page.goto(`${stack.siteUrl}/about`);
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.getByText('You are online again.')).toBeVisible();
  await expect(page.getByLabel('Your enquiry')).toHaveValue(text);
  const chat = context.waitForEvent('request', isChat);
  await button(page, 'Open WhatsApp').click();
  expect(new URL((await chat).url()).searchParams.get('text')).toBe(text);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['visited']);
});

test('a half-written enquiry in a preset form survives a reload', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/contact?service=branding&message=Hello`);
  const isReady = async () => {
    await page.mouse.move(200, 200);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  };
  await isReady();
  await fill(page);
  await page.getByLabel('Service', { exact: true }).selectOption('Gulf Country Tenders');
  for (let times = 0; times < 2; times++) {
    await page.reload();
    await isReady();
    for (const [label, value] of Object.entries(enquiry))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(page.getByLabel('Service', { exact: true })).toHaveValue('gulf-tenders');
  }
});

test('missing fields are listed above the form, each with a link to the field', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await button(page, 'Send via WhatsApp').click();
  await page.getByRole('link', { name: 'Enter your phone number' }).click();
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
});

test('a new enquiry replaces the previous one in the panel', async ({ page }) => {
  await send(page);
  const wrote = page.getByLabel('Your enquiry');
  await button(page, 'Send via WhatsApp').click();
  await expect(wrote).toHaveValue(text);
  await fill(page, { ...enquiry, Message: 'Something else' });
  await button(page, 'Send via WhatsApp').click();
  await expect(wrote).toHaveValue(/Message: Something else/);
  await expect(wrote).toHaveCount(1);
});

for (const [width, media, tag] of [
  [320, { colorScheme: 'light' }, []],
  [390, { colorScheme: 'dark' }, '@endurance'],
  [1280, { colorScheme: 'light' }, '@endurance'],
  [1280, { forcedColors: 'active' }, '@endurance'],
] as const)
  test(`at ${width} px, ${Object.values(media)}, the panel does not overflow and is not printed`, {
    tag: [tag].flat(),
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia(media);
    await send(page, { ...enquiry, Message: 'x'.repeat(400) });
    await expect(page.getByText('Opening WhatsApp')).toHaveCount(0);
    const root = page.locator('html');
    expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const one of await page.locator('[aria-live=polite]').getByRole('button').all())
      expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button(page, 'Send via WhatsApp').scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('sent.png'), fullPage: true });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Your enquiry')).toBeHidden();
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('going back from a chat that does not open restores the typed text', async ({ page }) => {
    await page.goto(`${stack.siteUrl}/contact`);
    await fill(page);
    await page.getByLabel('Service', { exact: true }).selectOption('seo');
    await button(page, 'Send via WhatsApp').click();
    // The chat's page, or the browser's error page if the site cannot be reached.
    await page.waitForURL(/^(?!http:)/);
    await page.goBack();
    for (const [label, value] of Object.entries(enquiry))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(page.getByLabel('Service', { exact: true })).toHaveValue('seo');
  });
});
