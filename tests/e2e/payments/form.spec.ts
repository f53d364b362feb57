import { expect, test } from './counter.ts';

test('errors appear below their fields, and the first one gets the focus', async ({ customer }) => {
  const { page } = customer;
  await customer.submit.click();
  for (const label of ['Customer Name', 'Mobile Number', 'Bill Number', /^Amount/]) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/ /);
  }
  await customer.hasNoViolations('form');
  const name = page.getByLabel('Customer Name');
  await expect(name).toBeFocused();
  await name.fill('Asha');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
});

test('an amount is read as bills write it and not changed by scrolling, and no address has what is typed', async ({
  customer,
  counter,
}) => {
  const { page, bill } = customer;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
  const amount = page.getByLabel(/^Amount/);
  await customer.fill('1.499,50');
  await expect(page.getByText('You pay ₹')).toHaveCount(0);
  await customer.submit.click();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await amount.fill('₹1,499.50');
  await expect(page.getByText('You pay ₹1,499.50')).toBeVisible();
  await amount.hover();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.mouse.wheel(0, 120);
  await expect.poll(scrolled).toBeGreaterThan(before);
  await expect(amount).toHaveValue('₹1,499.50');
  await page.getByLabel('Mobile Number').fill('+91 98765 43210');
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  await expect.poll(() => counter.recorded(bill)).toMatchObject({ payments: [{ amount: 149_950 }] });
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) expect(address).not.toMatch(/98765|Verma/);
});

test('a reader in the Gulf opens the form for rupees; it stays open, and a bill in the address opens it', async ({
  customer,
}) => {
  const { page } = customer;
  const name = page.getByLabel('Customer Name');
  await page.goto('/pay-online?in=gulf');
  await expect(name).toBeHidden();
  await page
    .locator('details', { has: page.locator('form') })
    .locator('summary')
    .first()
    .click();
  await name.fill('Asha');
  await customer.submit.click();
  await expect(page.getByLabel('Mobile Number')).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveValue('Asha');
  await page.goto('/pay-online?in=gulf&bill=GULF-1');
  await expect(page.getByLabel('Bill Number')).toHaveValue('GULF-1');
  await expect(name).toBeVisible();
});

test('the section can ask for an e-mail address, which is validated and used for the receipt', async ({
  customer,
  counter,
}) => {
  const { page, bill } = customer;
  const email = page.getByLabel('E-mail (optional)');
  await expect(page.getByLabel('Bill Number')).toBeVisible();
  await expect(email).toHaveCount(0);
  const setAskEmail = (askEmail: boolean) =>
    counter.stack
      .client('administrator')
      .patch('page-pay-online')
      .set({ 'sections[_type=="paymentForm"].askEmail': askEmail })
      .commit();
  await setAskEmail(true);
  try {
    const isEmailShown = async () => {
      await page.reload();
      return email.isVisible();
    };
    await expect.poll(isEmailShown).toBe(true);
    await page.mouse.move(10, 10);
    await customer.fill();
    await email.fill('asha@');
    await customer.submit.click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await email.fill('asha@example.com');
    await customer.submit.click();
    await customer.seesCheckout();
    const { orders } = await counter.recorded(bill);
    expect(orders.map((order) => order.customer_email)).toEqual(['asha@example.com']);
  } finally {
    await setAskEmail(false);
  }
});
