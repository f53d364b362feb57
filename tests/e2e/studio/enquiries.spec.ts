import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from '@playwright/test';
import { expect, openDocument, publish, signIn, test } from './studio.ts';

/** A window of somebody who is not signed in. */
async function openWindow(browser: Browser, options: { baseURL: string; javaScriptEnabled?: boolean }) {
  const context = await browser.newContext({ ...options, storageState: { cookies: [], origins: [] } });
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
  return context.newPage();
}

test('with copies switched on, enquiries appear in the Studio and can be answered there', async ({
  page,
  browser,
  stack,
  content,
}) => {
  const baseURL = stack.siteUrl;
  await test.step('an administrator switches copies on', async () => {
    await openDocument(page, 'siteSettings', 'siteSettings');
    await page.getByRole('tab', { name: 'Contact' }).click();
    const copies = page.getByLabel('Keep a copy of each enquiry');
    // A forced click does not wait until the form may be edited.
    await expect(copies).toBeEnabled();
    await copies.click({ force: true });
    await expect(copies).toBeChecked();
    await publish(page);
    const dialog = page.getByRole('dialog', { name: 'Before you publish' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => content.fetch('*[_id == "siteSettings"][0].enquiryCopies.keep')).toBe(true);
    const contact = async () => (await fetch(`${baseURL}/contact`)).text();
    await expect.poll(contact).toContain('we also receive a copy, so');
  });

  const name = `Asha <b>Gupta</b>${' निविदा'.repeat(60)}`;
  const answers = {
    Email: 'asha@example.in',
    Phone: '+91 98765 43210',
    'Company (optional)': 'x'.repeat(400),
    Message: `=1+1 ${'نحتاج مناقصة '.repeat(200)}🙂`,
  };
  for (const javaScriptEnabled of [true, false])
    await test.step(`a visitor ${javaScriptEnabled ? 'with' : 'without'} scripts sends one`, async () => {
      const visitor = await openWindow(browser, { baseURL, javaScriptEnabled });
      await visitor.goto('/tender-services');
      await visitor.getByRole('link', { name: 'Discuss a tender' }).first().click();
      const service = visitor.getByLabel('Service', { exact: true });
      if (javaScriptEnabled) await expect(service).toHaveValue('tender-services');
      const typed = { Name: javaScriptEnabled ? name : 'Deepak Rao', ...answers };
      for (const [label, value] of Object.entries(typed))
        await visitor.getByLabel(label, { exact: true }).fill(value);
      const stored = visitor.waitForResponse('**/api/enquiry');
      await visitor.getByRole('button', { name: 'Send via WhatsApp' }).click();
      expect((await stored).status()).toBe(javaScriptEnabled ? 204 : 200);
      if (!javaScriptEnabled) {
        await expect(visitor.getByRole('heading', { name: 'Your enquiry has arrived' })).toBeVisible();
        await visitor.getByRole('link', { name: 'Open WhatsApp' }).click();
        await visitor.waitForURL('https://wa.me/**');
        expect(new URL(visitor.url()).searchParams.get('text')).toContain('Name: Deepak Rao');
      }
      await visitor.context().close();
    });

  const editor = await openWindow(browser, { baseURL });
  await signIn(editor, stack, 'Editor');
  await editor.getByTestId('studio-navbar').getByRole('link', { name: 'Enquiries' }).click();
  const rows = editor.getByRole('table', { name: 'Enquiries' }).locator('tbody tr');
  const dialog = editor.getByRole('dialog');

  await test.step('an editor finds them, and answers one', async () => {
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(name);
    await expect(rows.nth(1)).toContainText('/tender-services');
    await editor.setViewportSize({ width: 1024, height: 768 });
    const right = async (part: Locator) => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
      return x + width;
    };
    for (const part of [rows.nth(1), rows.nth(1).getByRole('button')])
      await expect.poll(() => right(part)).toBeLessThanOrEqual(1024);
    expect((await rows.nth(1).boundingBox())?.height).toBeLessThan(120);
    await editor.getByRole('button', { name: `Enquiry from ${name}` }).click();
    await expect(dialog).toContainText(answers.Message);
    await dialog.getByLabel('Status').selectOption('answered');
    await dialog.getByLabel('Note for colleagues').fill('Called, sends papers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.nth(1)).toContainText('Answered');
  });

  await test.step('exports the filtered list without formulas', async () => {
    await editor.getByLabel('Status').selectOption('answered');
    await expect(rows).toHaveCount(1);
    const download = editor.waitForEvent('download');
    await editor.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain(`"${name}"`);
    expect(file).toContain(`"'${answers.Message}"`);
    expect(file).toContain('"Called, sends papers"');
    expect(file).not.toContain('Deepak');
  });

  await test.step('and erases the other', async () => {
    await editor.getByLabel('Status').selectOption('new');
    await editor.getByRole('button', { name: 'Enquiry from Deepak Rao' }).click();
    await dialog.getByRole('button', { name: 'Erase now' }).click();
    await dialog.getByRole('button', { name: 'Yes, erase permanently' }).click();
    await expect(dialog).toBeHidden();
    await expect(editor.getByText('No enquiry matches.')).toBeVisible();
  });
  await editor.context().close();
  await content.patch('siteSettings').set({ 'enquiryCopies.keep': false }).commit();
});
