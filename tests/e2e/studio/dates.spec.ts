import { daysFromToday, today } from '#schemas/days.ts';
import { chooseAction, expect, openDocument, publish, test, testimonial, textField } from './studio.ts';

test('names invalid dates, and does not schedule them', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-dates'));
  await openDocument(page, 'testimonial', 'test-dates');
  await textField(page, 'role').fill('Scheduled for later');
  await chooseAction(page, 'Schedule publish');
  const dialog = page.getByRole('dialog');
  const time = dialog.getByTestId('date-input');
  const confirm = page.getByTestId('confirm-button');
  const problem = dialog.getByText('Enter a date and time in the future');
  await expect(time).toHaveValue(/^\w{3} \d+, \d{4} \d\d:[03]0$/);
  await expect(problem).toBeHidden();
  await expect(confirm).toBeEnabled();
  for (const written of ['27/11/2030 09:00', 'Nov 27, 2030 9:00 AM', 'tomorrow']) {
    await time.fill(written);
    await time.press('Enter');
    await expect(problem, written).toContainText('for example');
    await expect(confirm, written).toBeDisabled();
  }
  await time.fill('Jan 5, 2031 09:00');
  await time.press('Enter');
  await expect(problem).toBeHidden();
  await expect(confirm).toBeEnabled();
});

test('shows HR the date format, and allows closing an opening on its first day', async ({
  page,
  content,
}) => {
  const id = 'test-dated';
  const model = await content.getDocument('jobOpening-content-writer');
  const slug = { _type: 'slug', current: id };
  await content.createOrReplace({ ...model, _id: id, _type: 'jobOpening', slug, datePosted: today() });
  await openDocument(page, 'jobOpening', id);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const until = textField(page, 'validThrough');
  await until.fill('31 December 2026');
  await until.press('Enter');
  await textField(page, 'order').fill('7');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Enter the date as year, month and day, for example 2026-12-31.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await until.fill(daysFromToday(-1));
  await until.press('Enter');
  await publish(page);
  await expect.poll(() => content.getDocument(id)).toMatchObject({ validThrough: daysFromToday(-1) });
});
