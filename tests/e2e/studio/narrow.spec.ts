import { timeouts } from '../../support/timeouts.ts';
import { expect, openDocument, repeatUntil, test, visit } from './studio.ts';

for (const width of [1280, 1440, 390])
  test(`a form with a rich text does not scroll sideways at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openDocument(page, 'article', 'article-how-to-read-a-tender-notice');
    const field = page.getByTestId('field-body');
    await field.scrollIntoViewIfNeeded();
    await expect(field.getByTestId('pt-editor')).toBeVisible();
    const overflow = () =>
      page.getByTestId('document-panel-scroller').evaluate((form) => {
        const { documentElement } = form.ownerDocument;
        return [form, documentElement].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      });
    await expect.poll(overflow).toEqual([0, 0]);
  });

test('a tap on a text of the preview opens its field on a phone, below the tabs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/studio/presentation?preview=/about');
  const heading = page.frameLocator('iframe').first().getByRole('heading', { level: 1 });
  const form = page.getByRole('tab', { name: 'Form' });
  await repeatUntil(
    async () => (await form.getAttribute('aria-selected')) === 'true',
    () => heading.click({ timeout: timeouts.attempt }),
  );
  const dialog = page.getByTestId('nested-object-dialog');
  await expect(dialog.locator('textarea[id$=".heading"]')).toBeFocused();
  // A trial fails if something else covers the button.
  await page.getByRole('tab', { name: 'Preview' }).click({ trial: true });
  await dialog.getByRole('button', { name: 'Close dialog' }).click();
  await expect(dialog).toBeHidden();
});
