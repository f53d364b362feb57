import { type BrowserContext, expect, type Page } from '@playwright/test';
import { hydrate } from '../../support/browser.ts';
import { hold, overflow } from './pages.ts';
import { test } from './site.ts';

test.beforeEach(({ context }) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' })),
);

const required = 'Please fill in all required fields';
const opening = 'Opening WhatsApp... Please complete your inquiry there!';
const enquiry = {
  Name: 'आशा गुप्ता',
  Email: 'asha@example.in',
  Phone: '+91 98765 43210',
  Message: 'نحتاج مناقصة\n100% of it & more?',
};
const labels = ['Name', 'Email', 'Phone', 'Message'] as const;
const textWith = (Message: string) =>
  [
    `Name: ${enquiry.Name}`,
    'Email: asha@example.in',
    'Phone: +91 98765 43210',
    'Service: Digital Marketing',
    `Message: ${Message}`,
    '',
    'Sent from the Agency Name website',
  ].join('\n');
const text = textWith(enquiry.Message);

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const mailLink = (page: Page) => page.getByRole('link', { name: 'Send it as an e-mail' });
const sentText = (page: Page) => page.getByLabel('Your enquiry');

async function openForm(page: Page, query = '') {
  await page.goto(`/contact${query}`);
  await hydrate(page);
}
async function fill(page: Page, values: Record<string, string> = enquiry) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}
async function expectTyped(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}
const send = (page: Page) => button(page, 'Send via WhatsApp').click();
/** Sends an enquiry and waits until the form is empty again. */
async function sendWhole(page: Page, values: Record<string, string> = enquiry) {
  await openForm(page);
  await fill(page, values);
  await send(page);
  await expect(field(page, 'Name')).toHaveValue('');
}
const textOf = (address: string) => new URL(address).searchParams.get('text') ?? '';
/** Does something that opens the chat. Returns the text that is filled in there. */
async function chatAfter(context: BrowserContext, action: () => Promise<unknown>): Promise<string> {
  const request = context.waitForEvent('request', (one) => one.url().startsWith('https://wa.me/'));
  await action();
  return textOf((await request).url());
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const storedTexts = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test('fields with only spaces are marked and listed, and nothing is sent', async ({ page, context }) => {
  await openForm(page);
  await fill(page, Object.fromEntries(labels.map((label) => [label, '   '])));
  await send(page);
  await expect(page.getByText(required, { exact: true })).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  for (const label of labels) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(/^Enter /);
  }
  await page.getByRole('link', { name: 'Enter your phone number' }).click();
  await expect(field(page, 'Phone')).toBeFocused();
  await fill(page, { Phone: 'now there' });
  await expect(field(page, 'Phone')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(opening)).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});

test('an enquiry opens the chat after 0.5 s, resets the form after 1 s and hides the toast after 3 s', async ({
  page,
}) => {
  await page.clock.install();
  await openForm(page);
  await fill(page, { ...enquiry, 'Company (optional)': 'Gupta & Sons' });
  await field(page, 'Service').selectOption('gulf-tenders');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await send(page);
  await expect(page.getByText(opening, { exact: true })).toBeVisible();

  const chat = page.waitForEvent('popup');
  await page.clock.runFor(499);
  expect(page.context().pages()).toHaveLength(1);
  await page.clock.runFor(1);
  expect(textOf((await chat).url())).toBe(
    text.replace('Service: Digital Marketing', 'Company: Gupta & Sons\nService: Gulf Tenders'),
  );
  await page.clock.runFor(499);
  await expect(field(page, 'Name')).toHaveValue(enquiry.Name);
  await page.clock.runFor(1);
  await expectTyped(page, Object.fromEntries(labels.map((label) => [label, ''])));
  await expect(field(page, 'Service')).toHaveValue('digital-marketing');

  await page.clock.runFor(1_900);
  await expect(page.getByText(opening, { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText(opening, { exact: true })).toHaveCount(0);
});

test('a half-written message survives a reload, is sent nowhere, and ends once it is sent', async ({
  page,
  context,
}) => {
  // Also in a form that a link has preset.
  await openForm(page, '?service=branding&message=Hello');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.url()} ${request.postData() ?? ''}`));
  await fill(page);
  await field(page, 'Service').selectOption('gulf-tenders');
  for (let times = 0; times < 2; times++) {
    await page.reload();
    await hydrate(page);
    await expectTyped(page, { ...enquiry, Service: 'gulf-tenders' });
  }
  expect(requested.filter((one) => one.includes('asha@example.in'))).toEqual([]);
  // A link with a message of its own is not overwritten.
  await openForm(page, '?message=Another');
  await expectTyped(page, { Message: 'Another' });
  await page.goBack();
  await hydrate(page);
  await expectTyped(page, enquiry);
  await chatAfter(context, () => send(page));
  await expect(field(page, 'Name')).toHaveValue('');
  await page.reload();
  await hydrate(page);
  expect(await storedTexts(page)).not.toContain('asha@example.in');
});

test('a double click opens one chat, and the input is sent nowhere else', async ({ page, context }) => {
  await openForm(page);
  await fill(page);
  const opened: string[] = [];
  const requested: string[] = [];
  context.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    requested.push(pathname === '/api/visit' ? `${pathname}: ${request.postData()}` : host);
  });
  context.on('page', (one) => opened.push(one.url()));
  await button(page, 'Send via WhatsApp').dblclick();
  await expect(field(page, 'Name')).toHaveValue('');
  expect(opened).toHaveLength(1);
  // The site only counts the enquiry, without its text.
  expect(requested.sort()).toEqual(['/api/visit: enquiry', 'wa.me']);
});

test('if the window is blocked, the toast and the panel offer the chat in the same window', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await sendWhole(page);
  await expect(page.getByText('Please allow pop-ups to send via WhatsApp', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible();
  expect(await chatAfter(context, () => button(page, 'Open WhatsApp again').click())).toBe(text);
  await page.waitForURL('https://wa.me/**');
});

test('the form can be used with the keyboard alone', async ({ page, context }) => {
  await openForm(page);
  await field(page, 'Name').focus();
  for (const value of [enquiry.Name, '', enquiry.Email, enquiry.Phone]) {
    await page.keyboard.insertText(value);
    await page.keyboard.press('Tab');
  }
  await expect(field(page, 'Service')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('Hello');
  await page.keyboard.press('Tab');
  expect(await chatAfter(context, () => page.keyboard.press('Enter'))).toBe(textWith('Hello'));
});

test.describe('before hydration', () => {
  /** Opens the form, and holds back the island's scripts until the test lets them load or fail. */
  async function openHeld(page: Page) {
    const release = await hold(page, '**/islands/*.js');
    await page.goto('/contact', { waitUntil: 'commit' });
    return release;
  }

  test('the scripts load after a few seconds if the visitor does not touch the page', async ({ page }) => {
    await page.clock.install();
    await page.goto('/contact', { waitUntil: 'commit' });
    expect(await page.locator('script[src*="enquiry-form"]').count()).toBe(0);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', false);
    await page.clock.fastForward(3000);
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  });

  test('an enquiry that is submitted opens the chat afterwards', async ({ page, context }) => {
    const release = await openHeld(page);
    await fill(page);
    const chat = chatAfter(context, () => send(page));
    await expect(page).toHaveURL('/contact');
    release('arrive');
    expect(await chat).toBe(text);
  });

  for (const when of ['before', 'after'] as const)
    test(`if the scripts fail ${when} submitting, the server redirects the form to the chat`, async ({
      page,
      context,
    }) => {
      const release = await openHeld(page);
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/islands/'));
      await fill(page);
      if (when === 'before') {
        release('fail');
        await failed;
      }
      const chat = chatAfter(context, () => send(page));
      release('fail');
      expect(await chat).toBe(text);
    });
});

test('a sent enquiry can be opened again, copied and e-mailed after the form is reset', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sendWhole(page);
  await expect(sentText(page)).toHaveValue(text);
  await expect(page.locator('[aria-live=polite]', { has: sentText(page) })).toBeVisible();
  expect(await chatAfter(context, () => button(page, 'Open WhatsApp again').click())).toBe(text);
  await button(page, 'Copy the text').click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await clipboard(page)).toBe(text);

  const mail = new URL((await mailLink(page).getAttribute('href')) ?? '');
  expect(mail.pathname).toMatch(/^[\w.]+@[\w.]+$/);
  expect(mail.searchParams.get('subject')).toBe(`Enquiry from ${enquiry.Name}`);
  expect(mail.searchParams.get('body')).toBe(text.replaceAll('\n', '\r\n'));
  expect(await storedTexts(page)).not.toContain('asha@example.in');

  // An unsuccessful attempt leaves the panel, and another enquiry replaces its text.
  await send(page);
  await expect(sentText(page)).toHaveValue(text);
  await fill(page, { ...enquiry, Message: 'Something else' });
  await send(page);
  await expect(sentText(page)).toHaveValue(textWith('Something else'));
});

test('the sent panel can be reached from the button and removed with the keyboard', async ({ page }) => {
  await sendWhole(page);
  await expect(page.getByText('Opening WhatsApp')).toHaveCount(0);
  await expect(button(page, 'Send via WhatsApp')).toBeFocused();
  for (const stop of [
    sentText(page),
    button(page, 'Open WhatsApp again'),
    button(page, 'Copy the text'),
    mailLink(page),
    button(page, 'Remove it from this page'),
  ]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(sentText(page)).toHaveCount(0);
  await expect(button(page, 'Send via WhatsApp')).toBeFocused();
});

test('if copying is not allowed, the text is selected for copying by hand', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await sendWhole(page);
  await button(page, 'Copy the text').click();
  await expect(page.getByText(/copy it yourself/)).toBeVisible();
  await expect(sentText(page)).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(text);
});

test('offline, a text too long for an e-mail link is copied to be pasted into the e-mail', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const Message = 'मदद चाहिए। '.repeat(2_000).trim();
  await openForm(page);
  await context.setOffline(true);
  await fill(page, { ...enquiry, Message });
  await send(page);
  const href = (await mailLink(page).getAttribute('href')) ?? '';
  expect(href.length).toBeLessThanOrEqual(2_000);
  expect(new URL(href).searchParams.get('body')).toBeNull();
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await mailLink(page).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await clipboard(page)).toBe(textWith(Message));
});

test('a visitor whose text is too long for a chat is warned before it opens and can copy the text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const Message = 'हमें निविदा में मदद चाहिए। '.repeat(100).trim();
  await openForm(page);
  await fill(page, { ...enquiry, Message });
  await send(page);
  await expect(page.getByText('too long for WhatsApp')).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await expect(field(page, 'Message')).toHaveValue(Message);
  await button(page, 'Copy the text').click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await clipboard(page)).toBe(textWith(Message));
  expect(await chatAfter(context, () => button(page, 'Open WhatsApp').click())).toMatch(/Message: .*…$/);
});

test('an enquiry written offline survives a reload and can be sent when the visitor is online', async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await fill(page);
  await send(page);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Opening WhatsApp')).toHaveCount(0);
  await expectTyped(page, enquiry);
  await context.setOffline(false);
  await page.goto('/about');
  await openForm(page);
  await expect(page.getByText('You are online again.')).toBeVisible();
  await expect(sentText(page)).toHaveValue(text);
  expect(await chatAfter(context, () => button(page, 'Open WhatsApp').click())).toBe(text);
  expect(await storedTexts(page)).not.toContain('asha@example.in');
});

test('on a narrow screen, the sent panel does not overflow, and it is not printed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await sendWhole(page, { ...enquiry, Message: 'x'.repeat(400) });
  await expect(sentText(page)).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(sentText(page)).toBeHidden();
});
