import { expect, type Page } from '@playwright/test';
import { openDatabase } from '#web/database/database.ts';
import type { Stack } from '../../support/stack.ts';
import { test } from './site.ts';

let stack: Stack;

test.beforeAll(({ stack: running }) => {
  stack = running;
});

const required = 'Please fill in all required fields';
const opening = 'Opening WhatsApp... Please complete your inquiry there!';
const enquiry = {
  Name: 'आशा गुप्ता',
  Email: 'asha@example.in',
  Phone: '+91 98765 43210',
  Message: 'نحتاج مناقصة\n100% of it & more?',
};

async function openForm(page: Page) {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await page.goto(`${stack.siteUrl}/contact`);
  await page.mouse.move(200, 200);
  // After hydration, the form validates its fields instead of the browser.
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
}

async function fill(page: Page, values: Record<string, string> = enquiry) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send via WhatsApp' }).click();
const textOf = (address: string) => new URL(address).searchParams.get('text');

for (const label of ['Name', 'Email', 'Phone', 'Message'])
  test(`${label} with only spaces is refused, and nothing is sent`, async ({ page }) => {
    await openForm(page);
    let opened = 0;
    page.context().on('page', () => opened++);
    await fill(page, { ...enquiry, [label]: '   ' });
    await send(page);
    await expect(page.getByText(required, { exact: true })).toBeVisible();
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/^Enter /);
    await expect(page.getByText(opening)).toHaveCount(0);
    expect(opened).toBe(0);
    await field.fill('now there');
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });

test('an enquiry opens the chat after 0.5 s, resets the form after 1 s and hides the toast after 3 s', async ({
  page,
}) => {
  await page.clock.install();
  await openForm(page);
  await fill(page, { ...enquiry, 'Company (optional)': 'Gupta & Sons' });
  await page.getByLabel('Service', { exact: true }).selectOption('gulf-tenders');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await send(page);
  await expect(page.getByText(opening, { exact: true })).toBeVisible();

  const chat = page.waitForEvent('popup');
  await page.clock.runFor(499);
  expect(page.context().pages()).toHaveLength(1);
  await page.clock.runFor(1);
  expect(textOf((await chat).url())).toBe(
    [
      `Name: ${enquiry.Name}`,
      'Email: asha@example.in',
      'Phone: +91 98765 43210',
      'Company: Gupta & Sons',
      'Service: Gulf Tenders',
      `Message: ${enquiry.Message}`,
      '',
      'Sent from the Agency Name website',
    ].join('\n'),
  );
  await page.clock.runFor(499);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(enquiry.Name);
  await page.clock.runFor(1);
  for (const label of Object.keys(enquiry))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('digital-marketing');

  await page.clock.runFor(1_900);
  await expect(page.getByText(opening, { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText(opening, { exact: true })).toHaveCount(0);
});

test('a half-written message survives a reload, is sent nowhere, and ends once it is sent', async ({
  page,
}) => {
  await openForm(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await fill(page);
  await page.getByLabel('Service', { exact: true }).selectOption('gulf-tenders');
  const reload = async () => {
    await page.reload();
    await page.mouse.move(200, 200);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  };
  await reload();
  const values = { ...enquiry, Service: 'gulf-tenders' };
  for (const [label, value] of Object.entries(values))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  expect(asked.filter((one) => one.includes('asha@example.in'))).toEqual([]);
  // A link with a message of its own is not overwritten.
  await page.goto(`${stack.siteUrl}/contact?message=Another`);
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Another');
  await page.goBack();
  await page.mouse.move(200, 200);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(enquiry.Message);
  const chat = page.waitForEvent('popup');
  await send(page);
  await chat;
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await reload();
  for (const label of Object.keys(enquiry))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('asha@example.in');
});

test('a double click opens one chat, and the input is sent nowhere else', async ({ page }) => {
  await openForm(page);
  await fill(page);
  const opened: string[] = [];
  const requested: string[] = [];
  page.context().on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    requested.push(pathname === '/api/visit' ? `${pathname}: ${request.postData()}` : host);
  });
  page.context().on('page', (one) => opened.push(one.url()));
  await page.getByRole('button', { name: 'Send via WhatsApp' }).dblclick();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  expect(opened).toHaveLength(1);
  // The site only counts the enquiry, without its text.
  expect(requested.sort()).toEqual(['/api/visit: enquiry', 'wa.me']);
});

test('invisible characters of pasted text are removed', async ({ page }) => {
  await openForm(page);
  const email = page.getByLabel('Email', { exact: true });
  for (const [before, after] of [
    ['\u202a', '\u202c'],
    ['\u00a0', '\u200e'],
    ['\u200b', '\ufeff'],
  ]) {
    await fill(page, { ...enquiry, Email: `${before}asha@example.in${after}` });
    await page.getByLabel('Phone', { exact: true }).click();
    await expect(email).toHaveValue('asha@example.in');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  }
  await fill(page, {
    Name: '\u202eक्\u200dष\u202c\u200b',
    Email: '\u202aasha@exam\u200bple.in',
    Message: '👨\u200d👩\u200d👧\u2066 !',
  });
  const chat = page.context().waitForEvent('page');
  await send(page);
  const text = textOf((await chat).url());
  expect(text).toContain('Name: क्\u200dष\nEmail: asha@example.in\n');
  expect(text).toContain('Message: 👨\u200d👩\u200d👧 !');
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/);
});

test('if the window is blocked, the toast offers the chat in the same window', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openForm(page);
  await fill(page);
  await send(page);
  await expect(page.getByText('Please allow pop-ups to send via WhatsApp', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open WhatsApp' }).click();
  await page.waitForURL('https://wa.me/**');
  expect(textOf(page.url())).toContain(`Name: ${enquiry.Name}`);
});

test('the form can be used with the keyboard alone', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Name', { exact: true }).focus();
  for (const value of [enquiry.Name, '', enquiry.Email, enquiry.Phone]) {
    await page.keyboard.insertText(value);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Service', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('Hello');
  await page.keyboard.press('Tab');
  const chat = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  expect(textOf((await chat).url())).toContain('Message: Hello');
});

test.describe('before hydration', () => {
  /** Holds back the island's scripts until the test lets them load or fail. */
  async function holdScripts(page: Page) {
    const held = Promise.withResolvers<'arrive' | 'fail'>();
    await page.route('**/islands/*.js', async (route) => {
      await ((await held.promise) === 'arrive' ? route.continue() : route.abort());
    });
    return { arrive: () => held.resolve('arrive'), fail: () => held.resolve('fail') };
  }

  test('the scripts load after a few seconds if the visitor does not touch the page', async ({ page }) => {
    await page.clock.install();
    await page.goto(`${stack.siteUrl}/contact`, { waitUntil: 'commit' });
    expect(await page.locator('script[src*="enquiry-form"]').count()).toBe(0);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', false);
    await page.clock.fastForward(3000);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  });

  test('an enquiry submitted before hydration opens the chat after hydration', async ({ page }) => {
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
    const scripts = await holdScripts(page);
    await page.goto(`${stack.siteUrl}/contact`, { waitUntil: 'commit' });
    await fill(page);
    const chat = page.waitForEvent('popup');
    await send(page);
    await expect(page).toHaveURL(`${stack.siteUrl}/contact`);
    scripts.arrive();
    expect(textOf((await chat).url())).toContain(`Name: ${enquiry.Name}`);
  });

  test('a blank form submitted before hydration shows its errors after hydration', async ({ page }) => {
    const scripts = await holdScripts(page);
    await page.goto(`${stack.siteUrl}/contact`, { waitUntil: 'commit' });
    await send(page);
    scripts.arrive();
    await expect(page.getByText(required, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  });

  for (const when of ['before', 'after'] as const)
    test(`if the scripts fail ${when} submitting, the server redirects the form to the chat`, async ({
      page,
    }) => {
      const scripts = await holdScripts(page);
      await page.goto(`${stack.siteUrl}/contact`, { waitUntil: 'commit' });
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/islands/'));
      await fill(page);
      if (when === 'before') {
        scripts.fail();
        await failed;
      }
      const chat = page.waitForRequest('https://wa.me/**');
      await send(page);
      scripts.fail();
      expect(textOf((await chat).url())).toContain(`Name: ${enquiry.Name}`);
    });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form opens the chat', async ({ page }) => {
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
    await page.goto(`${stack.siteUrl}/contact`);
    await fill(page);
    const chat = page.waitForRequest('https://wa.me/**');
    await send(page);
    expect(textOf((await chat).url())).toContain('Service: Digital Marketing');
  });

  test('a blank field is refused', async ({ page, request }) => {
    const response = await request.post(`${stack.siteUrl}/api/enquiry`, {
      form: { path: '/contact', name: ' ', email: 'a', phone: 'b', message: 'c' },
    });
    expect(response.status()).toBe(400);
    expect(await response.text()).toContain(required);
    await page.goto(`${stack.siteUrl}/contact`);
    for (const label of ['Name', 'Email', 'Phone', 'Message'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required', '');
  });
});

test('the message of an application names the opening', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/careers/content-writer`);
  await page.getByRole('link', { name: 'Apply Now: Content Writer' }).first().click();
  const message = page.getByLabel('Message', { exact: true });
  await expect(message).toHaveValue('I would like to apply for: Content Writer\n');
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('other');
});

test('a button of a service preselects it in the form', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/seo-services-pune`);
  await page.getByRole('link', { name: 'Get Free SEO Audit' }).first().click();
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('seo');
  await page.goto(`${stack.siteUrl}/contact?service=no%22such`);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('digital-marketing');
});

test('an unusual phone number shows a hint and can still be sent', async ({ page }) => {
  await openForm(page);
  await fill(page, { ...enquiry, Phone: '98765', Email: 'asha' });
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAccessibleDescription(/for example/);
  const phone = page.getByLabel('Phone', { exact: true });
  await expect(phone).toHaveAccessibleDescription(/complete\?/);
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  await fill(page, { Email: enquiry.Email, Phone: '98766' });
  const chat = page.waitForEvent('popup');
  await send(page);
  expect(textOf((await chat).url())).toContain('Phone: 98766');
});

test('on a phone the form starts on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.siteUrl}/contact`);
  for (const label of ['Name', 'Company (optional)'])
    await expect(page.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: test.info().outputPath('contact-390.png') });
  await page.screenshot({ path: test.info().outputPath('contact-390-whole.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: test.info().outputPath('contact-1280.png') });
});

test('the form has no gap above its first field, and typing moves nothing', async ({ page }) => {
  await openForm(page);
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y ?? 0;
  const panel = (await page.locator('.panel:has(form)').boundingBox())?.y ?? 0;
  expect((await top('Name')) - panel).toBeLessThan(100);
  const button = page.getByRole('button', { name: 'Send via WhatsApp' });
  const before = await button.boundingBox();
  await fill(page, { Name: 'Asha Gupta' });
  expect(await button.boundingBox()).toEqual(before);
});

test('a copy that fails because the server is down is sent again and stored once', async ({ page }) => {
  const setCopies = (isOn: boolean) =>
    stack.client('administrator').patch('siteSettings').set({ 'enquiryCopies.keep': isOn }).commit();
  await setCopies(true);
  const contact = async () => (await fetch(`${stack.siteUrl}/contact`)).text();
  await expect.poll(contact).toContain('we also receive a copy, so');
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await page.clock.install();
  await page.goto(`${stack.siteUrl}/seo-services-pune`);
  await page.getByRole('link', { name: 'Get Free SEO Audit' }).first().click();
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('seo');
  await expect(page.getByRole('button', { name: 'Send via WhatsApp' })).toHaveAccessibleDescription(
    /also receive a copy, so/,
  );
  await fill(page);

  await stack.kill('site');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/enquiry'));
  const chat = page.waitForEvent('popup');
  await send(page);
  await failed;
  expect(textOf((await chat).url())).toContain(`Name: ${enquiry.Name}`);
  await stack.start('site');
  const response = page.waitForResponse('**/api/enquiry');
  await page.clock.runFor(10_000);
  expect((await response).status()).toBe(204);
  await page.clock.runFor(60_000);

  const ledger = await openDatabase({ folder: `${stack.dataDir}/payments` });
  const stored = await ledger.selectFrom('enquiries').select(['name', 'service', 'began_on']).execute();
  await ledger.destroy();
  expect(stored).toEqual([{ name: enquiry.Name, service: 'seo', began_on: '/seo-services-pune' }]);
  await setCopies(false);
  await expect.poll(contact).not.toContain('we also receive a copy, so');
});
