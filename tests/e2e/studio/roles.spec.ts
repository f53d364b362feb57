import { today } from '#schemas/days.ts';
import { clickWithin, expect, openDocument, repeatUntil, signIn, test, textField } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('HR sees job openings and nothing else, and can edit them', async ({ page, stack, content }) => {
  const location = 'Delhi';
  await content.createOrReplace({ _id: 'test-hr', _type: 'jobOpening', title: 'Opening for HR', location });
  await signIn(page, stack, 'HR');
  await page.getByTestId('studio-navbar').getByRole('link', { name: 'Content' }).click();
  const list = page.getByTestId('structure-tool-list-pane').first();
  await expect(list.getByTestId(/^pane-item-/)).toHaveText([
    /Job openings/,
    /Unpublished changes/,
    /By me/,
    /Trash/,
  ]);
  await list.getByTestId('pane-item-Job openings').click();
  await page.getByTestId('document-list-pane').getByText('Opening for HR').click();
  await page.getByTestId('field-location').locator('input').fill('Gurugram');
  await expect.poll(() => content.getDocument('drafts.test-hr')).toMatchObject({ location: 'Gurugram' });
});

test('HR duplicates a closed opening', async ({ page, stack, content }) => {
  const model = await content.getDocument('jobOpening-graphic-designer');
  const closed = { datePosted: '2025-01-01', validThrough: '2025-02-01' };
  const slug = { _type: 'slug', current: 'test-hr-closed' };
  const named = { _id: 'test-hr-closed', _type: 'jobOpening', title: 'Closed opening', slug };
  await content.createOrReplace({ ...model, ...named, ...closed });
  await signIn(page, stack, 'HR');
  await openDocument(page, 'jobOpening', 'test-hr-closed');
  const list = page.getByTestId('document-list-pane');
  await expect(list.getByText('Closed after 1 Feb 2025')).toBeVisible();
  const readCopies = () =>
    content.fetch('*[title == "Closed opening" && _id in path("drafts.**")]{slug, datePosted, validThrough}');
  // The list shows a copy so late that the action would be repeated.
  await repeatUntil(
    async () => (await readCopies()).length > 0,
    () => clickWithin(page.getByTestId('action-menu-button'), page.getByTestId('action-Duplicate')),
  );
  await expect.poll(readCopies).toEqual([{ slug: null, datePosted: today(), validThrough: null }]);
});

test('HR can open a page by its link, but not change it, and sees why', async ({ page, stack }) => {
  await signIn(page, stack, 'HR');
  await openDocument(page, 'page', 'page-about');
  await expect(textField(page, 'title')).toHaveValue(/./);
  await expect(textField(page, 'title')).not.toBeEditable();
  await expect(page.getByText(/your role .* does not have permissions? to/i)).toBeVisible();
  await expect(page.getByTestId('action-publish')).toBeDisabled();
});
