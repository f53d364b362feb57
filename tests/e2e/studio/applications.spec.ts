import { readFile } from 'node:fs/promises';
import { apply, pdf } from '../../integration/applications/files.ts';
import { expect, openColleague, test } from './studio.ts';

test('HR reads an application, downloads its CV and answers with three clicks', async ({
  browser,
  stack,
  content,
}) => {
  await content.patch('siteSettings').set({ 'applications.open': true }).commit();
  const name = 'आशा <b>Gupta</b>';
  const send = () => apply(stack.siteUrl, { name, message: 'x'.repeat(400) });
  await expect.poll(async () => (await send()).status).toBe(200);

  const hr = await openColleague(browser, stack, 'HR');
  await hr.getByTestId('studio-navbar').getByRole('link', { name: 'Applications' }).click();
  const open = hr.getByRole('button', { name: `Application from ${name}` });
  await open.click();
  const dialog = hr.getByRole('dialog');
  const mail = new URL(
    (await dialog.getByRole('link', { name: 'Answer by e-mail' }).getAttribute('href')) ?? '',
  );
  expect([mail.protocol, decodeURIComponent(mail.pathname)]).toEqual(['mailto:', 'asha@example.in']);
  expect(mail.searchParams.get('body')).toContain(`Hello ${name}`);
  await expect(dialog.getByRole('link', { name: 'Answer on WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919876543210\?text=/,
  );
  const download = hr.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Download CV/ }).click();
  expect((await download).suggestedFilename()).toBe('CV आशा bGuptab.pdf');
  expect(await readFile(await (await download).path())).toEqual(pdf());

  await dialog.getByLabel('Status').selectOption('invited');
  await dialog.getByLabel('Note for colleagues').fill('Comes on Monday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(hr.getByRole('table', { name: 'Applications' }).locator('tbody tr')).toContainText([
    'Invited',
  ]);
  await hr.setViewportSize({ width: 390, height: 844 });
  await open.click();
  await expect(dialog.getByLabel('Note for colleagues')).toHaveValue('Comes on Monday');
});
