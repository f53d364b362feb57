import { readFile } from 'node:fs/promises';
import { dayInIndia } from '#web/contracts/india.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { gatewayOrder, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import { timeouts } from '../../support/timeouts.ts';
import { expect, lastMonth, test } from './back-office.ts';
import { make } from './bills.ts';

test('finance sees only payments after sign-in, and finds a payment by anything a caller can quote', async ({
  page,
  backOffice,
}) => {
  const vpa = 'asha.verma@okicici';
  const { billNumber, orderId, paymentId } = await backOffice.paid({
    customerName: 'आशा Verma',
    customerPhone: '9123456780',
    vpa,
  });
  await backOffice.paid();
  const [payment] = await backOffice.shop.paymentsOfOrder(orderId);

  await backOffice.signIn(page);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  for (const tool of ['Content', 'Preview', 'Query', 'Launch checklist'])
    await expect(page.getByTestId('studio-navbar').getByRole('link', { name: tool })).toHaveCount(0);

  await backOffice.open(page, 'payments');
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const quoted = [
    billNumber.toLowerCase(),
    'आशा',
    '+91 91234 56780',
    String(payment?.reference),
    vpa,
    orderId,
    paymentId,
  ];
  for (const text of quoted) {
    await page.getByLabel('Search', { exact: true }).fill('nobody has this');
    await expect(page.getByText('No payment matches.')).toBeVisible();
    await page.getByLabel('Search', { exact: true }).fill(text);
    await expect(rows, text).toHaveCount(1);
    await expect(rows).toContainText(billNumber);
    expect(decodeURIComponent(page.url())).not.toContain(text);
  }
  // Going back from the payment restores the search.
  await rows.getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Bill ${billNumber}` })).toBeFocused();
  await expect(page.getByText(vpa)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue(paymentId);
  await expect(rows).toHaveCount(1);
});

test('a large refund waits for a second person, and is processed after approval', async ({
  page,
  browser,
  backOffice,
}) => {
  const { orderId } = await backOffice.paid({ amount: 5000 });
  const content = await backOffice.publishPolicy();
  await backOffice.signIn(page);
  await backOffice.open(page, `payments/${orderId}`);

  const open = page.getByRole('button', { name: 'Refund …' });
  const dialog = page.getByRole('dialog');
  const refund = (amount: string) => dialog.getByRole('button', { name: `Refund ${amount} …` });
  // With the keyboard only; closing restores the focus.
  await open.press('Enter');
  await expect(dialog.getByRole('radio', { name: /^Refund under the policy/ })).toBeChecked();
  // As published, less the gateway's fee of 2% and its tax.
  await expect(dialog).toContainText(
    'Before the project starts: Full refund, minus a 5% processing fee, less ₹118.00 for gateway fees',
  );
  await expect(refund('₹4,632.00')).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  // If an editor changes the table, both the page and the proposal change.
  const row = 'sections[0].body[1].rows[0]';
  const terms = { [`${row}.percent`]: 90, [`${row}.detail`]: 'Full refund, minus a 10% processing fee' };
  await content.patch('policy-refund-policy').set(terms).commit();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Full refund, minus a 10% processing fee');
  await expect(refund('₹4,382.00')).toBeEnabled();
  await dialog.getByLabel('Start of the project').fill(dayInIndia(Date.now() - 8 * 24 * 3_600_000));
  await dialog.getByLabel('Start of the project').blur();
  await expect(dialog).toContainText('After 7 days, but before 30 days: 40% of the advance');
  await expect(refund('₹1,882.00')).toBeEnabled();
  await dialog.getByLabel('Half').check();
  await expect(refund('₹2,500.00')).toBeEnabled();
  await dialog.getByLabel('Everything').check();
  await expect(refund('₹5,000.00')).toBeEnabled();
  await dialog.getByLabel('Another amount').check();
  await expect(dialog.getByLabel('Rupees')).toBeFocused();
  await page.keyboard.type('5000.01');
  await expect(dialog).toContainText('Enter an amount from ₹1.00 to ₹5,000.00');
  await expect(dialog.getByRole('button', { name: 'Refund …' })).toBeDisabled();
  await dialog.getByLabel('Half').check();
  await dialog.getByLabel('Reason').fill('Cancelled before the project began');
  const yes = dialog.getByRole('button', { name: 'Yes, refund ₹2,500.00' });
  // Enter asks for confirmation; pressing Enter again, or double-clicking, does not confirm.
  await refund('₹2,500.00').press('Enter');
  await expect(dialog.getByText('Refund ₹2,500.00 to Asha Verma?')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(yes).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(refund('₹2,500.00')).toBeFocused();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Cancelled before the project began');
  await refund('₹2,500.00').dblclick();
  await dialog.getByLabel('Half').check();
  expect(await backOffice.shop.ledger.selectFrom('refund_requests').selectAll().execute()).toEqual([]);
  await refund('₹2,500.00').press('Enter');
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByText('Somebody else must approve it')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  const second = await (await browser.newContext()).newPage();
  await backOffice.signIn(second, 'Administrator');
  await second.getByRole('link', { name: /to review in Payments/ }).click();
  const hand = second.getByRole('listitem').filter({ hasText: 'A refund is waiting for approval' });
  await hand.getByRole('link', { name: 'Open the payment' }).click();
  await second.getByRole('button', { name: 'Approve ₹2,500.00' }).click();
  await second.getByRole('button', { name: 'Yes, refund ₹2,500.00 to Asha Verma' }).click();
  await expect(second.getByText('Processed', { exact: true })).toBeVisible();
  await expect(second.getByText('Approved by')).toBeVisible();
  await backOffice.open(second, 'audit');
  await expect(second.getByRole('row').filter({ hasText: orderId })).toHaveCount(2);
  await second.context().close();
});

test('a refund is followed until it fails, and then becomes an action item', async ({ page, backOffice }) => {
  const { orderId, paymentId } = await backOffice.paid();
  await backOffice.shop.sandbox('PUT', '/sandbox/account', { refunds: 'pending' });
  await backOffice.signIn(page);
  await backOffice.open(page, `payments/${orderId}`);
  await page.getByRole('button', { name: 'Refund …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Another amount').check();
  await dialog.getByLabel('Rupees').fill('500');
  await dialog.getByLabel('Reason').fill('A part of the work was left out');
  await dialog.getByRole('button', { name: 'Refund ₹500.00 …' }).click();
  await dialog.getByRole('button', { name: 'Yes, refund ₹500.00' }).click();
  await expect(page.getByText('Pending at Razorpay')).toBeVisible();
  await backOffice.shop.sandbox('DELETE', '/sandbox/account');

  const { items } = await backOffice.shop.sandbox('GET', `/v1/payments/${paymentId}/refunds`);
  await backOffice.shop.sandbox('POST', `/sandbox/refunds/${items[0].id}`, { status: 'failed' });
  // The page refreshes itself.
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();
  await backOffice.open(page, 'today');
  const hand = page.getByRole('listitem').filter({ hasText: 'A refund failed' });
  await expect(hand.filter({ hasText: '₹500.00' })).toBeVisible();
});

test('a dispute shows its deadline, and unexplained money is closed with a note', async ({
  page,
  backOffice,
}) => {
  const { paymentId, billNumber } = await backOffice.paid();
  const respond_by = Math.floor(Date.now() / 1000) + 3 * 24 * 3600;
  await backOffice.shop.sandbox('POST', '/sandbox/disputes', { payment_id: paymentId, respond_by });
  const order = { amount: 777_700, currency: 'INR', capture: 'automatic' };
  const { id: order_id } = await backOffice.shop.sandbox('POST', '/sandbox/orders', order);
  const stray = await backOffice.shop.sandbox('POST', '/sandbox/payments', { order_id });
  const recorded = async () =>
    (
      await backOffice.shop.ledger
        .selectFrom('entries')
        .select('subject')
        .where('kind', '=', 'unexplained')
        .execute()
    ).length;
  await expect.poll(recorded).toBe(1);

  await backOffice.signIn(page);
  await backOffice.open(page, 'today');
  const unexplained = page.getByRole('listitem').filter({ hasText: 'Money that matches no order' });
  await expect(unexplained).toContainText('₹7,777.00');
  await unexplained.getByRole('button', { name: 'Close it with a note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toContainText('Say what it was');
  await dialog.getByLabel('Note').fill('A payment link of the old site');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(unexplained).toHaveCount(0);
  expect(stray.razorpay_payment_id).toMatch(/^pay_/);

  const dispute = page.getByRole('listitem').filter({ hasText: 'A customer disputes a payment' });
  await expect(dispute).toContainText('Answer due in 3 days');
  await dispute.getByRole('link', { name: 'Open the payment' }).click();
  await expect(page.getByRole('heading', { name: `Bill ${billNumber}` })).toBeVisible();
  await expect(page.getByText(/^in 3 days \(/)).toBeVisible();
});

test('from a payment to its settlement and back, and a month as a file', async ({ page, backOffice }) => {
  const { orderId, billNumber } = await backOffice.paid({ amount: 2000 });
  const settlement = await backOffice.shop.sandbox('POST', '/sandbox/settlements', {});
  await backOffice.sweep();
  await backOffice.signIn(page);
  await expect(async () => {
    await backOffice.open(page, `payments/${orderId}`);
    await expect(page.getByText(`UTR ${settlement.utr}`)).toBeVisible({ timeout: timeouts.attempt });
  }).toPass();
  await page.getByRole('link', { name: settlement.id }).first().click();
  await expect(page.getByRole('heading', { name: `Settlement ${settlement.id}` })).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: billNumber });
  await expect(line).toContainText('₹1,952.80');
  await line.getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Bill ${billNumber}` })).toBeVisible();
  await backOffice.open(page, 'settlements');
  await expect(page.getByRole('row').filter({ hasText: settlement.utr })).toBeVisible();

  // Also by the bank's reference of the transfer.
  await backOffice.open(page, 'payments');
  await page.getByLabel('Search', { exact: true }).fill(settlement.utr);
  await expect(page.getByRole('table', { name: 'Payments' }).locator('tbody')).toContainText(billNumber);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payments-20\d\d-\d\d-01-20\d\d-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"${billNumber}"`);
});

test('a receipt is mailed, listed as a message, and sent again', async ({ page, backOffice }) => {
  const { orderId, billNumber } = await backOffice.paid();
  await backOffice.signIn(page);
  await backOffice.open(page, `payments/${orderId}`);
  await page.getByRole('button', { name: 'E-mail the receipt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('no address');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toContainText('Enter a valid e-mail address');
  await dialog.getByLabel('E-mail address').fill('asha@example.com');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toHaveCount(0);

  await backOffice.open(page, 'messages');
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  const sent = page.getByRole('row').filter({ hasText: billNumber }).filter({ hasText: 'asha@example.com' });
  await expect(sent).toHaveCount(1);
  await sent.getByRole('button', { name: /^Receipt/ }).click();
  // The payer typed the number, and the address may be somebody else's.
  await expect(dialog).toContainText('Receipt for your bill');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(sent).toHaveCount(2);
});

test('shows an error and a retry for: no data yet, offline, too many requests, a failure', async ({
  page,
  backOffice,
}) => {
  await backOffice.signIn(page);
  await backOffice.open(page, 'today');
  let failure: { status: number; error: string } | undefined;
  await page.route('**/api/payments/audit', (route) =>
    failure
      ? route.fulfill({ status: failure.status, json: { error: failure.error } })
      : route.abort('internetdisconnected'),
  );
  await backOffice.open(page, 'audit');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toContainText('The site is not responding');
  for (const status of [429, 503]) {
    failure = { status, error: `Error of the site: ${status}` };
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toContainText(failure.error);
  }
  failure = { status: 403, error: 'Only finance and administrators can see payments.' };
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText(failure.error);
  await expect(alert.getByRole('button')).toHaveCount(0);
});

test('everything fits on a phone', async ({ page, backOffice }) => {
  const { orderId } = await backOffice.paid({
    customerName: 'Venkatanarasimharajuvaripeta Krishnamoorthy Balasubramaniam and Sons Private Limited',
    billNumber: `INV/2026-27/GURUGRAM/DIGITAL-MARKETING/${String(Date.now()).slice(-8)}`,
  });
  await page.setViewportSize({ width: 320, height: 800 });
  await backOffice.signIn(page);
  for (const path of ['today', 'payments', `payments/${orderId}`]) {
    await backOffice.open(page, path);
    const table = page.locator('.staff-tool table, .staff-tool dl').first();
    await expect(table).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(320);
  }
});

test('a cheque takes four clicks, moving money two, closing a month two, a statement three', async ({
  page,
  backOffice,
}) => {
  const { ledger, stack } = backOffice.shop;
  const bill = await make(stack, { amount: '50000', name: 'Bharat Constructions' });
  const october = Date.parse('2026-10-12T06:30:00Z');
  const old = await insertOrder(
    ledger,
    gatewayOrder(),
    { ...paidBill, billNumber: 'OCT-1' },
    { now: october },
  );
  await recordPayment(ledger, payment(old.id, { createdAt: october / 1000 }), 'webhook', october);
  const stray = {
    kind: 'unexplained',
    subject: 'pay_StrayMoney0001',
    amount: 1_000_000,
    currency: 'INR',
  } as const;
  await addEntries(ledger, [{ ...stray, payment_id: stray.subject }], 'webhook', Date.now());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await backOffice.signIn(page);
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await page.getByRole(role, { name, exact: true }).click();
    clicks += 1;
  };

  await click('Payment links', 'link');
  await click(bill.bill_number, 'link');
  await click('Record Cheque');
  await page.getByLabel('Cheque number').fill('004512');
  await page.getByLabel('Rupees').fill('20,000');
  await click('Record');
  await expect(page.getByText('Received, not yet cleared', { exact: true })).toBeVisible();
  expect(clicks).toBe(4);

  clicks = 0;
  await backOffice.open(page, 'today');
  await click(`Move to a bill: ${stray.subject}`);
  await page.getByLabel('Bill number').fill(bill.bill_number);
  await click('Move');
  await expect(page.getByText(stray.subject)).toHaveCount(0);
  expect(clicks).toBe(2);

  clicks = 0;
  await click(`Close ${lastMonth}`);
  await click(`Yes, close ${lastMonth}`);
  await expect(page.getByText(`${lastMonth} is closed, by `)).toBeVisible();
  expect(clicks).toBe(2);

  clicks = 0;
  await click('Payment links', 'link');
  await click(bill.bill_number, 'link');
  await click('Copy link to the customer’s statement');
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible();
  expect(clicks).toBe(3);
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('heading', { name: 'Statement of account' })).toBeVisible();
  await expect(page.getByText('Moved from another payment')).toBeVisible();
  await expect(page.getByText('We have received cheques for ₹20,000.00')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
