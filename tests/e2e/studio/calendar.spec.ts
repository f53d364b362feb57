import type { Page } from '@playwright/test';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import {
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

test('a schedule is moved with a button, and by dragging', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-calendar'));
  await openDocument(page, 'testimonial', 'test-calendar');
  await textField(page, 'role').fill('Scheduled in the calendar');
  await chooseAction(page, 'Schedule publish');
  await page.getByRole('dialog').getByTestId('date-input').fill('tomorrow 9:00');
  await page.getByTestId('confirm-button').click();
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(tomorrow(), '09:00'));

  await openMonth(page, tomorrow());
  const row = dayRow(page, tomorrow());
  await expect(row).toContainText('9:00 am · Goes live');
  await row.getByRole('button', { name: /^Move “.*” to/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('date-input').fill('yesterday 9:00');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('Enter a time in the future')).toBeVisible();
  await dialog.getByTestId('date-input').fill('tomorrow 16:30');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(tomorrow(), '16:30'));
  await expect(row).toContainText('4:30 pm · Goes live');

  const last = page.locator('li:has(> * time)').last();
  const day = (await last.locator('time').getAttribute('datetime')) ?? '';
  await row.locator('[draggable=true]').dragTo(last);
  await expect.poll(() => content.fetch(scheduledAt)).toBe(at(day, '16:30'));
});

test('a page is ended with its redirect, which is required', async ({ page, content, stack }) => {
  await openDocument(page, 'page', 'page-prices');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await textField(page, 'end.at').fill('1 Dec 2040, 9:00 am');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Then visitors go to');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await textField(page, 'end.redirect').fill('/contact');
  await publish(page);
  await expect
    .poll(() => content.getDocument('page-prices'))
    .toMatchObject({ end: { at: '2040-12-01T03:30:00.000Z', redirect: '/contact' } });
  await expect(page.getByText('Ends on 1 Dec 2040, 9:00 am: the address leads to /contact.')).toBeVisible();

  await content.patch('page-prices').set({ 'end.at': new Date().toISOString() }).commit();
  await expect
    .poll(async () => (await fetch(`${stack.siteUrl}/prices`, { redirect: 'manual' })).status)
    .toBe(308);
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
