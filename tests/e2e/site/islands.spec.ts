import { expect, type Page } from '@playwright/test';
import { cookieOf } from '../../integration/accounts/visitor.ts';
import { test } from '../../support/browser.ts';
import { formPaths } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(async () => stack.stop());

const previewSecret = 'a-secret-that-only-the-studio-writes';

async function beginPreview(page: Page, path: string) {
  await stack.client('administrator').createOrReplace({
    _id: 'sanity-preview-url-secret.test',
    _type: 'sanity.previewUrlSecret',
    secret: previewSecret,
    source: 'test',
    studioUrl: `${stack.siteUrl}/studio`,
  });
  const [name = '', value = ''] = cookieOf(stack, 'editor').split('=');
  await page.context().addCookies([{ name, value, url: stack.siteUrl }]);
  await page.goto(
    `${stack.siteUrl}/api/draft-mode/enable?sanity-preview-secret=${previewSecret}&sanity-preview-pathname=${path}`,
  );
}

const open = {
  published: (page: Page, path: string) => page.goto(`${stack.siteUrl}${path}`),
  preview: beginPreview,
};

for (const path of formPaths)
  for (const how of ['published', 'preview'] as const)
    test(`${how}, the form of ${path} is hydrated as the server rendered it`, async ({ page }) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
      });
      await open[how](page, path);
      const rendered = await page.locator('form').elementHandle();
      await page.mouse.move(10, 10);
      await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
      await expect(page.locator('form button')).toBeEnabled();
      expect(await rendered?.evaluate((form) => form.isConnected)).toBe(true);
      for (const field of await page.locator('form :is(input, textarea, select):visible').all())
        await expect(field).toHaveAccessibleName(/\w/);
      expect(problems).toEqual([]);
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts)
        expect(script).toMatch(how === 'published' ? /^\/islands\// : /^\/_next\//);
    });

test('a browser too old to understand the scripts is told that it cannot pay, and sends the enquiry to the site', async ({
  page,
}) => {
  await page.route('**/islands/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'not understood' }),
  );
  await page.goto(`${stack.siteUrl}/pay-online`);
  await page.mouse.move(10, 10);
  await expect(page.getByText(/^Paying online needs JavaScript/)).toBeVisible();
  await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  await page.goto(`${stack.siteUrl}/contact`);
  for (const label of ['Name', 'Email', 'Phone', 'Message'])
    await page.getByLabel(label, { exact: true }).fill('asha@example.in');
  const chat = page.waitForRequest('https://wa.me/**', { timeout: 10_000 });
  await page.getByRole('button', { name: 'Send via WhatsApp' }).click();
  expect(new URL((await chat).url()).searchParams.get('text')).toContain('Name: asha@example.in');
});
