import type { Page } from '@playwright/test';
import {
  expect,
  openColleague,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
  visit,
} from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const check = (page: Page) => page.getByRole('region', { name: 'Check' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });

test('an editor asks, an administrator approves, and the editor publishes', async ({
  page,
  stack,
  browser,
  content,
}) => {
  await content.createOrReplace({ _id: 'approvalRules', _type: 'approvalRules', types: ['testimonial'] });
  await content.createOrReplace(testimonial('test-approved', 'Vikram Shah'));
  await signIn(page, stack, 'Editor');
  await openDocument(page, 'testimonial', 'test-approved');
  await textField(page, 'role').fill('Owner, test works');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a check' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Is he the owner now?');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(check(page)).toContainText('Is he the owner now?');

  const other = await openColleague(browser, stack, 'Administrator');
  await waiting(other)
    .getByRole('link', { name: /Vikram Shah/ })
    .click();
  await expect(check(other)).toContainText('Is he the owner now?');
  await check(other).getByRole('button', { name: 'Approve' }).click();
  await expect(check(other)).toContainText('This text is approved');

  await visit(page, '/studio/start');
  const approved = waiting(page)
    .getByRole('listitem')
    .filter({ hasText: /Vikram Shah.*Approved/ });
  await approved.getByRole('link').click();
  await publish(page);
  await expect.poll(() => content.getDocument('test-approved')).toMatchObject({ role: 'Owner, test works' });
  await expect(check(page)).toContainText('Local Administrator approved this');
  await visit(page, '/studio/start');
  await expect(page.getByRole('heading', { name: 'Recently edited' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
