import type { Page } from '@playwright/test';
import { expect, signIn, test, testimonial, textField, visit } from './studio.ts';

/** Opens the view of a list that filters it and selects several documents. */
async function openFilter(page: Page, type: string) {
  await visit(page, `/studio/structure/${type}`);
  await page.getByRole('link', { name: 'Filter and select several' }).click();
  const table = page.getByRole('table', { name: 'Documents' });
  await expect(table).toBeVisible();
  return table;
}

/** The rows of the table that name a document of this test. */
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Documents' }).getByRole('rowheader', { name: 'Test' });

test('a list is filtered by state and person, and publishes what is valid', async ({
  page,
  content,
  stack,
}) => {
  const other = stack.client('editor');
  await content.create(testimonial('drafts.test-good', 'Test परीक्षण'));
  await content.create({ ...testimonial('drafts.test-bad', 'Test اختبار'), quote: '' });
  await other.create(testimonial('drafts.test-other', 'Test of somebody else'));
  await other.create(testimonial('test-live', 'Test that is live'));
  await content.create({ ...testimonial('drafts.test-live', 'Test that is live'), role: 'Owner' });
  const table = await openFilter(page, 'testimonial');
  const row = (name: string) => table.getByRole('row', { name });
  await expect(row('Test that is live')).toContainText('Changed');
  await page.getByLabel('State').selectOption('Draft');
  await expect(rows(page)).toHaveCount(3);
  await expect(row('Test of somebody else')).toContainText('test editor');
  await page.getByLabel('Edited last by').selectOption('test administrator');
  await expect(rows(page)).toHaveCount(2);

  await page.getByLabel(/^Select all/).check();
  await page.getByRole('button', { name: 'Publish 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Test اختبار' })).toContainText('is left out');
  await dialog.getByRole('button', { name: 'Publish 1' }).click();
  await expect(dialog).toHaveAccessibleName('1 document published');
  expect(await content.getDocument('test-good')).toMatchObject({ person: 'Test परीक्षण' });
  expect(await content.getDocument('drafts.test-good')).toBeUndefined();
  expect(await content.getDocument('test-bad')).toBeUndefined();
  await dialog.getByRole('button', { name: 'Quote' }).click();
  await expect(textField(page, 'quote')).toBeInViewport();
  await expect(page).toHaveURL(/;test-bad.*quote/);
});

test('two pages are deleted together, and redirect their visitors', async ({ page, content }) => {
  for (const id of ['test-a', 'test-b'])
    await content.create({
      _id: id,
      _type: 'page',
      title: `Test ${id}`,
      slug: { _type: 'slug', current: id },
    });
  // A page that a draft links to cannot be deleted.
  await content.create({
    ...testimonial('test-user', 'Test'),
    _id: 'drafts.test-article',
    _type: 'article',
    body: [
      {
        _key: 'a',
        _type: 'block',
        markDefs: [{ _key: 'b', _type: 'link', page: { _type: 'reference', _ref: 'test-b' } }],
      },
    ],
  });
  await openFilter(page, 'page');
  await page.getByLabel('Words in the title').fill('test');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel(/^Select all/).check();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Test test-b' })).toContainText(
    'First remove this document',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await content.delete('drafts.test-article');

  await page.getByRole('button', { name: 'Delete 2' }).click();
  await dialog.getByRole('combobox').fill('/about');
  await dialog.getByRole('button', { name: 'Delete 2' }).click();
  await expect(dialog).toHaveAccessibleName('2 documents deleted');
  expect(await content.fetch('*[_id in ["test-a", "test-b"]]')).toEqual([]);
  expect(
    await content.fetch('*[_type == "redirect" && from match "/test-*"] | order(from){from, to}'),
  ).toEqual([
    { from: '/test-a', to: '/about' },
    { from: '/test-b', to: '/about' },
  ]);
  expect(await content.fetch('count(*[_id in ["trash.test-a", "trash.test-b"]])')).toBe(2);
});

test.describe('roles', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('HR filters and selects job openings only', async ({ page, stack }) => {
    await signIn(page, stack, 'HR');
    const table = await openFilter(page, 'jobOpening');
    await expect(table.getByRole('checkbox').first()).toBeVisible();
    await visit(page, '/studio/structure/testimonial;filter');
    await expect(page.getByTestId('pane-item-Job openings')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Documents' })).toHaveCount(0);
  });

  test('a viewer filters a list, and selects nothing', async ({ page, stack }) => {
    await signIn(page, stack, 'Viewer');
    const table = await openFilter(page, 'testimonial');
    await expect(table.getByRole('checkbox')).toHaveCount(0);
  });
});
