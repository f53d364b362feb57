import { expect, newBill, test } from './counter.ts';

const paidOnce = {
  orders: [{ status: 'paid', amount: 149_950 }],
  payments: [{ status: 'captured', amount: 149_950 }],
};

test('a test payment’s receipt says so, and prints on one page with letterhead and tax numbers', async ({
  customer,
  counter,
  stack,
}) => {
  const { page, bill } = customer;
  const content = stack.client('administrator');
  const numbers = { gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939F', sac: '998361' };
  await content.patch('siteSettings').set(numbers).commit();
  try {
    await customer.proceed();
    await customer.payByCard('4100280000001007', '1234');
    await customer.seesSuccess();
    await expect(page.getByRole('heading', { name: 'Your bill is paid' })).toBeFocused();
    expect(await counter.recorded(bill)).toMatchObject(paidOnce);
    await page.getByRole('link', { name: 'Open the receipt' }).click();
    const rows = page.locator('dl');
    for (const text of [bill, 'आशा Verma', '₹1,499.50', 'fifty paise only', 'ending 1007', 'IST'])
      await expect(rows).toContainText(text);
    const afterReload = async () => {
      await page.reload();
      return rows.textContent();
    };
    await expect.poll(afterReload).toContain(numbers.gstin);
    for (const number of Object.values(numbers)) await expect(rows).toContainText(number);
    const label = page.getByText('TEST PAYMENT - no money was moved');
    const letterhead = page.locator('.letterhead');
    await expect(label).toBeVisible();
    await expect(letterhead).toBeHidden();
    const printed = page.evaluate(
      () => new Promise<void>((resolve) => Object.assign(window, { print: resolve })),
    );
    const print = page.getByRole('button', { name: 'Print or save as PDF' });
    await print.click();
    await printed;
    await page.emulateMedia({ media: 'print' });
    await expect(label).toBeVisible();
    for (const part of [/@/, /\+/, /Gurugram/]) await expect(letterhead).toContainText(part);
    for (const hidden of [print, page.locator('footer'), page.getByRole('banner')])
      await expect(hidden).toBeHidden();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  } finally {
    await content.patch('siteSettings').unset(Object.keys(numbers)).commit();
  }
});

test('after failed attempts and the Escape key, the bill is paid with the same order', async ({
  customer,
  counter,
}) => {
  const { page, dialog } = customer;
  await customer.proceed();
  await customer.payByCard('4100280000060003', '1234');
  await expect(dialog.getByRole('alert')).toContainText('declined');
  await page.keyboard.press('Escape');
  await customer.sees('Payment Cancelled');
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  const { orders, payments } = await counter.recorded(customer.bill);
  expect(orders).toHaveLength(1);
  expect(payments.filter((payment) => payment.status === 'captured')).toHaveLength(1);
});

test('a double click opens one checkout, whose order is still paid after it was closed', async ({
  customer,
  counter,
}) => {
  const { page } = customer;
  await customer.fill();
  await customer.submit.dblclick();
  await customer.seesCheckout();
  await expect(page.locator('iframe.razorpay-checkout-frame')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Processing...', includeHidden: true })).toBeDisabled();
  await customer.close();
  await customer.sees('Payment Cancelled');
  // The second click of a double click may end in the checkout, so the focus is known only after a single one.
  await customer.submit.click();
  await customer.seesCheckout();
  await customer.close();
  await expect(customer.submit).toBeFocused();
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  expect(await counter.recorded(customer.bill)).toMatchObject(paidOnce);
});

test('a checkout script that is blocked or empty is loaded again at the next try', async ({ customer }) => {
  const { page } = customer;
  const route = '**/v1/checkout.js';
  await customer.fill();
  for (const body of [undefined, 'void 0;']) {
    await page.route(route, (request) =>
      body === undefined ? request.abort() : request.fulfill({ contentType: 'text/javascript', body }),
    );
    await customer.submit.click();
    await customer.sees('Error');
    await page.unroute(route);
  }
  await customer.submit.click();
  await customer.seesCheckout();
});

test('the tab is closed after paying: the webhook records it, and the next visit shows it', async ({
  customer,
  counter,
  visit,
}) => {
  await customer.page.route('**/api/verify-razorpay-payment', (route) => route.abort());
  await customer.proceed();
  await customer.payByUpi();
  await expect(customer.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0);
  await customer.page.close({ runBeforeUnload: false });
  await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
  const again = await visit();
  await expect(again.page.getByRole('heading', { name: 'Your last payment arrived' })).toBeVisible();
  await again.page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(again.page.locator('dl')).toContainText(customer.bill);
});

test('going back and forward leaves a usable form, and an empty one after the receipt', async ({
  customer,
  counter,
}) => {
  const { page } = customer;
  await page.goto(`/pay-online/receipt/${'a'.repeat(22)}`);
  await page.goto('/pay-online');
  await customer.proceed();
  await page.goBack();
  await page.goForward();
  if (!(await page.locator('iframe.razorpay-checkout-frame').isVisible())) await customer.proceed();
  await customer.payByUpi();
  await customer.seesSuccess();
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
  await page.goBack();
  await customer.submit.click();
  await expect(page.getByLabel('Customer Name')).toHaveAttribute('aria-invalid', 'true');
  expect(await counter.recorded(customer.bill)).toMatchObject(paidOnce);
});

test('paying a paid bill again asks for confirmation first, also with the keyboard', async ({
  visit,
  counter,
}) => {
  const number = newBill();
  const first = await visit(number);
  await first.proceed();
  await first.payByUpi();
  await first.seesSuccess();
  await first.page.close();

  const again = await visit(number);
  const { page } = again;
  const confirmation = page.getByRole('dialog', { name: 'You have already paid this bill' });
  const cancel = confirmation.getByRole('button', { name: 'Cancel' });
  await again.fill();
  await again.submit.click();
  await expect(confirmation).toHaveAccessibleDescription(/₹1,499\.50 .+ IST/);
  await expect(cancel).toBeFocused();
  await again.hasNoViolations('dialog');
  await page.keyboard.press('Escape');
  await again.sees('Payment Cancelled');
  await expect(again.submit).toBeFocused();
  await expect(page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0);

  await again.submit.click();
  await cancel.click();
  await expect(again.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await again.payByUpi();
  await again.seesSuccess();
  const { orders, payments } = await counter.recorded(number);
  expect([orders.length, payments.length]).toEqual([2, 2]);
});
