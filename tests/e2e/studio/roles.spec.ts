import { today } from '#schemas/days.ts';
import { chooseAction, expect, openDocument, publish, signIn, test, textField, visit } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('an editor has the daily tools in groups, and the others in one menu', async ({ page, stack }) => {
  await signIn(page, stack, 'Editor');
  const bar = page.getByTestId('studio-navbar');
  const group = (name: string) => bar.getByRole('group', { name, exact: true });
  await expect(group('Website').getByRole('link')).toHaveText(['Start', 'Content', 'Preview', 'Pictures']);
  await expect(group('People').getByRole('link')).toHaveText(['Enquiries', 'Visits']);
  await expect(group('Help').getByRole('link')).toHaveText(['Handbook']);
  await expect(group('Money')).toHaveCount(0);
  await group('More').getByRole('button').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Launch checklist', 'Account', 'Releases']);
  await page.getByRole('menuitem', { name: 'Launch checklist' }).click();
  await expect(page.getByRole('heading', { name: 'Launch checklist' })).toBeVisible();
  await expect(group('More').getByRole('button')).toHaveText('More: Launch checklist');
});

test('a phone lists all tools of an editor below the names of their groups', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, stack, 'Editor');
  await page.getByTestId('studio-navbar').getByRole('button').first().click();
  await expect(page.getByRole('group', { name: 'Website', exact: true }).getByRole('link')).toHaveCount(4);
  await page.getByRole('group', { name: 'More', exact: true }).getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('HR sees job openings and nothing else, and can edit them', async ({ page, stack, content }) => {
  await content.createOrReplace({
    _id: 'test-hr',
    _type: 'jobOpening',
    title: 'Opening for HR',
    location: 'Delhi',
  });
  await signIn(page, stack, 'HR');
  await page.getByTestId('studio-navbar').getByRole('link', { name: 'Content' }).click();
  const list = page.getByTestId('structure-tool-list-pane').first();
  await expect(list.getByTestId('pane-item-Job openings')).toBeVisible();
  await expect(list.getByTestId(/^pane-item-/)).toHaveText([/Job openings/, /Trash/]);
  for (const name of ['Query', 'Enquiries'])
    await expect(page.getByTestId('studio-navbar').getByRole('link', { name })).toHaveCount(0);

  await list.getByTestId('pane-item-Job openings').click();
  await page.getByTestId('document-list-pane').getByText('Opening for HR').click();
  await page.getByTestId('field-location').locator('input').fill('Gurugram');
  await expect.poll(() => content.getDocument('drafts.test-hr')).toMatchObject({ location: 'Gurugram' });
});

test('HR sees the page of an opening, its missing fields, and closed openings', async ({
  page,
  stack,
  content,
}) => {
  const model = await content.getDocument('jobOpening-graphic-designer');
  if (!model) throw new Error('The seed has no opening for a designer.');
  const opening = (_id: string, title: string, others: object) =>
    content.createOrReplace({ ...model, _id, title, slug: { _type: 'slug', current: _id }, ...others });
  await opening('test-hr-closed', 'Closed opening', { datePosted: '2025-01-01', validThrough: '2025-02-01' });
  await opening('drafts.test-hr-lacks', 'Lacking opening', {
    slug: { _type: 'slug', current: 'lacking' },
    workplaces: [],
  });
  await signIn(page, stack, 'HR');
  await openDocument(page, 'jobOpening', 'test-hr-lacks');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Places of work (for search engines)' }).click();
  await expect(page.getByTestId('field-workplaces')).toBeVisible();
  await content.patch('drafts.test-hr-lacks').set({ workplaces: model.workplaces }).commit();

  await page.getByText('Used on 2 pages').click();
  await page.getByRole('link', { name: /Careers/ }).click();
  const preview = page.frameLocator('iframe').first();
  await expect(preview.getByRole('heading', { name: 'Lacking opening' })).toBeVisible();
  await content.delete('drafts.test-hr-lacks');

  await openDocument(page, 'jobOpening', 'test-hr-closed');
  await expect(page.getByTestId('document-list-pane').getByText('Closed after 1 Feb 2025')).toBeVisible();
  await expect(
    page.getByText('Closed, because the closing date has passed. The page says so, and no list shows it.'),
  ).toBeVisible();
  await chooseAction(page, 'Duplicate');
  await expect
    .poll(() => content.fetch('*[title == "Closed opening" && _id in path("drafts.**")][0]'))
    .toMatchObject({ datePosted: today() });
  expect(
    await content.fetch('*[title == "Closed opening" && _id in path("drafts.**")]{slug, validThrough}'),
  ).toEqual([{ slug: null, validThrough: null }]);

  await openDocument(page, 'jobOpening', 'test-hr-closed');
  await chooseAction(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => content.getDocument('test-hr-closed')).toBeUndefined();
  await visit(page, '/studio/structure/trash');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Closed opening' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect
    .poll(() => content.getDocument('drafts.test-hr-closed'))
    .toMatchObject({ title: 'Closed opening' });
});

test('HR can open a page by its link, but not change it, and sees why', async ({ page, stack, content }) => {
  await signIn(page, stack, 'HR');
  await openDocument(page, 'page', 'page-about');
  await expect(textField(page, 'title')).toHaveValue(/./);
  await expect(textField(page, 'title')).not.toBeEditable();
  await expect(page.getByText(/your role .* does not have permissions? to/i)).toBeVisible();
  await expect(page.getByTestId('action-publish')).toBeDisabled();
  expect(await content.getDocument('drafts.page-about')).toBeUndefined();
});
