import { chooseAction, expect, openDocument, publish, test, testimonial, textField } from './studio.ts';

const opening = (title: string) => ({
  _type: 'jobOpening',
  title,
  slug: { _type: 'slug', current: 'test-opening' },
  location: 'Delhi',
  jobType: 'Full-time',
});

test('shows the history of a document and restores an earlier version', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-history',
    _type: 'testimonial',
    person: 'First Name',
    role: 'Role',
    quote: 'Quote',
  });
  await openDocument(page, 'testimonial', 'test-history');
  await textField(page, 'person').fill('Second Name');
  await publish(page);
  await expect.poll(() => content.getDocument('test-history')).toMatchObject({ person: 'Second Name' });

  await page.getByTestId('pane-context-menu-button').last().click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const events = page.getByTestId('timeline-item-button');
  await expect(events.first()).toBeVisible();
  await events.last().click();
  await expect(textField(page, 'person')).toHaveValue('First Name');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('The site does not change until you publish.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => content.getDocument('drafts.test-history')).toMatchObject({ person: 'First Name' });
  await expect(textField(page, 'person')).toBeEditable();
});

test('two tabs see each other at work', { tag: '@endurance' }, async ({ page, context, content }) => {
  await content.createOrReplace({ _id: 'test-together', ...opening('Typed by nobody') });
  const other = await context.newPage();
  await openDocument(page, 'jobOpening', 'test-together');
  await openDocument(other, 'jobOpening', 'test-together');

  await textField(page, 'title').fill('Typed in the first tab');
  await expect(textField(other, 'title')).toHaveValue('Typed in the first tab');
  await textField(other, 'location').fill('Typed in the second tab');
  await expect(textField(page, 'location')).toHaveValue('Typed in the second tab');

  const avatar = page
    .getByTestId('document-panel-scroller')
    .locator('[data-ui="Avatar"][data-arrow-position]')
    .first();
  await expect(avatar).toBeVisible();
  await other.close();
  await expect(avatar).toBeHidden();
});

test('keeps the Delete dialog open when a colleague begins a draft', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-deleted', 'Vikram Shah'));
  await openDocument(page, 'testimonial', 'test-deleted');
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete “Vikram Shah”?' });
  await expect(dialog).toBeVisible();
  await content.create({ ...testimonial('drafts.test-deleted', 'Vikram Shah'), role: 'T' });
  await expect(textField(page, 'role')).toHaveValue('T');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => content.getDocument('drafts.test-deleted')).toBeUndefined();
});

test('says in a list what is published, and asks for no altitude', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-list', 'Only Published'));
  await content.createOrReplace(testimonial('drafts.test-list-draft', 'Never Seen'));
  await content.createOrReplace(testimonial('test-list-changed', 'Seen Before'));
  await content.createOrReplace(testimonial('drafts.test-list-changed', 'Seen Otherwise'));
  await openDocument(page, 'testimonial', 'test-list');
  const item = (name: string) => page.getByTestId('document-list-pane').getByRole('link', { name });
  await expect(item('Never Seen')).toContainText('Draft');
  await expect(item('Only Published')).toContainText('Published');
  await expect(item('Seen Otherwise')).toContainText('Changed');
  await openDocument(page, 'cityPage', 'cityPage-pune');
  await expect(page.getByText('Latitude', { exact: true })).toBeVisible();
  await expect(page.getByText('Altitude', { exact: true })).toBeHidden();
});

test('says whose text is discarded', async ({ page, content, stack }) => {
  await content.createOrReplace(testimonial('test-whose', 'Vikram Shah'));
  const [hr, editor] = [stack.client('administrator'), stack.client('editor')];
  // An earlier draft, which is not discarded now.
  await hr.create(testimonial('drafts.test-whose', 'Vikram Shah'));
  await hr.delete('drafts.test-whose');
  await editor.create(testimonial('drafts.test-whose', 'Vikram Shah'));
  await editor.patch('drafts.test-whose').set({ role: 'Written by a colleague' }).commit();
  await openDocument(page, 'testimonial', 'test-whose');
  await chooseAction(page, 'Discard changes');
  const dialog = page.getByRole('dialog', { name: 'Discard the changes to “Vikram Shah”?' });
  await expect(dialog).toContainText('test editor edited this draft. Their changes are discarded too.');
  await expect(dialog).not.toContainText('test administrator');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => content.getDocument('drafts.test-whose')).toBeUndefined();
  await expect(textField(page, 'role')).toHaveValue('Director, test works');
});
