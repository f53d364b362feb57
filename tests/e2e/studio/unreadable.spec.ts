import { expect, openDocument, test, testimonial, textField, visit } from './studio.ts';

test('offers unsaved edits even if other entries cannot be read', async ({ page, content }) => {
  const id = 'test-unreadable';
  await content.createOrReplace(testimonial(id));
  await visit(page, '/studio/handbook');
  const { id: person } = await page.evaluate(async () => (await fetch('/lake/v1/users/me')).json());
  await page.evaluate(
    ({ key, at }) => {
      const edit = { at, rev: 'an earlier one', fields: { role: 'Typed before the crash' } };
      localStorage.setItem(`${key} unsaved 1`, JSON.stringify(edit));
      localStorage.setItem(`${key} unsaved 2`, JSON.stringify({ text: 'of an older shape' }));
      localStorage.setItem(`${key} unsaved 3`, '{"at": "cut o');
    },
    { key: `unsaved ${person} ${id}`, at: new Date().toISOString() },
  );
  await openDocument(page, 'testimonial', id);
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await expect(textField(page, 'role')).toHaveValue('Typed before the crash');
  // The browser retains a restored edit until the content lake has stored it.
  const unsavedCount = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(' unsaved ')).length);
  await expect.poll(unsavedCount).toBe(2);
});
