import { timeouts } from '../../support/timeouts.ts';
import { beginPreview, expect, openDocument, publish, repeatUntil, test, textField } from './studio.ts';

test('a page is ended with its redirect, which is required', async ({ page, content, stack }) => {
  await openDocument(page, 'page', 'page-prices');
  await page.getByRole('tab', { name: 'Settings' }).click();
  // A form that still loads takes no letters.
  await expect(textField(page, 'end.at')).toBeEditable();
  await textField(page, 'end.at').fill('01/12/2040 09:00');
  await textField(page, 'end.at').blur();
  await expect(page.getByTestId('action-publish')).toBeDisabled();
  await repeatUntil(
    () => content.fetch('*[_id == "drafts.page-prices"][0].end.redirect == "/contact"'),
    () => textField(page, 'end.redirect').fill('/contact', { timeout: timeouts.attempt }),
  );
  await publish(page);
  await expect
    .poll(() => content.getDocument('page-prices'))
    .toMatchObject({ end: { at: '2040-12-01T03:30:00.000Z', redirect: '/contact' } });

  await content.patch('page-prices').set({ 'end.at': new Date().toISOString() }).commit();
  await expect
    .poll(async () => (await fetch(`${stack.siteUrl}/prices`, { redirect: 'manual' })).status)
    .toBe(308);
  // A preview still shows the page, so that an editor can bring it back.
  await beginPreview(page, content, stack.siteUrl);
  await page.goto('/prices');
  await expect(page).toHaveURL(/\/prices$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
