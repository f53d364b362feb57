import { expect, openDocument, publish, test, testimonial, textField } from './studio.ts';

test('shows the history of a document and restores an earlier version', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-history', 'First Name'));
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
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => content.getDocument('drafts.test-history')).toMatchObject({ person: 'First Name' });
  await expect(textField(page, 'person')).toBeEditable();
});
