import { expect, openDocument, signIn, test, textField } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('an editor has no query tool', async ({ page, stack }) => {
  await signIn(page, stack, 'Editor');
  const tools = page.getByTestId('studio-navbar');
  await expect(tools.getByRole('link', { name: 'Preview' })).toBeVisible();
  await expect(tools.getByRole('link', { name: 'Query' })).toHaveCount(0);
});

test('HR sees job openings and nothing else, and can edit them', async ({ page, stack, content }) => {
  await content.createOrReplace({
    _id: 'test-hr',
    _type: 'jobOpening',
    title: 'Opening for HR',
    location: 'Delhi',
  });
  await signIn(page, stack, 'HR');
  const list = page.getByTestId('structure-tool-list-pane').first();
  await expect(list.getByTestId('pane-item-Job openings')).toBeVisible();
  await expect(list.getByTestId(/^pane-item-/)).toHaveCount(1);
  await expect(page.getByTestId('studio-navbar').getByRole('link', { name: 'Query' })).toHaveCount(0);

  await list.getByTestId('pane-item-Job openings').click();
  await page.getByTestId('document-list-pane').getByText('Opening for HR').click();
  await page.getByTestId('field-location').locator('input').fill('Gurugram');
  await expect.poll(() => content.getDocument('drafts.test-hr')).toMatchObject({ location: 'Gurugram' });
});

test('HR can look at a page by its link and change nothing, and is told so', async ({
  page,
  stack,
  content,
}) => {
  await signIn(page, stack, 'HR');
  await openDocument(page, 'page', 'page-about');
  await expect(textField(page, 'title')).toHaveValue(/./);
  await expect(textField(page, 'title')).not.toBeEditable();
  await expect(page.getByText(/your role .* does not have permissions? to/i)).toBeVisible();
  await expect(page.getByTestId('action-publish')).toBeDisabled();
  expect(await content.getDocument('drafts.page-about')).toBeUndefined();
});
