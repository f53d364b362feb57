import { runStaffCommand } from '../../integration/accounts/visitor.ts';
import { inStudio, invite, joinWithPasskey, pageWithPasskeys } from './staff.ts';
import { expect, openDocument, test, testimonial, textField } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('people join by a link, sign in with a passkey or password, show their names, and are signed out at once', async ({
  page: editor,
  browser,
  stack,
  content,
}) => {
  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1500, height: 1000 },
  });
  const admin = await pageWithPasskeys(context);
  await admin.goto(await runStaffCommand(stack, 'link', 'Administrator', '--role', 'administrator'));
  await joinWithPasskey(admin, 'Asha Rao');
  await admin.goto('/staff/account');
  await admin.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await admin.getByText('Sign in with your own name').click();
  await admin.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await inStudio(admin);

  await invite(admin, editor, 'Meera Nair', 'editor');
  await content.createOrReplace(testimonial('test-accounts'));
  await openDocument(editor, 'testimonial', 'test-accounts');
  await textField(editor, 'person').fill('Edited by Meera');
  await expect
    .poll(() => content.getDocument('drafts.test-accounts'))
    .toMatchObject({ person: 'Edited by Meera' });

  await openDocument(admin, 'testimonial', 'test-accounts');
  await textField(editor, 'person').focus();
  await expect(admin.getByTitle('Meera Nair').first()).toBeVisible();
  await admin.getByTestId('pane-context-menu-button').last().click();
  await admin.getByRole('menuitem', { name: 'History' }).click();
  await expect(admin.getByRole('button', { name: /^Meera Nair Edited/ }).first()).toBeVisible();

  await admin.goto('/staff/people');
  const entry = admin.getByRole('article', { name: 'Meera Nair' });
  await entry.getByRole('button', { name: 'Sign out' }).click();
  await expect(editor.getByTestId('form-view')).toHaveCount(0);
  await editor.getByRole('link', { name: 'Sign in' }).click();
  await editor.getByText('Sign in with your own name').click();
  await editor.getByLabel('Name').fill('Meera Nair');
  await editor.getByLabel('Password').fill('four words in a row');
  await editor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await inStudio(editor);
  await context.close();
});
