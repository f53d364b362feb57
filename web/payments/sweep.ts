import { GatewayError, type GatewayPayment, type Listed, type Page } from './gateway.ts';
import { dayInIndia } from './india.ts';
import { recordDispute } from './ledger/disputes.ts';
import { insertOrder, moment } from './ledger/orders.ts';
import { recordPayment } from './ledger/record.ts';
import { recordRefund } from './ledger/refunds.ts';
import { recordSettlement, recordSettlementLines } from './ledger/settlements.ts';
import type { LedgerDatabase } from './ledger/tables.ts';
import { unaccounted } from './ledger/unaccounted.ts';
import { enterOdd } from './ledger/unexplained.ts';
import { log } from './log.ts';
import { billOf, receiptTokenOf } from './order-reference.ts';
import type { Payments } from './payments.ts';
import { recordWithRefunds } from './reconciliation.ts';

const day = 24 * 3600;

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
    take: (items: T[]) => Promise<void>,
  ) => {
    for (let skip = 0; ; skip += 100) {
      const { items, isLast, unreadable } = await list({ from: Math.max(0, since), to, skip });
      found.unreadable += unreadable;
      await take(items);
      if (isLast) return;
    }
  };

  const there = { payments: new Map<string, number>(), refunds: new Map<string, number>() };
  await read(from - back.payments, gateway.listPayments, async (items) => {
    for (const { id, amount, isTaken } of items) if (isTaken) there.payments.set(id, amount);
    for (const payment of await newPayments(db, items))
      found.payments += await takePayment(payments, payment);
  });
  await read(from - back.refunds, gateway.listRefunds, async (items) => {
    for (const refund of items) {
      if (refund.status !== 'failed') there.refunds.set(refund.id, refund.amount);
      let outcome = await recordRefund(db, refund, 'sweep', payments.now());
      if (outcome === 'unknown-payment' && (await fetchUnknown(payments, refund.paymentId)))
        outcome = await recordRefund(db, refund, 'sweep', payments.now());
      if (outcome === 'recorded') found.refunds += 1;
      if (outcome === 'unknown-payment')
        await enterOdd(db, refund, 'refund of an unknown payment', 'sweep', payments.now());
    }
  });
  await read(from - back.disputes, gateway.listDisputes, async (items) => {
    for (const dispute of items) {
      const outcome = await recordDispute(db, dispute, 'sweep', payments.now());
      if (outcome === 'recorded') found.disputes += 1;
      if (outcome === 'unknown-payment')
        await enterOdd(db, dispute, 'dispute of an unknown payment', 'sweep', payments.now());
    }
  });
  const days = new Set<string>();
  await read(from - back.settlements, gateway.listSettlements, async (items) => {
    for (const settlement of items) {
      await recordSettlement(db, settlement);
      days.add(dayInIndia(settlement.createdAt * 1000));
    }
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

/** Those of which the ledger lacks something: most that a list shows again are known, and cost no write. */
async function newPayments(db: LedgerDatabase, items: GatewayPayment[]): Promise<GatewayPayment[]> {
  const ids = items.map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return items.filter((seen) => {
    const row = known.get(seen.id);
    if (!row) return true;
    if (!seen.isTaken) return row.status !== seen.status;
    const isSame =
      row.captured_at !== null && row.amount === seen.amount && row.fee === (seen.fee ?? row.fee);
    return !isSame || row.tax !== (seen.tax ?? row.tax) || row.reported_refunded < seen.amountRefunded;
  });
}

/** Records a payment, with its order if the ledger lost it. Resolves to the number of payments that were new. */
async function takePayment(payments: Payments, payment: GatewayPayment): Promise<number> {
  const recorded = await recordPayment(payments.db, payment, 'sweep', payments.now());
  if (recorded.outcome === 'recorded') return 1;
  const isLost = recorded.outcome === 'unexplained' && recorded.why === 'unknown order' && payment.isTaken;
  if (!isLost || !payment.orderId || !(await adoptOrder(payments, payment.orderId))) return 0;
  await recordWithRefunds(payments, payment, 'sweep');
  return 1;
}

/** Asks for a payment that the ledger does not have. Resolves to whether it has it now. */
async function fetchUnknown(payments: Payments, paymentId: string): Promise<boolean> {
  const payment = await askedOnce(payments, paymentId, () => payments.gateway.fetchPayment(paymentId));
  return payment !== undefined && (await takePayment(payments, payment)) > 0;
}

/**
 * Brings back an order that this site made and its ledger does not have, as after a restored backup, from what the
 * gateway keeps of it. Resolves to whether it is one.
 */
async function adoptOrder(payments: Payments, orderId: string): Promise<boolean> {
  const order = await askedOnce(payments, orderId, () => payments.gateway.fetchOrder(orderId));
  const bill = order && billOf(order);
  if (!bill || !order.receipt) return false;
  const receiptToken = receiptTokenOf(order.receipt, payments.settings.keySecret);
  const now = order.createdAt === undefined ? payments.now() : order.createdAt * 1000;
  await insertOrder(payments.db, order, bill, { receiptToken, now });
  log('warn', 'an order was brought back from the gateway', { orderId });
  return true;
}

/**
 * What the gateway says of something that may belong to another site of the same account, which stays on its lists for
 * days: asked for once in the life of this process. Undefined as well when the gateway has nothing of that id.
 */
async function askedOnce<T>(payments: Payments, id: string, ask: () => Promise<T>): Promise<T | undefined> {
  if (payments.foreign.has(id)) return undefined;
  try {
    const answer = await ask();
    payments.foreign.set(id, true);
    return answer;
  } catch (error) {
    if (!GatewayError.is(error) || (error.kind !== 'refused' && error.kind !== 'unreadable')) throw error;
    payments.foreign.set(id, true);
    return undefined;
  }
}
