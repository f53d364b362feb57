import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';
import { type BillBody, type Checkout, newBill, type Shop } from './shop.ts';

/** Sites with one sandbox, the payments that a site acknowledged with 200, and the choices of all customers. */
export type Deployment = { sites: [Shop, ...Shop[]]; acknowledged: Set<string>; random: Random };

/** Retries until the response is not a fault: the site may be dead or restarting. Logs a fault that lasts. */
export async function retryUntilResponse<T extends { status: number }>(
  request: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await request().catch((error: unknown) => ({ status: 0, error }));
    if (response.status > 0 && response.status < 500 && response.status !== 429 && !('error' in response))
      return response;
    if (attempt % 100 === 0) console.log(`no response in ${attempt} attempts but`, response);
    await wait(100 + ((attempt * 61) % 200));
  }
}

const siteOf = ({ sites, random }: Deployment) => random.pick(sites) ?? sites[0];

async function order(town: Deployment) {
  const bill = newBill({ amount: town.random.int(1000, 10_000_899) / 100 });
  const key = randomUUID();
  const { json } = await retryUntilResponse(() => siteOf(town).create(bill, key));
  const orderId: string = json.orderId;
  return { bill, key, orderId, receipt: String(json.receipt) };
}

async function report(town: Deployment, bill: BillBody, paid: Checkout): Promise<void> {
  const response = await retryUntilResponse(() => siteOf(town).verify(bill, paid));
  const { state } = response.json;
  if (state !== 'paid' && state !== 'refunded')
    throw new Error(`verification responded with ${response.status}: ${response.text}`);
  town.acknowledged.add(paid.razorpay_payment_id);
}

async function paidOrder(town: Deployment) {
  const made = await order(town);
  const [shop] = town.sites;
  return { ...made, shop, paid: await shop.pay(made.orderId) };
}

/** The kinds of customers. Refunds, disputes, late authorisations and unreported payments are in the storm of bills. */
export const customers: Record<string, (town: Deployment) => Promise<void>> = {
  async plain(town) {
    const { bill, paid } = await paidOrder(town);
    await report(town, bill, paid);
  },
  async retry(town) {
    const { bill, orderId } = await order(town);
    await town.sites[0].pay(orderId, 'failed');
    await report(town, bill, await town.sites[0].pay(orderId));
  },
  async 'refund before verification'(town) {
    const { bill, paid, receipt, shop } = await paidOrder(town);
    await shop.sandbox('POST', `/v1/payments/${paid.razorpay_payment_id}/refund`, {});
    await retryUntilResponse(() => siteOf(town).verify(bill, paid));
    await retryUntilResponse(() => siteOf(town).post('payment-status', { receipt }));
  },
  async 'verification three times'(town) {
    const { bill, paid } = await paidOrder(town);
    await Promise.all([1, 2, 3].map(() => report(town, bill, paid)));
  },
  async 'double click on two sites'(town) {
    const bill = newBill({ amount: 1234.5 });
    const key = randomUUID();
    const [first, last = first] = [town.sites[0], town.sites.at(-1)];
    const [one, two] = await Promise.all([
      retryUntilResponse(() => first.create(bill, key)),
      retryUntilResponse(() => last.create(bill, key)),
    ]);
    if (one.json.orderId !== two.json.orderId) throw new Error('a double click made two orders');
    await report(town, bill, await first.pay(one.json.orderId));
  },
  async 'duplicate payment'(town) {
    const { bill, orderId } = await order(town);
    const [shop] = town.sites;
    const begun = [await shop.pay(orderId, 'started'), await shop.pay(orderId, 'started')];
    const reports: Checkout[] = [];
    for (const { razorpay_payment_id: id } of begun)
      reports.push(await shop.sandbox('POST', `/sandbox/payments/${id}/authorize`));
    const [first, second] = reports;
    if (second) await retryUntilResponse(() => siteOf(town).verify(bill, second));
    if (first) await report(town, bill, first);
  },
};
