import { expect, newBill, test } from './counter.ts';

const paidOnce = {
  orders: [{ status: 'paid', amount: 149_950 }],
  payments: [{ status: 'captured', amount: 149_950 }],
};

test.describe('success', () => {
  test('card with OTP, then a receipt that can be printed', async ({ customer, counter }) => {
    await customer.proceed();
    await expect(customer.dialog.getByText('₹1,499.50').first()).toBeVisible();
    await expect(customer.dialog.getByText(`Payment for Bill #${customer.bill}`)).toBeVisible();
    await expect(customer.dialog.getByText('Test mode')).toBeVisible();
    await customer.payByCard('4100280000001007', '1234');
    await customer.seesSuccess();
    await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
    await expect(customer.page.getByLabel('Customer Name')).toHaveValue('');
    await expect(customer.page.getByRole('heading', { name: 'Your bill is paid' })).toBeFocused();

    await customer.page.getByRole('link', { name: 'Open the receipt' }).click();
    await expect(customer.page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
    expect(customer.page.url()).toMatch(/\/pay-online\/receipt\/[\w-]{22}$/);
    for (const text of [
      customer.bill,
      'आशा Verma',
      '₹1,499.50',
      'Rupees one thousand four hundred ninety-nine and fifty paise only',
      'Card (Visa ending 1007)',
      'IST',
    ])
      await expect(customer.page.locator('dl')).toContainText(text);
    const printed = customer.page.evaluate(
      () => new Promise<void>((resolve) => Object.assign(window, { print: resolve })),
    );
    await customer.page.getByRole('button', { name: 'Print or save as PDF' }).click();
    await printed;
    await customer.page.emulateMedia({ media: 'print' });
    await expect(customer.page.getByRole('button', { name: /Print/ })).toBeHidden();
  });

  test('a receipt has the owner’s tax numbers and fits on one page of A4', async ({ customer, stack }) => {
    const content = stack.client('administrator');
    await content
      .patch('siteSettings')
      .set({ gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939F', sac: '998361' })
      .commit();
    try {
      await customer.proceed();
      await customer.payByUpi();
      await customer.seesSuccess();
      await customer.page.getByRole('link', { name: 'Open the receipt' }).click();
      const rows = customer.page.locator('dl');
      const afterReload = async () => {
        await customer.page.reload();
        return rows.textContent();
      };
      await expect.poll(afterReload).toContain('GSTIN27AAPFU0939F1ZV');
      await expect(rows).toContainText('PANAAPFU0939F');
      await expect(rows).toContainText('SAC998361');
      const pdf = await customer.page.pdf({ format: 'A4' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    } finally {
      await content.patch('siteSettings').unset(['gstin', 'pan', 'sac']).commit();
    }
  });

  test('UPI', async ({ customer, counter }) => {
    await customer.proceed();
    await customer.payByUpi();
    await customer.seesSuccess();
    await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
  });

  for (const [method, detail] of [
    ['Netbanking', 'HDFC Bank'],
    ['Wallet', 'MobiKwik'],
  ] as const)
    test(method, async ({ customer, counter }) => {
      await customer.proceed();
      await customer.choose(method);
      await customer.dialog.getByLabel(detail).check();
      await customer.dialog.getByRole('button', { name: /^Pay / }).click();
      await customer.dialog.getByRole('button', { name: 'Success' }).click();
      await customer.seesSuccess();
      await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
    });

  test('after a failed attempt, with the same order', async ({ customer, counter }) => {
    await customer.proceed();
    await customer.payByCard('4100280000060003', '1234');
    await expect(customer.dialog.getByRole('alert')).toContainText('declined');
    await customer.choose('Netbanking');
    await customer.dialog.getByRole('button', { name: /^Pay / }).click();
    await customer.dialog.getByRole('button', { name: 'Failure' }).click();
    await expect(customer.dialog.getByRole('heading', { name: 'Try again' })).toBeVisible();
    await customer.payByUpi();
    await customer.seesSuccess();
    const { orders, payments } = await counter.recorded(customer.bill);
    expect(orders).toHaveLength(1);
    expect(payments.filter((payment) => payment.status === 'captured')).toHaveLength(1);
  });
});

test.describe('no payment', () => {
  test('closed, then paid at the second try with the same order', async ({ customer, counter }) => {
    await customer.proceed();
    await customer.close();
    await customer.sees('Payment Cancelled', 'You cancelled the payment process.');
    await expect(customer.submit).toBeFocused();
    await customer.submit.click();
    await customer.payByUpi();
    await customer.seesSuccess();
    expect((await counter.recorded(customer.bill)).orders).toHaveLength(1);
  });

  test('closed with the Escape key after a failed attempt', async ({ customer }) => {
    await customer.proceed();
    await customer.payByUpi('decline');
    await expect(customer.dialog.getByRole('alert')).toBeVisible();
    await customer.page.keyboard.press('Escape');
    await customer.sees('Payment Cancelled', 'You cancelled the payment process.');
  });

  for (const [what, script] of [
    ['blocked', undefined],
    ['without its global', 'void 0;'],
  ] as const)
    test(`script ${what}, then unblocked`, async ({ customer }) => {
      const route = '**/v1/checkout.js';
      await customer.page.route(route, (request) =>
        script === undefined
          ? request.abort()
          : request.fulfill({ contentType: 'text/javascript', body: script }),
      );
      await customer.fill();
      await customer.submit.click();
      await customer.sees('Error', 'Failed to load payment gateway. Please try again.');
      await customer.page.unroute(route);
      await customer.submit.click();
      await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
    });

  test('the order is refused: the page shows the reason', async ({ customer, counter }) => {
    await counter.faults({ ceiling: 100_000 });
    await customer.fill();
    await customer.submit.click();
    await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
    await expect(customer.page.locator('form').getByRole('alert')).toContainText(
      'above the limit for one online payment',
    );
  });

  test('the gateway is down', async ({ customer, counter }) => {
    await counter.faults({ calls: [{ call: 'POST /v1/orders', status: 503 }] });
    await customer.fill();
    await customer.submit.click();
    await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
    expect((await counter.recorded(customer.bill)).orders).toEqual([]);
  });

  test('the order gets no answer: the page says that it keeps trying, and makes one order', async ({
    customer,
    counter,
  }) => {
    const { page } = customer;
    const route = '**/api/create-razorpay-order';
    // The site makes the order, and its response is lost.
    await page.route(route, async (request) => {
      await request.fetch();
      await request.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    });
    await customer.fill();
    await customer.submit.click();
    await expect(page.locator('form').getByRole('alert')).toContainText('We keep trying');
    await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
    await page.unroute(route);
    await customer.submit.click();
    await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
    await expect(page.locator('form').getByRole('alert')).toBeEmpty();
    expect((await counter.recorded(customer.bill)).orders).toHaveLength(1);
  });

  test('offline, the page says so', async ({ customer, context }) => {
    await customer.fill();
    await context.setOffline(true);
    await customer.submit.click();
    await expect(customer.page.locator('form').getByRole('alert')).toContainText('You are offline');
    await expect(customer.submit).toBeEnabled();
    await context.setOffline(false);
    await customer.submit.click();
    await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  });

  test('the gateway takes 30 seconds', { tag: '@endurance' }, async ({ customer, counter }) => {
    await counter.faults({ calls: [{ call: 'POST /v1/orders', delayMs: 30_000 }] });
    await customer.fill();
    await customer.submit.click();
    await expect(customer.page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await expect(customer.submit).toBeEnabled();
    await customer.sees('Payment Failed', 'Unable to process payment. Please try again.');
  });
});

test.describe('paid, but the response is lost', () => {
  test('verification fails: no success is claimed, and the receipt shows the state', async ({
    customer,
    counter,
  }) => {
    await counter.faults({
      calls: [{ call: 'GET /v1/payments', alter: { currency: 'USD' } }],
      webhooks: { lose: 1 },
    });
    await customer.proceed();
    await customer.payByUpi();
    await customer.sees('Payment Verification Failed', 'Please contact support with your payment details.');
    expect((await counter.recorded(customer.bill)).payments).toEqual([]);
    await counter.faults({});
    await customer.page.getByRole('link', { name: 'Check the status of this payment' }).click();
    await expect(customer.page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
    await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
  });

  test('the gateway is unreachable: the payment is pending confirmation, and the bill is not offered again', {
    tag: '@endurance',
  }, async ({ customer, counter, visit }) => {
    const { page, bill } = customer;
    const confirming = page.getByRole('heading', { name: 'Your payment is being confirmed' });
    await customer.proceed();
    await counter.faults({ calls: [{ call: 'GET /v1', status: 503 }], webhooks: { lose: 1 } });
    await customer.payByUpi();
    const notice = page.getByRole('listitem').filter({ hasText: 'Payment Verification Failed' });
    await expect(notice).toContainText('Please contact support with your payment details.');
    await expect(confirming).toBeFocused();
    await expect(customer.submit).toHaveCount(0);
    await counter.age(bill, 16 * 60_000);
    await page.reload();
    await expect(confirming).toBeVisible();
    await expect(customer.submit).toHaveCount(0);
    await page.getByRole('link', { name: 'Check the status of this payment' }).click();
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pay this bill' })).toHaveCount(0);

    const elsewhere = await (await page.context().browser())?.newContext();
    const other = await visit(bill, elsewhere);
    await other.fill();
    await other.submit.click();
    await expect(other.page.locator('form').getByRole('alert')).toContainText(
      `A payment for bill ${bill} is being confirmed. Please do not pay again.`,
    );
    await elsewhere?.close();

    await counter.faults({});
    await expect.poll(() => counter.recorded(bill)).toMatchObject(paidOnce);
    await page.goto(`${counter.stack.siteUrl}/pay-online`);
    await expect(page.getByRole('heading', { name: 'Your last payment arrived' })).toBeVisible();
    await expect(customer.submit).toBeEnabled();
  });

  test('the network is lost for a moment after paying', async ({ customer, counter }) => {
    let lost = 0;
    await customer.page.route('**/api/verify-razorpay-payment', (route) => {
      lost += 1;
      return lost <= 2 ? route.abort('internetdisconnected') : route.continue();
    });
    await customer.proceed();
    await customer.payByUpi();
    await customer.seesSuccess();
    await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
  });

  test('the response is lost after the payment was recorded', async ({ customer, counter }) => {
    const statuses: number[] = [];
    await customer.page.route('**/api/verify-razorpay-payment', async (route) => {
      const response = await route.fetch();
      statuses.push(response.status());
      return statuses.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
    });
    await customer.proceed();
    await customer.payByUpi();
    await customer.seesSuccess();
    expect(statuses).toEqual([200, 409]);
    await expect.poll(() => counter.recorded(customer.bill)).toMatchObject(paidOnce);
    await expect(customer.page.getByRole('link', { name: 'Open the receipt' })).toBeVisible();
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
});

test.describe('repeated and concurrent actions', () => {
  test('a double click creates one order and opens one checkout', async ({ customer, counter }) => {
    await customer.fill();
    await customer.submit.dblclick();
    await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
    await expect(customer.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(1);
    expect((await counter.recorded(customer.bill)).orders).toHaveLength(1);
    await expect(
      customer.page.getByRole('button', { name: 'Processing...', includeHidden: true }),
    ).toBeDisabled();
  });

  test('going back and forward leaves a usable form', async ({ customer, counter }) => {
    await customer.page.goto(`${counter.stack.siteUrl}/pay-online/receipt/${'a'.repeat(22)}`);
    await customer.page.goto(`${counter.stack.siteUrl}/pay-online`);
    await customer.proceed();
    await customer.page.goBack();
    await customer.page.goForward();
    if (!(await customer.page.locator('iframe.razorpay-checkout-frame').isVisible()))
      await customer.proceed();
    await customer.payByUpi();
    await customer.seesSuccess();
    expect((await counter.recorded(customer.bill)).orders).toHaveLength(1);
  });

  test('going back from the receipt shows an empty form, and nothing is paid again', async ({
    customer,
    counter,
  }) => {
    await customer.proceed();
    await customer.payByUpi();
    await customer.seesSuccess();
    await customer.page.getByRole('link', { name: 'Open the receipt' }).click();
    await expect(customer.page.getByRole('heading', { name: 'Payment receipt' })).toBeVisible();
    await customer.page.goBack();
    await expect(customer.submit).toBeEnabled();
    await customer.submit.click();
    await expect(customer.page.getByText('Name must be at least 2 characters')).toBeVisible();
    expect((await counter.recorded(customer.bill)).payments).toHaveLength(1);
  });

  test('a bill left open overnight is paid with yesterday’s order', async ({ customer, counter }) => {
    await customer.proceed();
    await customer.close();
    await customer.sees('Payment Cancelled', 'You cancelled the payment process.');
    await counter.age(customer.bill, 24 * 3_600_000);
    await customer.submit.click();
    await customer.payByUpi();
    await customer.seesSuccess();
    const { orders, payments } = await counter.recorded(customer.bill);
    expect([orders, payments]).toMatchObject([[{ status: 'paid' }], [{ status: 'captured' }]]);
  });

  test('two tabs pay the same bill: one payment, and both show that it is paid', async ({
    visit,
    counter,
  }) => {
    const bill = newBill();
    const [one, other] = [await visit(bill), await visit(bill)];
    await one.proceed();
    await other.proceed();
    await one.payByUpi();
    await one.seesSuccess();
    await other.choose('UPI');
    await expect(other.dialog.getByRole('alert')).toContainText('already paid');
    await other.close();
    await other.seesSuccess();
    await expect.poll(() => counter.recorded(bill)).toMatchObject(paidOnce);
    expect((await counter.recorded(bill)).payments).toHaveLength(1);
  });
});
