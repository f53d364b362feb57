import { expect, openDocument, signIn, test, testimonial, textField } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('an editor connects an assistant, sees its draft under its name, and signs it out', async ({
  page,
  stack,
  content,
}) => {
  await content.createOrReplace(testimonial('test-assistant', 'Vikram Shah'));
  await signIn(page, stack, 'Editor');
  await page.goto('/staff/account');
  await page.getByRole('button', { name: 'Connect an assistant' }).click();
  const address = await page.getByLabel('Address').inputValue();
  const authorization = `Bearer ${await page.getByLabel('Token').inputValue()}`;
  const draft = (role: string) => {
    const params = { name: 'draft', arguments: { id: 'test-assistant', set: { role } } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const accept = 'application/json, text/event-stream';
    const headers = { authorization, accept, 'content-type': 'application/json' };
    return fetch(address, { method: 'POST', headers, body });
  };
  expect((await draft('Owner, test works')).status).toBe(200);

  await openDocument(page, 'testimonial', 'test-assistant');
  await expect(textField(page, 'role')).toHaveValue('Owner, test works');
  await page.getByTestId('pane-context-menu-button').last().click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: /^Local Editor’s assistant/ }).first()).toBeVisible();

  await page.goto('/staff/account');
  await expect(page.getByLabel('Token')).toHaveCount(0);
  const session = page.getByRole('listitem').filter({ hasText: 'An assistant' });
  await session.getByRole('button', { name: 'Sign out' }).click();
  await expect(session).toHaveCount(0);
  expect((await draft('Somebody else')).status).toBe(401);
  expect(await content.getDocument('test-assistant')).not.toMatchObject({ role: 'Owner, test works' });
});
