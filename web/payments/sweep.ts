import type { Listed, Page } from './gateway.ts';
import { recordDispute } from './ledger/disputes.ts';
import { insertOrder, moment } from './ledger/orders.ts';
import { recordPayment } from './ledger/record.ts';
import { recordRefund } from './ledger/refunds.ts';
import { recordSettlement, recordSettlementLines } from './ledger/settlements.ts';
import { unaccounted } from './ledger/unaccounted.ts';
import { log } from './log.ts';
import { billOf, receiptTokenOf } from './order-reference.ts';
import type { Payments } from './payments.ts';
import { recordWithRefunds } from './reconciliation.ts';

const day = 24 * 3600;
const indianOffset = 5.5 * 3600;

/** How far back lists are read again, in seconds: what they show of something changes after it was made. */
const overlap = {
  /** What was made while the last sweep ran, with a margin for clocks. */
  short: { payments: 3600, refunds: 3600, disputes: 3600, settlements: 3 * day },
  /** Late authorisations take five days, refunds and banks' settlements two weeks, disputes half a year. */
  long: { payments: 7 * day, refunds: 45 * day, disputes: 200 * day, settlements: 15 * day },
};

/** What a sweep found that the ledger did not have yet, by what it is. */
export type Swept = {
  from: string;
  to: string;
  payments: number;
  refunds: number;
  disputes: number;
  settled: number;
  /** Entries of the gateway's lists that are of no known shape. */
  unreadable: number;
  /** Ids of payments and refunds on which ledger and gateway differ even now, and of those that the gateway lacks. */
  differ: string[];
};

/**
 * Reads the gateway's own lists from `from` on (seconds since 1970) and records what the ledger lacks: webhooks are
 * fast, this is the truth. Rejects with a GatewayError, after which the same span is swept again.
 */
export async function sweep(payments: Payments, from: number, depth: keyof typeof overlap): Promise<Swept> {
  const { db, gateway } = payments;
  const to = Math.floor(payments.now() / 1000);
  const back = overlap[depth];
  const found = { payments: 0, refunds: 0, disputes: 0, settled: 0, unreadable: 0 };
  const read = async <T>(
    since: number,
    list: (page: Page) => Promise<Listed<T>>,
    take: (item: T) => Promise<void>,
  ) => {
    for (let skip = 0; ; skip += 100) {
      const { items, isLast, unreadable } = await list({ from: Math.max(0, since), to, skip });
      found.unreadable += unreadable;
      for (const item of items) await take(item);
      if (isLast) return;
    }
  };

  const there = { payments: new Map<string, number>(), refunds: new Map<string, number>() };
  await read(from - back.payments, gateway.listPayments, async (payment) => {
    if (payment.isTaken) there.payments.set(payment.id, payment.amount);
    const recorded = await recordPayment(db, payment, 'sweep', payments.now());
    if (recorded.outcome === 'recorded') found.payments += 1;
    if (recorded.outcome === 'unexplained' && recorded.why === 'unknown order' && payment.isTaken)
      found.payments += await adoptOrder(payments, payment.orderId, () =>
        recordWithRefunds(payments, payment, 'sweep'),
      );
  });
  await read(from - back.refunds, gateway.listRefunds, async (refund) => {
    if (refund.status !== 'failed') there.refunds.set(refund.id, refund.amount);
    let outcome = await recordRefund(db, refund, 'sweep', payments.now());
    if (outcome === 'unknown-payment') {
      const payment = await gateway.fetchPayment(refund.paymentId);
      await recordPayment(db, payment, 'sweep', payments.now());
      outcome = await recordRefund(db, refund, 'sweep', payments.now());
    }
    if (outcome === 'recorded') found.refunds += 1;
  });
  await read(from - back.disputes, gateway.listDisputes, async (dispute) => {
    if ((await recordDispute(db, dispute, 'sweep', payments.now())) === 'recorded') found.disputes += 1;
  });
  const days = new Set<string>();
  await read(from - back.settlements, gateway.listSettlements, async (settlement) => {
    await recordSettlement(db, settlement);
    days.add(moment((settlement.createdAt + indianOffset) * 1000).slice(0, 10));
  });
  for (const one of days)
    for (let skip = 0; ; skip += 1000) {
      const { items, isLast, unreadable } = await gateway.settlementLines(one, skip);
      found.unreadable += unreadable;
      found.settled += await recordSettlementLines(db, items, 'sweep', payments.now());
      if (isLast) break;
    }
  if (found.unreadable > 0) log('error', `${found.unreadable} entries of the gateway could not be read`);
  const differ = [
    ...(await unaccounted(db, 'payments', there.payments, from - back.payments, to)),
    ...(await unaccounted(db, 'refunds', there.refunds, from - back.refunds, to)),
  ];
  if (differ.length > 0) log('error', `ledger and gateway differ on ${differ.join(', ')}`);
  return { from: moment(from * 1000), to: moment(to * 1000), ...found, differ };
}

/**
 * Brings back an order that this site made and its ledger does not have, as after a restored backup, from what the
 * gateway keeps of it. Resolves to the number of orders: none when it is somebody else's.
 */
async function adoptOrder(
  payments: Payments,
  orderId: string | null,
  record: () => Promise<void>,
): Promise<number> {
  if (!orderId) return 0;
  const order = await payments.gateway.fetchOrder(orderId);
  const bill = billOf(order);
  if (!bill || !order.receipt) return 0;
  const receiptToken = receiptTokenOf(order.receipt, payments.settings.keySecret);
  const now = order.createdAt === undefined ? payments.now() : order.createdAt * 1000;
  await insertOrder(payments.db, order, bill, { receiptToken, now });
  log('warn', 'an order was brought back from the gateway', { orderId });
  await record();
  return 1;
}
