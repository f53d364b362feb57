import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { newBill } from '../../integration/payments/shop.ts';
import { timeouts } from '../../support/timeouts.ts';
import { expect, lastMonth, test } from './back-office.ts';
import { make } from './bills.ts';

test('finance finds a payment, asks Razorpay about it and exports the list', async ({ page, backOffice }) => {
  const { shop } = backOffice;
  // Nobody reports this payment, and the site cannot find it yet.
  await shop.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
  const bill = newBill({ customerName: 'आशा Verma' });
  const { json: order } = await shop.create(bill);
  await shop.pay(order.orderId);
  const billNumber = String(bill.billNumber);

  await backOffice.signIn(page);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await backOffice.open(page, 'payments');
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  const search = page.getByLabel('Search', { exact: true });
  await search.fill('nobody has this');
  await expect(page.getByText('No payment matches.')).toBeVisible();
  await search.fill(billNumber.toLowerCase());
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Not attempted');
  expect(decodeURIComponent(page.url())).not.toContain(billNumber.toLowerCase());

  await rows.getByRole('link', { name: billNumber }).click();
  await expect(page.getByRole('heading', { name: `Bill ${billNumber}` })).toBeFocused();
  await shop.clearFaults();
  await page.getByRole('button', { name: 'Ask Razorpay now' }).click();
  const receipt = page.getByRole('link', { name: 'Open receipt to print' });
  await expect(receipt).toHaveAttribute('href', /\/pay-online\/receipt\/[\w-]+$/);
  // Going back from the payment restores the search.
  await page.goBack();
  await expect(search).toHaveValue(billNumber.toLowerCase());
  await expect(rows).toContainText('Paid');
  await page.getByLabel('Status').selectOption({ label: 'Refunded' });
  await expect(page.getByText('No payment matches.')).toBeVisible();
  expect(page.url()).toContain('refunded');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payments-20\d\d-\d\d-01-20\d\d-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"${billNumber}"`);
});

test('a large refund waits for a second person, and is processed after approval', async ({
  page,
  browser,
  backOffice,
}) => {
  const { orderId, paymentId } = await backOffice.paid({ amount: 5000 });
  const { shop } = backOffice;
  await shop.sandbox('PUT', '/sandbox/account', { refunds: 'pending' });
  await backOffice.signIn(page);
  await backOffice.open(page, `payments/${orderId}`);

  const open = page.getByRole('button', { name: 'Refund …' });
  const dialog = page.getByRole('dialog');
  const refund = (amount: string) => dialog.getByRole('button', { name: `Refund ${amount} …` });
  await open.press('Enter');
  const amount = dialog.getByLabel('Rupees');
  await expect(amount).toBeFocused();
  await amount.fill('5000.01');
  await expect(dialog).toContainText('Enter an amount from ₹1.00 to ₹5,000.00');
  await expect(dialog.getByRole('button', { name: 'Refund …' })).toBeDisabled();
  await amount.fill('2,500');
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
  await expect(yes).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(amount).toBeVisible();
  expect(await shop.ledger.selectFrom('refund_requests').selectAll().execute()).toEqual([]);
  await refund('₹2,500.00').press('Enter');
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  const second = await (await browser.newContext()).newPage();
  await backOffice.signIn(second, 'Administrator');
  await second.getByRole('link', { name: /to review in Payments/ }).click();
  const item = second.getByRole('listitem').filter({ hasText: 'A refund is waiting for approval' });
  await item.getByRole('link', { name: 'Open the payment' }).click();
  await second.getByRole('button', { name: 'Approve ₹2,500.00' }).click();
  await second.getByRole('button', { name: 'Yes, refund ₹2,500.00 to Asha Verma' }).click();
  await expect(second.getByText('Pending at Razorpay')).toBeVisible();
  await shop.sandbox('DELETE', '/sandbox/account');
  const { items } = await shop.sandbox('GET', `/v1/payments/${paymentId}/refunds`);
  await shop.sandbox('POST', `/sandbox/refunds/${items[0].id}`, { status: 'processed' });
  // The page refreshes itself.
  await expect(second.getByText('Processed', { exact: true })).toBeVisible();
  await second.context().close();
});

test('items of Today lead to a disputed payment, are closed with a note, and are marked as reviewed', async ({
  page,
  backOffice,
}) => {
  const { shop } = backOffice;
  const { paymentId, billNumber } = await backOffice.paid();
  const respond_by = Math.floor(Date.now() / 1000) + 3 * 24 * 3600;
  await shop.sandbox('POST', '/sandbox/disputes', { payment_id: paymentId, respond_by });
  await backOffice.leaveWork('pay_Today000000001');
  const twice = await backOffice.paid();
  const again = await backOffice.paid({ billNumber: twice.billNumber, customerPhone: '9000000001' });
  const known = async () => {
    const { actionItems } = await shop.readAsStaff('/today');
    return actionItems.map(({ kind }: { kind: string }) => kind);
  };
  await expect.poll(known).toEqual(expect.arrayContaining(['dispute', 'unexplained', 'second']));

  await backOffice.signIn(page);
  await backOffice.open(page, 'today');
  const unexplained = page.getByRole('listitem').filter({ hasText: 'Money that matches no order' });
  await expect(unexplained).toContainText('₹10,000.00');
  await unexplained.getByRole('button', { name: 'Close it with a note' }).click();
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close', exact: true });
  await close.click();
  await expect(dialog.getByLabel('Note')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Note').fill('A payment link of the old site');
  await close.click();
  await expect(unexplained).toHaveCount(0);

  const dispute = page.getByRole('listitem').filter({ hasText: 'A customer disputes a payment' });
  await expect(dispute).toContainText('Answer due in 3 days');
  await dispute.getByRole('link', { name: 'Open the payment' }).click();
  await expect(page.getByRole('heading', { name: `Bill ${billNumber}` })).toBeVisible();
  await expect(page.getByText(/^in 3 days \(/)).toBeVisible();

  await backOffice.open(page, `payments/${again.orderId}`);
  const review = page.getByRole('button', { name: 'Mark as reviewed' });
  await review.click();
  await page.getByRole('button', { name: 'Yes, mark as reviewed' }).click();
  await expect(review).toHaveCount(0);
  const { acts } = await shop.readAsStaff('/audit');
  expect(acts[0]).toMatchObject({ act: 'surplus.settled', subject: again.orderId });
});

test('from a payment to its settlement and back', async ({ page, backOffice }) => {
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
});

test('a receipt is mailed, listed as a message, and sent again', async ({ page, backOffice }) => {
  const { orderId, billNumber } = await backOffice.paid();
  await backOffice.signIn(page);
  await backOffice.open(page, `payments/${orderId}`);
  await page.getByRole('button', { name: 'E-mail the receipt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('asha@example');
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

test('every action works with the keyboard alone, and the focus is never lost', async ({
  page,
  backOffice,
}) => {
  const { stack } = backOffice.shop;
  const { billNumber } = await backOffice.paid({ amount: 900 });
  const stray = 'pay_Keyboard000001';
  await backOffice.leaveWork(stray);
  const bill = await make(stack, { amount: '50000', name: 'Bharat Constructions' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await backOffice.signIn(page);
  await backOffice.open(page, 'today');
  await page.waitForLoadState('networkidle');

  const dialog = page.getByRole('dialog');
  const heading = page.getByRole('heading', { level: 1 });
  const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** Moves the focus with Tab to an element that must show its focus, or back if the element is above. */
  const tabTo = async (target: Locator, key = 'Tab') => {
    await expect(target).toBeVisible();
    for (let times = 0; times < 80 && !(await hasFocus(target)); times++) await page.keyboard.press(key);
    await expect(target).toBeFocused();
    const isSeen = await target.evaluate((one) => {
      const { boxShadow, outlineStyle } = getComputedStyle(one);
      const parts = [one, one.nextElementSibling].map((part) => part && getComputedStyle(part).boxShadow);
      return outlineStyle !== 'none' || [boxShadow, ...parts].some((shadow) => shadow && shadow !== 'none');
    });
    expect(isSeen, `the focus of ${target}`).toBe(true);
  };
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(target);
    await page.keyboard.press(key);
  };

  await test.step('unexplained money is moved to a bill, and its card disappears', async () => {
    await press(button(`Move to a bill: ${stray}`));
    await expect(page.getByLabel('Bill number')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(`Move to a bill: ${stray}`)).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.type(bill.bill_number);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button(`Move to a bill: ${stray}`)).toHaveCount(0);
    await expect(heading).toBeFocused();
  });

  await test.step('a month is closed', async () => {
    await press(button(`Close ${lastMonth}`));
    await tabTo(button('No'), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(button(`Close ${lastMonth}`)).toBeFocused();
    await page.keyboard.press('Enter');
    await press(button(`Yes, close ${lastMonth}`));
    await expect(page.getByText(`${lastMonth} is closed, by `)).toBeVisible();
    await expect(heading).toBeFocused();
  });

  await test.step('a payment is found and checked', async () => {
    const bar = page.getByRole('navigation', { name: 'Payments' });
    await tabTo(bar.getByRole('link', { name: 'Payments', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Payments');
    await tabTo(page.getByLabel('Search', { exact: true }));
    await page.keyboard.type(billNumber);
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
    await expect(rows).toHaveCount(1);
    await press(rows.getByRole('link', { name: billNumber }));
    await expect(heading).toHaveText(`Bill ${billNumber}`);
    const responded = page.waitForResponse('**/ask');
    await press(button(/Razorpay/));
    await responded;
    await expect(button(/Razorpay/)).toBeFocused();
  });

  await test.step('a cheque is recorded, and the link to a statement copied', async () => {
    await tabTo(page.getByRole('link', { name: 'Payment links' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await press(page.getByRole('link', { name: bill.bill_number, exact: true }));
    await expect(heading).toHaveText(`Bill ${bill.bill_number}`);
    await expect(heading).toBeFocused();
    await press(button('Record Cheque'));
    await expect(page.getByLabel('Rupees')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('20000');
    await tabTo(page.getByLabel('Cheque number'));
    await page.keyboard.type('004512');
    await press(button('Record'));
    await expect(page.getByText('Received, not yet cleared', { exact: true })).toBeVisible();
    await expect(button('Record Cheque')).toBeFocused();
    await tabTo(button('Copy link to the customer’s statement'), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(button(/^Copied/)).toBeFocused();
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(page.getByRole('heading', { name: 'Statement of account' })).toBeVisible();
    await expect(page.getByText('We have received cheques for ₹20,000.00')).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
