import type { Page } from '@playwright/test';
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

/** The picture of a colleague at the field that they are in. */
const avatarIn = (page: Page) =>
  page.getByTestId('document-panel-scroller').locator('[data-ui="Avatar"][data-arrow-position]').first();

test('two tabs see each other at work', async ({ page, context, content }) => {
  await content.createOrReplace({ _id: 'test-together', _type: 'jobOpening', title: 'Typed by nobody' });
  const other = await context.newPage();
  await openDocument(page, 'jobOpening', 'test-together');
  await openDocument(other, 'jobOpening', 'test-together');

  await textField(page, 'title').fill('Typed in the first tab');
  await expect(textField(other, 'title')).toHaveValue('Typed in the first tab');
  await textField(other, 'location').fill('Typed in the second tab');
  await expect(textField(page, 'location')).toHaveValue('Typed in the second tab');

  await expect(avatarIn(page)).toBeVisible();
  await other.close();
  await expect(avatarIn(page)).toBeHidden();
});
