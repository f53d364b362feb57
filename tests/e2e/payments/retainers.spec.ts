import { dayInIndia } from '#web/contracts/india.ts';
import { expect, test } from './back-office.ts';
import { make } from './bills.ts';

test('finance repeats a bill, enters the number of the first one, and changes what comes next', async ({
  page,
  backOffice,
}) => {
  const { shop } = backOffice;
  const bill = await make(shop.stack, { name: 'Bharat Constructions', note: '' });
  await backOffice.signIn(page);
  await backOffice.open(page, `links/${bill.id}`);
  await page.getByRole('button', { name: 'Repeat every month …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Customer’s name')).toHaveValue('Bharat Constructions');
  await dialog.getByLabel('What for').fill('SEO');
  await dialog.getByLabel('Day of the month').fill(String(Number(dayInIndia(Date.now()).slice(8))));
  await dialog.getByLabel('Bill numbers').fill('INV-{no}');
  const set = dialog.getByRole('button', { name: 'Set retainer' });
  await set.click();
  await dialog.getByRole('button', { name: 'Yes, set and mail it' }).click();
  for (const label of ['E-mail address', 'Bill numbers'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('E-mail address').fill('accounts@bharat.example');
  await dialog.getByLabel('Bill numbers').fill('');
  await set.click();

  await expect(page.getByRole('heading', { name: 'Retainers', exact: true })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Bills of the next 45 days' }).locator('tbody tr');
  const due = rows.filter({ hasText: 'Enter the number' });
  await expect(due).toContainText('₹1,000.00');
  await due.getByRole('button', { name: 'Enter the number' }).click();
  const number = dialog.getByLabel('Bill number');
  const makeBill = dialog.getByRole('button', { name: 'Make and mail the bill' });
  await number.fill(bill.bill_number);
  await makeBill.click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await number.fill(`${bill.bill_number}-2`);
  await makeBill.click();
  await expect(due).toHaveCount(0);
  const next = rows.first();
  await next.getByRole('button', { name: 'Skip …' }).click();
  await next.getByRole('button', { name: /^Yes, no bill for/ }).click();
  await expect(next).toContainText('Skipped');
  await next.getByRole('button', { name: 'Plan again' }).click();
  await expect(next).toContainText('Planned');

  await next.getByRole('link', { name: 'SEO' }).click();
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
  await page.getByRole('link', { name: `${bill.bill_number}-2` }).click();
  await expect(page.getByText('SEO, ')).toBeVisible();
  await expect(page.getByRole('table', { name: 'E-mails about this bill' }).locator('tbody tr')).toHaveCount(
    1,
  );
  await backOffice.open(page, 'audit');
  await expect(page.getByRole('link', { name: 'Retainer', exact: true })).toHaveCount(7);
});
