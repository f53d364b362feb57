import { daysFromToday, today } from '#schemas/days.ts';
import { timeZone } from '#web/contracts/india.ts';
import { chooseAction, expect, openDocument, publish, test, textField } from './studio.ts';

test('a change is scheduled for a time in India, also from abroad, and goes live then', async ({
  browser,
  signedIn,
  viewport,
  content,
  stack,
}) => {
  const abroad = await browser.newContext({
    baseURL: stack.siteUrl,
    storageState: signedIn,
    viewport,
    timezoneId: 'America/New_York',
  });
  const page = await abroad.newPage();
  const shown = '*[_id == "page-home"][0].sections[_type == "testimonials"][0].testimonials[0]._ref';
  const id = await content.fetch<string>(shown);
  const quote = 'We read it on the morning that was agreed.';
  await openDocument(page, 'testimonial', id);
  await textField(page, 'quote').fill(quote);
  await chooseAction(page, 'Schedule publish');
  const time = page.getByRole('dialog').getByTestId('date-input');
  const confirm = page.getByTestId('confirm-button');
  await time.fill('soon');
  await time.press('Enter');
  await expect(time).toHaveValue('');
  await expect(confirm).toBeDisabled();
  const inMinutes = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000)
      .toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
      .replace(/, (?=\d\d:)/, ' ');
  await time.fill(inMinutes(-5));
  await time.press('Enter');
  await expect(confirm).toBeDisabled();
  await time.fill(inMinutes(5));
  await time.press('Enter');
  await expect(confirm).toBeEnabled();
  await time.fill('Nov 27, 2030 09:00');
  await time.press('Enter');
  await confirm.click();
  const scheduled = '*[_type == "system.release" && state == "scheduled"][0]{name, publishAt}';
  await expect.poll(() => content.fetch(scheduled)).toMatchObject({ publishAt: '2030-11-27T03:30:00.000Z' });
  await expect(textField(page, 'quote')).toHaveValue(quote);

  const isLive = async () => (await (await fetch(stack.siteUrl)).text()).includes(quote);
  expect(await isLive()).toBe(false);
  const { name: releaseId } = await content.fetch<{ name: string }>(scheduled);
  await content.releases.unschedule({ releaseId });
  await content.releases.schedule({ releaseId, publishAt: new Date(Date.now() + 1000).toISOString() });
  await expect.poll(isLive).toBe(true);
});

test('an unreadable date cannot be published, and an opening closes on its first day', async ({
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
  await until.fill('31 Dezember 2030');
  await textField(page, 'order').fill('7');
  await expect(page.getByTestId('action-publish')).toBeDisabled();
  await expect(until).toHaveValue('31 Dezember 2030');
  await until.fill('31/12/2030');
  await until.press('Enter');
  await publish(page);
  await expect.poll(() => content.getDocument(id)).toMatchObject({ validThrough: '2030-12-31' });

  await page.getByRole('button', { name: 'Close this opening now' }).click();
  await page.getByRole('button', { name: 'Yes, close it' }).click();
  await expect(page.getByText('Closed, because the closing date has passed.')).toBeVisible();
  expect(await content.getDocument(id)).toMatchObject({ validThrough: daysFromToday(-1) });
});
