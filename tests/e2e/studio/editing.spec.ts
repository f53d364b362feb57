import { documents } from '#schemas/index.ts';
import {
  chooseAction,
  expect,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
  visit,
} from './studio.ts';

test.describe('signing in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('takes one click and a hundred files at most, and lasts over a reload', async ({ page, stack }) => {
    await signIn(page, stack);
    const files = new Set<string>();
    page.on('request', (request) => files.add(new URL(request.url()).pathname));
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    expect(page.url()).toContain('/studio/start');
    const ofTheProgram = [...files].filter((file) => file.startsWith('/studio/static/'));
    expect(ofTheProgram.length).toBeLessThanOrEqual(100);
  });
});

test('lists all content, and city pages by state', async ({ page, content }) => {
  const city = (_id: string, name: string) =>
    content.createOrReplace({ _id, _type: 'cityPage', name, state: 'Teststate' });
  await city('test-city', 'Testnagar');
  await visit(page, '/studio/structure');
  const list = page.getByTestId('structure-tool-list-pane').first();
  for (const { list: one } of documents)
    await expect(list.getByTestId(`pane-item-${one.title}`)).toBeVisible();
  await list.getByTestId('pane-item-City pages').click();
  await page.getByTestId('pane-item-Teststate (1)').click();
  await expect(page.getByTestId('document-list-pane').getByText('Testnagar')).toBeVisible();
  await city('test-city-2', 'Testpur');
  await expect(page.getByTestId('pane-item-Teststate (2)')).toBeVisible();
});

test('lists unpublished changes, and those of documents in which the user has written', async ({
  page,
  content,
  stack,
}) => {
  await content.createOrReplace(testimonial('test-mine', 'Test परीक्षण'));
  await openDocument(page, 'testimonial', 'test-mine');
  await textField(page, 'role').fill('Owner, test works');
  const draft = () => content.getDocument('drafts.test-mine');
  await expect.poll(draft).toMatchObject({ role: 'Owner, test works' });
  await stack.client('editor').create(testimonial('drafts.test-theirs', 'Test اختبار'));
  await visit(page, '/studio/structure');
  const found = page.getByTestId('document-list-pane').getByRole('link', { name: 'Test' });
  await page.getByTestId('pane-item-Unpublished changes').click();
  await expect(found).toHaveText([/اختبار/, /परीक्षण/]);
  await page.getByTestId('pane-item-By me').click();
  await expect(found).toHaveText([/परीक्षण/]);
});

test('creates, edits and publishes a document', async ({ page, content }) => {
  await visit(page, '/studio/structure/testimonial');
  await page.getByTestId('action-intent-button').click();
  await textField(page, 'quote').fill('The figures were right to the rupee.');
  await textField(page, 'person').fill('Asha Rao');
  await textField(page, 'role').fill('Founder, Rao Mills');
  const found = () => content.fetch<string[]>('*[person == "Asha Rao" && role == "Founder, Rao Mills"]._id');
  await expect.poll(found).toEqual([expect.stringMatching(/^drafts\./)]);
  await publish(page);
  await expect.poll(found).toEqual([expect.not.stringMatching(/^drafts\./)]);
  await expect(page.getByTestId('document-list-pane').getByText('Asha Rao')).toBeVisible();
});

test('unpublishes a document, then deletes its draft', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-withdrawn', 'Anita Nair'));
  await openDocument(page, 'testimonial', 'test-withdrawn');
  await page.getByTestId('document-header-Published-chip').click();
  await chooseAction(page, 'Unpublish');
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect.poll(() => content.getDocument('test-withdrawn')).toBeUndefined();
  expect(await content.getDocument('drafts.test-withdrawn')).toMatchObject({ person: 'Anita Nair' });

  await page.getByTestId('document-header-Draft-chip').click();
  await expect(textField(page, 'person')).toHaveValue('Anita Nair');
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => content.getDocument('drafts.test-withdrawn')).toBeUndefined();

  await visit(page, '/studio/structure/trash');
  const entry = page.getByRole('listitem').filter({ hasText: 'Anita Nair' });
  await entry.getByRole('button', { name: 'Delete permanently' }).click();
  await entry.getByRole('button', { name: 'Yes, delete permanently' }).click();
  await expect(entry).toBeHidden();
  expect(await content.fetch('count(*[_type == "trashedDocument"])')).toBe(0);
});

test('refuses to delete a document that a page shows', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-shown', 'Shown Person'));
  const testimonials = [{ _key: 'b', _type: 'reference', _ref: 'test-shown' }];
  await content.createOrReplace({
    _id: 'test-page',
    _type: 'page',
    title: 'Page with a testimonial',
    slug: { _type: 'slug', current: 'test-page' },
    sections: [{ _key: 'a', _type: 'testimonials', testimonials }],
  });
  await openDocument(page, 'testimonial', 'test-shown');
  await expect(page.getByText('Used on one page')).toBeVisible();
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Page with a testimonial' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Delete/ })).toHaveCount(0);
});

test('offers no second singleton', async ({ page }) => {
  await openDocument(page, 'siteSettings', 'siteSettings');
  await page.getByTestId('action-menu-button').click();
  await expect(page.getByRole('menuitem', { name: /^Ask for a/ })).toBeVisible();
  for (const action of ['Duplicate', 'Delete', 'Unpublish'])
    await expect(page.getByTestId(`action-${action}`)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByTestId('new-document-button').click();
  await expect(page.getByTestId('create-new-page')).toBeVisible();
  await expect(page.getByTestId('create-new-siteSettings')).toBeHidden();
});
