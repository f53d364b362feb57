import { expect, test } from './back-office.ts';
import { make } from './bills.ts';

test('a payment and a bill open by a link, also in a new tab', async ({ page, backOffice }) => {
  const { orderId, billNumber } = await backOffice.paid();
  const bill = await make(backOffice.shop.stack);
  await backOffice.signIn(page);
  for (const [list, number, id] of [
    ['payments', billNumber, orderId],
    ['links', bill.bill_number, bill.id],
  ]) {
    await backOffice.open(page, String(list));
    const link = page.getByRole('link', { name: number, exact: true });
    await expect(link).toHaveAttribute('href', `/studio/payments/${list}/${id}`);
    const opened = page.context().waitForEvent('page');
    await link.click({ button: 'middle' });
    await expect((await opened).getByRole('heading', { name: `Bill ${number}` })).toBeVisible();
    await (await opened).close();
    await link.press('Enter');
    await expect(page.getByRole('heading', { name: `Bill ${number}` })).toBeFocused();
  }
});

test('a cheque that bounced shows its day in list and details, and the bank’s note', async ({
  page,
  backOffice,
}) => {
  const bill = await make(backOffice.shop.stack, { amount: '50000' });
  await backOffice.signIn(page);
  await backOffice.open(page, `links/${bill.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Record Cheque' }).click();
  await dialog.getByLabel('Day').fill('2026-04-01');
  await dialog.getByLabel('Cheque number').fill('004512');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Bounced …' }).click();
  await dialog.getByLabel('Date at the bank').fill('2026-04-07');
  await dialog.getByLabel('Reason on the bank’s memo').fill('Funds insufficient');
  await dialog.getByRole('button', { name: 'Cheque bounced' }).click();
  const detail = (term: string) => page.locator('dt', { hasText: term }).locator('..');
  await expect(detail('Bounced')).toContainText('7 Apr 2026');
  await expect(detail('Bank’s memo')).toContainText('Funds insufficient');
  await backOffice.open(page, 'links');
  const row = page.getByRole('row').filter({ hasText: bill.bill_number });
  await expect(row).toContainText('7 Apr 2026');
});

test('TDS requires a section of the Act in force on its day, and an unusual rate asks for confirmation', async ({
  page,
  backOffice,
}) => {
  const bill = await make(backOffice.shop.stack, { amount: '118000' });
  await backOffice.signIn(page);
  await backOffice.open(page, `links/${bill.id}`);
  await page.getByRole('button', { name: 'Record TDS' }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByLabel('Deducted from');
  await dialog.getByLabel('Day').fill('2026-03-31');
  await choice.selectOption('Contract of a company, 2%: 194C');
  await expect(dialog.getByLabel('Section of the Income-tax Act 1961')).toHaveValue('194C');
  await expect(dialog.getByLabel('Number of Form 16A')).toBeVisible();
  // A day of the other Act empties the section.
  await dialog.getByLabel('Day').fill('2026-04-01');
  const section = dialog.getByLabel('Section of the Income-tax Act 2025');
  await expect(section).toHaveValue('');
  await expect(dialog.getByLabel('Number of Form 131')).toBeVisible();
  await dialog.getByLabel('Rupees').fill('8,614');
  await dialog.getByLabel('Per cent').fill('10');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText('Is that right?')).toBeFocused();
  await dialog.getByRole('button', { name: 'Yes, record it' }).click();
  // A confirmation is not an error; a missing section is.
  await expect(section).toHaveAttribute('aria-invalid', 'true');
  await choice.selectOption('Professional fees, 10%: 393(1) Table 6(iii)D(b), code 1027');
  await expect(dialog.getByLabel('Per cent')).toHaveValue('10');
  await dialog.getByLabel('Rupees').fill('10,000');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('6(iii)D(b), code 1027, 10%')).toBeVisible();
});
