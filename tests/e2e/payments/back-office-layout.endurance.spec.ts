import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { monthInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import { requestAsStaff } from '../../support/staff-request.ts';
import { transitionsToEnd } from '../site/pages.ts';
import { visit } from '../studio/studio.ts';
import { expect, test } from './back-office.ts';
import { make, postBill } from './bills.ts';

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
  await backOffice.leaveWork('pay_Everywhere0001');
  const bill = await make(stack, { name: 'Bharat Constructions', email: 'asha@example.com' });
  for (const kind of ['cheque', 'write-off']) {
    const body = { kind, amount: '100', day: '2026-11-20', reference: '004512', reason: 'Small' };
    await postBill(stack, `/${bill.id}/vouchers`, { ...body, key: crypto.randomUUID() });
  }
  const retainer = crypto.randomUUID();
  await requestAsStaff(stack, '/payments/retainers', {
    role: 'administrator',
    body: {
      ...{ key: retainer, name: 'Bharat Constructions', phone: '9876543210', email: 'asha@example.com' },
      ...{ note: 'Search engine optimisation', amount: '1000', billDay: '1', dueDays: '7', numbers: '' },
      firstMonth: monthInIndia(Date.now()),
    },
  });
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
    ['payments/owing'],
    ['payments/owing/all'],
    ['payments/links', 'Add tax invoices'],
    [`payments/links/${bill.id}`, 'Record Cheque'],
    ['payments/retainers', 'Set a retainer'],
    [`payments/retainers/${retainer}`, 'Change the amount …'],
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
