import type { Page } from '@playwright/test';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { clicksOf } from './handbook.ts';
import {
  beginPreview,
  chooseAction,
  expect,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
  visit,
} from './studio.ts';

const tomorrow = () => addDays(dayInIndia(Date.now()), 1);
const at = (day: string, time: string) => new Date(startOfDay(day, time)).toISOString();
const scheduledAt = '*[_type == "system.release" && state == "scheduled"][0].publishAt';
const dayRow = (page: Page, day: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`time[datetime="${day}"]`) });

/** Opens the month of a day, which is this month or the next. */
async function openMonth(page: Page, day: string) {
  await visit(page, '/studio/start/calendar');
  if (day.slice(0, 7) !== dayInIndia(Date.now()).slice(0, 7))
    await page
      .getByRole('button', { name: / \d{4}$/ })
      .last()
      .click();
}

test('a schedule is moved in the form, with a button, and by dragging', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-calendar'));
  await openDocument(page, 'testimonial', 'test-calendar');
  await textField(page, 'role').fill('Scheduled in the calendar');
  await chooseAction(page, 'Schedule publish');
  const date = page.getByRole('dialog').getByTestId('date-input');
  await expect(date).toBeFocused();
  await page.keyboard.type('tomorrow 9:00');
  await page.getByTestId('confirm-button').click();
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(tomorrow(), '09:00'));
  await page.getByRole('button', { name: 'Move to …', exact: true }).click();
  await expect(date).toBeFocused();
  await page.keyboard.type('tomorrow 10:00');
  await page.keyboard.press('Enter');
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(tomorrow(), '10:00'));

  await visit(page, '/studio/start');
  await expect(page.getByRole('region', { name: 'Scheduled' })).toContainText('10:00 am · Goes live');
  await openMonth(page, tomorrow());
  const row = dayRow(page, tomorrow());
  await expect(row).toContainText('10:00 am · Goes live');
  const { click, count } = clicksOf();
  await click(row.getByRole('button', { name: /^Move “.*” to/ }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Goes live on').fill('yesterday 9:00');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a time in the future')).toBeVisible();
  await dialog.getByLabel('Goes live on').fill('tomorrow 16:30');
  await click(dialog.getByRole('button', { name: 'Move', exact: true }));
  expect(count(), 'clicks').toBeLessThanOrEqual(2);
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(tomorrow(), '16:30'));
  await expect(row).toContainText('4:30 pm · Goes live');

  const last = page.locator('li:has(> * time)').last();
  const day = (await last.locator('time').getAttribute('datetime')) ?? '';
  await row.locator('[draggable=true]').dragTo(last);
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(day, '16:30'));
});

test('a page is ended with its redirect, which is required', async ({ page, content, stack }) => {
  await openDocument(page, 'page', 'page-prices');
  const { click, count } = clicksOf();
  await click(page.getByRole('tab', { name: 'Settings' }));
  // A form that still loads takes no letters.
  await expect(textField(page, 'end.at')).toBeEditable();
  await click(textField(page, 'end.at'));
  await textField(page, 'end.at').fill('1 Dec 2040, 9:00 am');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Then visitors go to');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await click(textField(page, 'end.redirect'));
  await textField(page, 'end.redirect').fill('/contact');
  await click(page.getByTestId('action-publish'));
  expect(count(), 'clicks').toBeLessThanOrEqual(4);
  await expect
    .poll(() => content.getDocument('page-prices'))
    .toMatchObject({ end: { at: '2040-12-01T03:30:00.000Z', redirect: '/contact' } });
  await expect(page.getByText('Ends on 1 Dec 2040, 9:00 am: the address leads to /contact.')).toBeVisible();

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

test.describe('an editor', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  test('sees no payment links, and does not request them', async ({ page, stack }) => {
    await signIn(page, stack, 'Editor');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visit(page, '/studio/start/calendar');
    await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible();
    await expect(page.locator('time').first()).toBeVisible();
    expect(requests.filter((url) => url.includes('/api/payments'))).toEqual([]);
  });
});
