import { expect, type Page } from '@playwright/test';
import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { cookieOf } from '../../integration/accounts/visitor.ts';
import { hydrate } from '../../support/browser.ts';
import { previewPath } from '../../support/preview.ts';
import { formPaths } from '../../support/routes.ts';
import type { Stack } from '../../support/stack.ts';
import { hold } from './pages.ts';
import { test } from './site.ts';

async function beginPreview(page: Page, path: string, stack: Stack) {
  const [name = '', value = ''] = cookieOf(stack, 'editor').split('=');
  await page.context().addCookies([{ name, value, url: stack.siteUrl }]);
  await page.goto(await previewPath(stack, path));
}

const open = {
  published: (page: Page, path: string) => page.goto(path),
  preview: beginPreview,
};

for (const path of formPaths)
  for (const how of ['published', 'preview'] as const)
    test(`${how}, the form of ${path} hydrates without a mismatch`, async ({ page, stack }) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
      });
      await open[how](page, path, stack);
      const rendered = await page.locator('form').elementHandle();
      await hydrate(page);
      await expect(page.locator('form button')).toBeEnabled();
      expect(await rendered?.evaluate((form) => form.isConnected)).toBe(true);
      for (const field of await page.locator('form :is(input, textarea, select):visible').all())
        await expect(field).toHaveAccessibleName(/\w/);
      expect(problems).toEqual([]);
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts)
        expect(script).toMatch(how === 'published' ? /^\/islands\// : /^\/_next\//);
    });

/** Makes `Array.prototype` methods used by islands throw, once or from now on. */
function breakLists(lasts: boolean) {
  const { map } = Array.prototype;
  let isOver = false;
  Object.assign(Array.prototype, {
    map(this: unknown[], ...given: Parameters<typeof map>) {
      const isIsland = /\/islands\/(?!after-paint)/.test(new Error().stack ?? '');
      if (isOver || !isIsland) return map.apply(this, given);
      isOver = !lasts;
      throw new Error('a fault');
    },
  });
}

const { heading: unexpected } = errorTexts;
const forms = [
  { path: '/contact', name: 'Name', other: 'Message', button: 'Send via WhatsApp' },
  { path: '/pay-online', name: 'Customer Name', other: 'Bill Number', button: 'Proceed to Payment' },
];

/** Opens a form whose scripts are held back and types into it. Returns a function that releases the scripts. */
async function typeBeforeScripts(page: Page, { path, name, other }: (typeof forms)[number]) {
  const release = await hold(page, '**/islands/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByLabel(name, { exact: true }).fill('आशा Gupta');
  await page.getByLabel(other, { exact: true }).fill('INV/7');
  return () => release('arrive');
}

async function expectTyped(page: Page, { name, other }: (typeof forms)[number]) {
  await expect(page.getByLabel(name, { exact: true })).toHaveValue('आशा Gupta');
  await expect(page.getByLabel(other, { exact: true })).toHaveValue('INV/7');
}

/** Expects the form to work as without scripts: the enquiry opens the chat, the payment form says why it cannot pay. */
async function expectServersForm(page: Page, form: (typeof forms)[number]) {
  await expect(page.getByRole('alert').filter({ hasText: unexpected })).toBeInViewport();
  await expectTyped(page, form);
  if (form.path === '/pay-online') {
    await expect(page.getByRole('button', { name: form.button })).toBeDisabled();
    await expect(page.getByText(/^Paying online needs JavaScript/)).toBeVisible();
    return;
  }
  await page.getByRole('button', { name: form.button }).click();
  expect(await page.getByLabel('Email', { exact: true }).evaluate((field) => field.matches(':invalid'))).toBe(
    true,
  );
  await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  for (const label of ['Email', 'Phone'])
    await page.getByLabel(label, { exact: true }).fill('asha@example.in');
  const chat = page.waitForRequest('https://wa.me/**');
  await page.getByRole('button', { name: form.button }).click();
  expect(new URL((await chat).url()).searchParams.get('text')).toContain('Message: INV/7');
}

for (const form of forms) {
  test(`a form of ${form.path} that fails during hydration falls back with the typed text`, async ({
    page,
  }) => {
    await page.addInitScript(breakLists, true);
    const letCome = await typeBeforeScripts(page, form);
    letCome();
    await expectServersForm(page, form);
  });

  test(`a form of ${form.path} that fails after hydration falls back with the typed text`, async ({
    page,
  }) => {
    await page.goto(form.path);
    await hydrate(page);
    await page.getByLabel(form.name, { exact: true }).fill('आशा Gupta');
    await page.getByLabel(form.other, { exact: true }).fill('INV/7');
    await page.evaluate(breakLists, true);
    if (form.path === '/pay-online') await page.getByLabel(/^Amount/).fill('1499.50');
    else await page.getByLabel('Phone', { exact: true }).fill('1');
    await expectServersForm(page, form);
    if (form.path === '/pay-online') await expect(page.getByLabel(/^Amount/)).toHaveValue('1499.50');
  });

  test(`a form of ${form.path} that React recovers keeps the typed text`, async ({ page }) => {
    await page.addInitScript(breakLists, false);
    const letCome = await typeBeforeScripts(page, form);
    letCome();
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
    await expect(page.getByRole('button', { name: form.button })).toBeEnabled();
    await expectTyped(page, form);
    await expect(page.getByText(unexpected)).toHaveCount(0);
    await expect(page.getByLabel(form.other, { exact: true })).toBeFocused();
  });

  test(`a form of ${form.path} from which a content blocker removes nodes starts anew`, async ({ page }) => {
    await page.goto(form.path);
    await hydrate(page);
    const first = page.getByLabel(form.name, { exact: true });
    // React fails when it removes the error, each time.
    for (const text of ['Asha', 'Ravi']) {
      const rendered = await page.locator('form').elementHandle();
      await first.fill('');
      await page.getByRole('button', { name: form.button }).click();
      await expect(first).toBeFocused();
      await page.getByLabel(form.other, { exact: true }).fill('INV/7');
      await page.locator('form p[id$="-name-error"]').evaluate((error) => error.remove());
      await first.focus();
      await page.keyboard.type(text[0] ?? '');
      await expect.poll(() => rendered?.evaluate(({ isConnected }) => isConnected)).toBe(false);
      await page.keyboard.type(text.slice(1));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('x');
      await expect(first).toHaveValue(`${text.slice(0, -1)}x${text.slice(-1)}`);
      await expect(page.getByLabel(form.other, { exact: true })).toHaveValue('INV/7');
    }
    await expect(page.getByText(unexpected)).toHaveCount(0);
    await expect(page.getByRole('button', { name: form.button })).toBeEnabled();
  });

  test(`errors of third-party scripts do not affect the form of ${form.path}`, async ({ page }) => {
    const failElsewhere = async () => {
      const failed = page.waitForEvent('pageerror');
      await page.evaluate(() => void setTimeout(() => Reflect.get(window, 'app').missing));
      await failed;
    };
    const letCome = await typeBeforeScripts(page, form);
    await failElsewhere();
    letCome();
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
    await failElsewhere();
    await expect(page.getByRole('button', { name: form.button })).toBeEnabled();
    await expectTyped(page, form);
    for (const text of [unexpected, /^Paying online needs JavaScript/])
      await expect(page.getByText(text)).toHaveCount(0);
  });
}

test('an enquiry that fails to send in the browser is submitted to the server', async ({ page }) => {
  await page.goto('/contact');
  await hydrate(page);
  await page.evaluate(() => Reflect.deleteProperty(window, 'encodeURIComponent'));
  for (const label of ['Name', 'Email', 'Phone', 'Message'])
    await page.getByLabel(label, { exact: true }).fill('asha@example.in');
  await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
  await expect(page.getByRole('alert').filter({ hasText: unexpected })).toBeVisible();
  await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  const chat = page.waitForRequest('https://wa.me/**');
  await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
  expect(new URL((await chat).url()).searchParams.get('text')).toContain('Name: asha@example.in');
});

test('a preset message that is changed before the scripts run keeps the change', async ({ page }) => {
  const release = await hold(page, '**/islands/*.js');
  await page.goto('/contact?message=About%20SEO', { waitUntil: 'commit' });
  const message = page.getByLabel('Message', { exact: true });
  await message.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('Q: ');
  release('arrive');
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
  await page.keyboard.type('what ');
  await expect(message).toHaveValue('Q: what About SEO');
});

test('a payment form stays, with a notice, after an error outside its rendering', async ({ page }) => {
  await page.goto('/pay-online');
  await page.mouse.move(10, 10);
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { filename: '/islands/bill-form.js' })));
  await expect(page.getByRole('alert').filter({ hasText: unexpected })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
});

for (const how of ['published', 'preview'] as const)
  test(`${how}, a form whose effect fails shows an error`, async ({ page, stack }) => {
    await page.addInitScript(() => {
      HTMLFormElement.prototype.dispatchEvent = () => {
        throw new Error('a fault');
      };
    });
    await open[how](page, '/contact', stack);
    await page.mouse.move(10, 10);
    await expect(page.getByText(unexpected)).toBeVisible();
  });
