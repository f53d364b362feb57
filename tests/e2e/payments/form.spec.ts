import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './counter.ts';

test('errors appear below their fields, and the first one gets the focus', async ({ customer }) => {
  const { page } = customer;
  await customer.submit.click();
  const expected = [
    ['Customer Name', 'Name must be at least 2 characters'],
    ['Mobile Number', 'Enter valid 10-digit mobile number'],
    ['Bill Number', 'Bill number is required'],
    [/^Amount/, 'Enter valid amount (1 to 10,00,000)'],
  ] as const;
  for (const [label, message] of expected) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[()]/g, '\\$&')));
  }
  await expect(page.getByLabel('Customer Name')).toBeFocused();
  await page.getByLabel('Customer Name').fill('Asha');
  await expect(page.getByLabel('Customer Name')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a payment link fills in the bill and the amount, which is read in Indian grouping', async ({
  customer,
  counter,
}) => {
  const { page } = customer;
  await page.goto(`${counter.stack.siteUrl}/pay-online?bill=INV%2F2026-041&amount=123456.7`);
  await expect(page.getByLabel('Bill Number')).toHaveValue('INV/2026-041');
  await expect(page.getByLabel(/^Amount/)).toHaveValue('123456.7');
  await expect(page.getByText('₹1,23,456.70')).toBeVisible();
  await expect(page.getByLabel('Customer Name')).toHaveValue('');
});

test('scrolling over the amount does not change it', async ({ customer }) => {
  const { page } = customer;
  const amount = page.getByLabel(/^Amount/);
  await amount.fill('1499.50');
  await amount.hover();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.mouse.wheel(0, 120);
  await expect.poll(scrolled).toBeGreaterThan(before);
  await expect(amount).toHaveValue('1499.50');
});

test('a payment link’s amount may contain grouping commas but no others', async ({ customer, counter }) => {
  const { page } = customer;
  for (const [given, shown] of [
    ['1,00,000.50', '100000.50'],
    ['100,000', '100000'],
    ['₹1,499.50', '1499.50'],
    ['1499,50', ''],
    ['1.499,50', ''],
  ] as const) {
    await page.goto(`${counter.stack.siteUrl}/pay-online?bill=A&amount=${given}`);
    await expect(page.getByLabel('Bill Number')).toHaveValue('A');
    await expect(page.getByLabel(/^Amount/)).toHaveValue(shown);
  }
});

test('amount and mobile number are accepted as bills and address books write them', async ({
  customer,
  counter,
}) => {
  const { page, bill } = customer;
  await expect(customer.submit).toBeEnabled();
  const amount = page.getByLabel(/^Amount/);
  for (const [typed, shown] of [
    ['1,499.50', '₹1,499.50'],
    ['Rs. 1,00,000', '₹1,00,000.00'],
    ['1\u00a0499.50', '₹1,499.50'],
  ] as const) {
    await amount.fill(typed);
    await expect(page.getByText(`You pay ${shown}`)).toBeVisible();
  }
  for (const typed of ['1.499,50', '1e5', '12.5.0']) {
    await amount.fill(typed);
    await expect(page.getByText('You pay')).toHaveCount(0);
    await customer.submit.click();
    await expect(amount).toHaveAccessibleDescription(/Enter valid amount \(1 to 10,00,000\)/);
  }
  await customer.fill('₹1,499.50');
  await page.getByLabel('Mobile Number').fill('+91 98765 43210');
  await customer.submit.click();
  await customer.payByUpi();
  await customer.seesSuccess();
  await expect.poll(() => counter.recorded(bill)).toMatchObject({ payments: [{ amount: 149_950 }] });
});

test('before scripts run, the amount field is numeric with steps of a paisa', async ({
  counter,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${counter.stack.siteUrl}/pay-online`);
  const amount = page.getByLabel(/^Amount/);
  for (const [name, value] of Object.entries({ type: 'number', step: '0.01', inputmode: 'decimal' }))
    await expect(amount).toHaveAttribute(name, value);
  await context.close();
});

test('a hostile payment link fills in nothing harmful and leaves the form usable', async ({
  customer,
  counter,
}) => {
  const { page } = customer;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  const emoji = '\u{1F9FE}';
  for (const [query, bill, amount] of [
    ['bill=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&amount=NaN', '<img src=x onerror=alert(1)>', ''],
    [
      `bill=${'a'.repeat(49)}${encodeURIComponent(emoji.repeat(3))}&amount=-5`,
      `${'a'.repeat(49)}${emoji}`,
      '-5',
    ],
    [
      'bill=%FF%00%0D%0Ax&bill=other&amount=1,499.50&__proto__=1&payment=nonsense',
      '\ufffd\u0000x',
      '1499.50',
    ],
    [`bill=${'a'.repeat(5000)}&amount=${'9'.repeat(5000)}`, 'a'.repeat(50), '9'.repeat(12)],
  ] as const) {
    await page.goto(`${counter.stack.siteUrl}/pay-online?${query}`);
    await expect(customer.submit).toBeEnabled();
    await expect(page.getByLabel('Bill Number')).toHaveValue(bill);
    await expect(page.getByLabel(/^Amount/)).toHaveValue(amount);
    await expect(page.getByRole('listitem').filter({ hasText: 'Payment' })).toHaveCount(0);
  }
  await customer.proceed();
  expect(faults).toEqual([]);
});

test('nothing that a customer types appears in an address', async ({ customer }) => {
  const addresses: string[] = [];
  customer.page.on('request', (request) => addresses.push(request.url()));
  await customer.proceed();
  await customer.payByUpi();
  await customer.seesSuccess();
  for (const address of addresses) expect(decodeURIComponent(address)).not.toMatch(/9876543210|Verma/);
});

test('axe finds no accessibility violations in the form and the checkout', async ({ customer }) => {
  await customer.submit.click();
  expect((await new AxeBuilder({ page: customer.page }).include('form').analyze()).violations).toEqual([]);
  await customer.proceed();
  await customer.choose('Card');
  await expect(customer.dialog.getByLabel('Card number')).toBeVisible();
  // The keyboard focus moves to the next step.
  await customer.page.keyboard.type('4100');
  await expect(customer.dialog.getByLabel('Card number')).toHaveValue('4100');
  const checked = await new AxeBuilder({ page: customer.page })
    .include('iframe.razorpay-checkout-frame')
    .analyze();
  expect(checked.violations).toEqual([]);
});

test('form and checkout fit at a width of 320 pixels', async ({ customer }) => {
  const { page } = customer;
  await page.setViewportSize({ width: 320, height: 568 });
  await customer.proceed();
  for (const root of [page.locator('html'), customer.dialog.locator('html')])
    expect(await root.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

test('the browser never receives a secret', async ({ customer, counter }) => {
  const { page } = customer;
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  await page.reload();
  await customer.proceed();
  await customer.payByUpi();
  await customer.seesSuccess();
  const texts = await Promise.all(bodies);
  expect(texts.length).toBeGreaterThan(5);
  const { sandboxKeySecret, sandboxWebhookSecret } = counter.stack.secrets;
  for (const text of [...texts, ...counter.stack.log])
    for (const secret of [sandboxKeySecret, sandboxWebhookSecret]) expect(text).not.toContain(secret);
  for (const line of counter.stack.log) expect(line).not.toMatch(/9876543210|Verma/);
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
    await expect(email).toHaveAccessibleDescription(/Enter a valid e-mail address/);
    await expect(email).toBeFocused();
    await email.fill('asha@example.com');
    await customer.submit.click();
    await expect(customer.dialog.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
    const { orders } = await counter.recorded(bill);
    expect(orders.map((order) => order.customer_email)).toEqual(['asha@example.com']);
  } finally {
    await setAskEmail(false);
  }
});
