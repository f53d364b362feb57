import { dayInIndia } from '#web/contracts/india.ts';
import { expect, test } from './back-office.ts';

test('finance sets a retainer, enters the number of its first bill, and changes what comes next', async ({
  page,
  backOffice,
}) => {
  await backOffice.signIn(page);
  await backOffice.open(page, 'retainers');
  await page.getByRole('button', { name: 'Set a retainer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer’s name').fill('Bharat Constructions');
  await dialog.getByLabel('Mobile number').fill('9876543210');
  await dialog.getByLabel('What for').fill('SEO');
  await dialog.getByLabel('Rupees a month').fill('1,000');
  await dialog.getByLabel('First month').selectOption({ index: 0 });
  await dialog.getByLabel('Day of the month').fill(String(Number(dayInIndia(Date.now()).slice(8))));
  await dialog.getByLabel('Bill numbers').fill('INV-{no}');
  const set = dialog.getByRole('button', { name: 'Set retainer' });
  await set.click();
  for (const label of ['E-mail address', 'Bill numbers'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('E-mail address').fill('accounts@bharat.example');
  await dialog.getByLabel('Bill numbers').fill('');
  await set.click();

  const rows = page.getByRole('table', { name: 'Bills of the next 45 days' }).locator('tbody tr');
  const due = rows.filter({ hasText: 'Enter the number' });
  await expect(due).toContainText('₹1,000.00');
  await due.getByRole('button', { name: 'Enter the number' }).click();
  const number = dialog.getByLabel('Bill number');
  const makeBill = dialog.getByRole('button', { name: 'Make and mail the bill' });
  await makeBill.click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await number.fill('HAND-1');
  await makeBill.click();
  await expect(due).toHaveCount(0);
  const count = await rows.count();
  await rows.first().getByRole('button', { name: 'Skip …' }).click();
  await rows
    .first()
    .getByRole('button', { name: /^Yes, no bill for/ })
    .click();
  await expect(rows).toHaveCount(count - 1);

  await page.getByRole('table', { name: 'All retainers' }).getByRole('link', { name: 'SEO' }).click();
  await page.getByRole('button', { name: 'Change the amount …' }).click();
  await dialog.getByLabel('Rupees a month').fill('1,500');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  // The bill of this month is made.
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('From').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText(/, ₹1,500\.00 from/)).toBeVisible();
  for (const [action, yes, then] of [
    ['Pause …', 'Yes, make no bills until I resume', 'Paused'],
    ['Resume …', 'Yes, make bills again from today', 'Active'],
    ['End …', 'Yes, make no more bills', 'Ended'],
  ] as const) {
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('button', { name: yes }).click();
    await expect(page.getByText(then, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'HAND-1' }).click();
  await expect(page.getByText('SEO, ')).toBeVisible();
  await expect(page.getByRole('table', { name: 'E-mails about this bill' }).locator('tbody tr')).toHaveCount(
    1,
  );
  await backOffice.open(page, 'audit');
  await expect(page.getByRole('link', { name: 'Retainer', exact: true })).toHaveCount(6);
});
