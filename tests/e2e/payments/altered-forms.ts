import { paiseFromDecimal, plainAmount } from '#web/contracts/money.ts';
import { fillAlteredForm, type Tab } from '../../support/altered-pages.ts';
import { make } from './bills.ts';
import { type Counter, expect } from './counter.ts';

/** Uses a form of an altered page, and expects that each order is over the sum that the form shows. */
export async function expectFairForm(
  tab: Tab,
  counter: Counter,
  ...[situation, time]: [Parameters<typeof fillAlteredForm>[1], Parameters<typeof fillAlteredForm>[2]]
) {
  const bill = await make(counter.stack);
  const shown = await fillAlteredForm(tab, situation, time, { siteUrl: counter.stack.siteUrl, bill });
  const amounts = async () => (await counter.recorded(bill.bill_number)).orders.map(({ amount }) => amount);
  const expected = shown === undefined ? [] : [paiseFromDecimal(plainAmount(shown))];
  await expect.poll(amounts).toEqual(expected);
}
