import { daysFromToday, today } from '#schemas/days.ts';
import { chooseAction, expect, openDocument, publish, test, testimonial, textField } from './studio.ts';

test('schedules for a time in India as people write it, and names what it does not understand', async ({
  page,
  content,
}) => {
  await content.createOrReplace(testimonial('test-dates'));
  await openDocument(page, 'testimonial', 'test-dates');
  await textField(page, 'role').fill('Scheduled for later');
  await chooseAction(page, 'Schedule publish');
  const dialog = page.getByRole('dialog');
  const time = dialog.getByTestId('date-input');
  const confirm = page.getByTestId('confirm-button');
  await expect(time).toHaveValue(/^\d+ \w+ \d{4}, \d+:[03]0 [ap]m$/);
  await expect(dialog.getByText('Time in India')).toBeVisible();
  await expect(confirm).toBeEnabled();
  const problems = {
    '31/02/2031': 'There is no 31 February 2031.',
    '27/11/2030': 'Add the time, for example tomorrow 9:00',
    soon: '“soon” is not a date.',
  };
  for (const [written, problem] of Object.entries(problems)) {
    await time.fill(written);
    await time.press('Enter');
    await expect(dialog.getByText(problem)).toBeVisible();
    await expect(time).toHaveValue(written);
    await expect(confirm).toBeDisabled();
  }
  for (const written of ['27/11/2030 09:00', 'Nov 27, 2030 9:00 AM', '२७/११/२०३० ९:००']) {
    await time.fill(written);
    await time.press('Enter');
    await expect(time, written).toHaveValue('27 Nov 2030, 9:00 am');
    await expect(confirm, written).toBeEnabled();
  }
  await confirm.click();
  const scheduled = '*[_type == "system.release" && state == "scheduled"][0].publishAt';
  await expect.poll(() => content.fetch(scheduled)).toBe('2030-11-27T03:30:00.000Z');
});

test('reads the dates that HR writes, and closes an opening on its first day', async ({ page, content }) => {
  const id = 'test-dated';
  const model = await content.getDocument('jobOpening-content-writer');
  const slug = { _type: 'slug', current: id };
  await content.createOrReplace({ ...model, _id: id, _type: 'jobOpening', slug, datePosted: today() });
  await openDocument(page, 'jobOpening', id);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const until = textField(page, 'validThrough');
  await until.fill('31 Dezember 2030');
  await textField(page, 'order').fill('7');
  await expect(
    page.getByTestId('field-validThrough').getByText('“31 Dezember 2030” is not a date.'),
  ).toBeVisible();
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Open until');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(until).toHaveValue('31 Dezember 2030');
  await until.fill('31 December 2030');
  await until.press('Enter');
  await expect(until).toHaveValue('31 Dec 2030');
  await publish(page);
  await expect.poll(() => content.getDocument(id)).toMatchObject({ validThrough: '2030-12-31' });

  await page.getByRole('button', { name: 'Close this opening now' }).click();
  await page.getByRole('button', { name: 'Yes, close it' }).click();
  await expect(page.getByText('Closed, because the closing date has passed.')).toBeVisible();
  expect(await content.getDocument(id)).toMatchObject({ validThrough: daysFromToday(-1) });
});
