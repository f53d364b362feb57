import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { moment } from '#web/database/moment.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { gatewayOrder, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import type { Shop } from '../../integration/payments/shop.ts';
import { transitionsToEnd } from '../site/pages.ts';
import { visit } from '../studio/studio.ts';
import { expect, lastMonth, test } from './back-office.ts';
import { make, postBill } from './bills.ts';

/** Adds unexplained money, and a payment of a month that can be closed. */
async function leaveWork({ ledger }: Shop, subject: string) {
  const stray = { kind: 'unexplained', subject, amount: 1_000_000, currency: 'INR' } as const;
  await addEntries(ledger, [{ ...stray, payment_id: subject }], 'webhook', Date.now());
  const october = Date.parse('2026-10-12T06:30:00Z');
  const order = gatewayOrder();
  const { id } = await insertOrder(ledger, order, { ...paidBill, billNumber: subject }, { now: october });
  await recordPayment(ledger, payment(id, { createdAt: october / 1000 }), 'webhook', october);
}

const enquiry = (name: string) => ({
  id: name.slice(0, 4),
  digest: name,
  name,
  email: 'a.very.long.address.of.somebody@a-rather-long-domain-name.example.com',
  phone: '+91 98765 43210',
  company: 'x'.repeat(300),
  service: 'tender-services',
  message: 'We want to bid. '.repeat(20),
  began_on: '/tender-services',
  came_from: 'google / cpc / diwali',
  state: 'new' as const,
  note: '',
  created_at: moment(Date.now()),
  erase_at: moment(Date.now() + 86_400_000),
});

/**
 * Finds elements wider than the window, panels wider than their container, and on a phone touch targets that are too
 * small.
 */
const misfits = (page: Page) =>
  page.locator('.staff-tool:visible').evaluateAll((tools) => {
    const nameOf = (one: Element) => one.getAttribute('aria-label') || one.textContent || one.tagName;
    const isShown = (one: Element) => one.checkVisibility() && !one.closest('thead');
    const wide = [document.documentElement, ...tools.flatMap((tool) => [tool, ...tool.querySelectorAll('*')])]
      .filter(isShown)
      .filter((one) => one.querySelector('*') && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => one.clientWidth > 40 && getComputedStyle(one).textOverflow !== 'ellipsis')
      .map((one) => `${one.scrollWidth} px in ${one.clientWidth}: ${nameOf(one)}`);
    // A dialog's close button is outside the back office's own elements. Links within sentences may be small.
    const panels = tools.map((tool) => tool.closest('[role=dialog]') ?? tool);
    const small = panels
      .flatMap((panel) => [...panel.querySelectorAll('a, button, input, select, textarea')])
      .filter((target) => isShown(target) && !target.matches('[data-ui=Text] > span > a'))
      // A click on the label selects its radio button.
      .map((target) => (target.matches('[type=radio]') ? (target.closest('label') ?? target) : target))
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => innerWidth < 640 && Math.min(box.width, box.height) < 43.9)
      .map(({ target, box }) => `${Math.round(box.width)} x ${Math.round(box.height)} px: ${nameOf(target)}`);
    return [...wide, ...small].map((line) => line.slice(0, 80));
  });

/** Returns axe's violations in the back office. */
async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('.staff-tool')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${any[0]?.message} ${html}`));
}

test('every view fits a phone, has large touch targets, and is readable in both colour schemes', async ({
  page,
  backOffice,
}) => {
  const { stack, ledger } = backOffice.shop;
  const { orderId } = await backOffice.paid({
    amount: 5000,
    customerName: 'Venkatanarasimharajuvaripeta Krishnamoorthy Balasubramaniam and Sons Private Limited',
    billNumber: `INV/2026-27/GURUGRAM/DIGITAL-MARKETING/${String(Date.now()).slice(-8)}`,
  });
  const disputed = await backOffice.paid();
  const respond_by = Math.floor(Date.now() / 1000) + 3 * 24 * 3600;
  await backOffice.shop.sandbox('POST', '/sandbox/disputes', { payment_id: disputed.paymentId, respond_by });
  const { id: settlement } = await backOffice.shop.sandbox('POST', '/sandbox/settlements', {});
  await leaveWork(backOffice.shop, 'pay_Everywhere0001');
  const bill = await make(stack, { name: 'Bharat Constructions', email: 'asha@example.com' });
  for (const kind of ['cheque', 'write-off']) {
    const body = { kind, amount: '100', day: '2026-11-20', reference: '004512', reason: 'Small' };
    await postBill(stack, `/${bill.id}/vouchers`, { ...body, key: crypto.randomUUID() });
  }
  await ledger
    .insertInto('enquiries')
    .values([enquiry('Asha Gupta'), enquiry('Deepak Rao '.repeat(20))])
    .execute();
  await backOffice.sweep();
  await backOffice.signIn(page, 'Administrator');

  const wrong: string[] = [];
  const judge = async (view: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await transitionsToEnd(page);
      wrong.push(...(await violations(page)).map((line) => `${view}, ${colorScheme}: ${line}`));
    }
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await transitionsToEnd(page);
      wrong.push(...(await misfits(page)).map((line) => `${view}, ${width} px: ${line}`));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const views: [path: string, dialog?: string][] = [
    ['payments/today', 'Move to a bill: pay_Everywhere0001'],
    ['payments/payments', 'For the accountant'],
    [`payments/payments/${orderId}`, 'Refund …'],
    [`payments/payments/${disputed.orderId}`],
    ['payments/settlements'],
    [`payments/settlements/${settlement}`],
    ['payments/links'],
    [`payments/links/${bill.id}`, 'Record Cheque'],
    ['payments/messages'],
    ['payments/audit'],
    ['enquiries', 'Enquiry from Asha Gupta'],
    ['visits'],
  ];
  for (const [path, dialog] of views)
    await test.step(path, async () => {
      await visit(page, `${stack.siteUrl}/studio/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await judge(path);
      if (!dialog) return;
      await page.getByRole('button', { name: dialog, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await judge(`${path}, ${dialog}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  expect(wrong).toEqual([]);
});

test('every action works with the keyboard alone, and the focus is never lost', async ({
  page,
  backOffice,
}) => {
  const { stack } = backOffice.shop;
  const { billNumber } = await backOffice.paid({ amount: 900 });
  await backOffice.publishPolicy();
  const stray = 'pay_Keyboard000001';
  await leaveWork(backOffice.shop, stray);
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

  await test.step('a payment is found and refunded', async () => {
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
    await press(button('Ask Razorpay now'));
    await responded;
    await expect(button('Ask Razorpay now')).toBeFocused();
    await press(button('Refund …'));
    await tabTo(dialog.getByLabel('Refund under the policy'));
    for (const name of ['Half', 'Everything']) {
      await page.keyboard.press('ArrowDown');
      await expect(dialog.getByLabel(name)).toBeChecked();
    }
    await tabTo(dialog.getByLabel('Reason'));
    await page.keyboard.type('Cancelled before the project began');
    await press(dialog.getByRole('button', { name: /^Refund/ }), 'Space');
    await press(dialog.getByRole('button', { name: /^Yes, refund/ }), 'Space');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Cancelled before the project began').first()).toBeVisible();
    // Nothing is left to refund.
    await expect(button('Refund …')).toHaveCount(0);
    await expect(heading).toBeFocused();
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
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/pay-online/');
  });
});
