import * as durations from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { recordRun } from '#web/database/jobs.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { billOf, receiptTokenOf } from '#web/payments/checkout/order-reference.ts';
import {
  GatewayError,
  type GatewayOrder,
  type GatewayPayment,
  type GatewaySettlement,
  type SettlementLine,
  type Span,
} from '#web/payments/gateway.ts';
import { findDiscrepancies } from '#web/payments/ledger/discrepancies.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { isSamePayment, mergePayment, recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { recordSettlement, recordSettlementLines } from '#web/payments/ledger/settlements.ts';
import { unsettledSince } from '#web/payments/ledger/unsettled.ts';
import type { Payments } from '#web/payments/payments.ts';
import { recordWithRefunds } from './reconciliation.ts';

/** The gateway counts in seconds. */
const [hour, day] = [durations.hour / 1000, durations.day / 1000];
/** Ids per log line. */
const mostNamed = 50;

/** Lists are read from this many seconds before the last sweep, because entities change after their creation. */
const overlap = {
  /** Covers the last sweep's duration and clock skew. Disputes go back further: they are few, with short deadlines. */
  short: { payments: hour, refunds: hour, disputes: 200 * day, settlements: 3 * day },
  /** Late authorisations take five days, refunds and bank settlements two weeks, disputes half a year. */
  long: { payments: 7 * day, refunds: 45 * day, disputes: 200 * day, settlements: 15 * day },
};

type List = keyof typeof overlap.short;

type Run = {
  payments: Payments;
  /** End of the swept span, in seconds since 1970. */
  to: number;
  spanOf(list: List): Span;
  /** Counts of changes. `unreadable` counts entries of an unknown shape. */
  found: Record<'restored' | 'payments' | 'refunds' | 'disputes' | 'settled' | 'unreadable', number>;
};

/**
 * Reads the gateway's lists from `since` (seconds since 1970), or from the first order ever, and records what the
 * ledger lacks. Webhooks are faster, but only a sweep is complete. Rejects with a GatewayError, after which the same
 * span is swept again. Resolves to the counts of changes, and the ids that still differ.
 */
export async function sweep(payments: Payments, depth: keyof typeof overlap, since: number | undefined) {
  const { db, now } = payments;
  const to = Math.floor(now() / 1000);
  const restored = since === undefined ? await restoreOrders(payments, to) : 0;
  const from = since ?? (await firstOrderAt(db)) ?? to;
  const spanOf = (list: List) => ({ from: Math.max(0, from - overlap[depth][list]), to });
  const found = { restored, payments: 0, refunds: 0, disputes: 0, settled: 0, unreadable: 0 };
  const run = { payments, to, spanOf, found };
  const capturedAtGateway = await sweepPayments(run);
  const refundedAtGateway = await sweepRefunds(run);
  await sweepDisputes(run);
  const held = await sweepSettlements(run);
  const differ = [
    ...(await findDiscrepancies(db, 'payments', capturedAtGateway, spanOf('payments'))),
    ...(await findDiscrepancies(db, 'refunds', refundedAtGateway, spanOf('refunds'))),
  ];
  logSweep(found, differ);
  const report = { from: moment(from * 1000), to: moment(to * 1000), ...found, differ };
  if (depth === 'short') return report;
  const late = await unsettledSince(db, now() - payments.settings.settledWithinDays * day * 1000);
  return { ...report, held, unsettled: [...new Set([...held, ...late])] };
}

function logSweep(found: Run['found'], differ: string[]): void {
  if (found.unreadable > 0) log('error', `${found.unreadable} entries of the gateway could not be read`);
  if (Object.values(found).some((count) => count > 0))
    log('warn', `the sweep found changes that no webhook reported: ${JSON.stringify(found)}`);
  if (differ.length > 0)
    log('error', `ledger and gateway differ on ${differ.length}: ${differ.slice(0, mostNamed).join(', ')}`);
}

/** Yields the readable entries of a list page by page, and counts the others. */
async function* readablePages<Item>(
  { found }: Run,
  pages: AsyncIterable<{ items: Item[]; unreadable: number }>,
): AsyncGenerator<Item[]> {
  for await (const { items, unreadable } of pages) {
    found.unreadable += unreadable;
    yield items;
  }
}

/** Records payments. Returns the paise of the gateway's captured payments by id. */
async function sweepPayments(run: Run): Promise<Map<string, number>> {
  const { payments, found, spanOf } = run;
  const captured = new Map<string, number>();
  for await (const items of readablePages(run, payments.gateway.listPayments(spanOf('payments')))) {
    for (const { id, amount, wasCaptured } of items) if (wasCaptured) captured.set(id, amount);
    for (const payment of await changedPayments(payments, items))
      found.payments += await recordListedPayment(payments, payment);
  }
  return captured;
}

/** Records refunds. Returns the paise of the gateway's refunds by id, except failed refunds. */
async function sweepRefunds(run: Run): Promise<Map<string, number>> {
  const { payments, found, spanOf } = run;
  const refunded = new Map<string, number>();
  for await (const items of readablePages(run, payments.gateway.listRefunds(spanOf('refunds'))))
    for (const refund of items) {
      if (refund.status !== 'failed') refunded.set(refund.id, refund.amount);
      await recordUnknownPayment(payments, refund.paymentId);
      const outcome = await recordRefund(payments.db, refund, 'sweep', payments.now());
      if (outcome === 'recorded') found.refunds += 1;
    }
  return refunded;
}

async function sweepDisputes(run: Run): Promise<void> {
  const { db, gateway, now } = run.payments;
  for await (const items of readablePages(run, gateway.listDisputes(run.spanOf('disputes'))))
    for (const dispute of items) {
      const outcome = await recordDispute(db, dispute, 'sweep', { now: now(), asOf: run.to });
      if (outcome === 'recorded') run.found.disputes += 1;
    }
}

/** Records settlements with their lines. Returns the ids of payments and refunds that are held back. */
async function sweepSettlements(run: Run): Promise<string[]> {
  const { db, gateway, now } = run.payments;
  const settlements: GatewaySettlement[] = [];
  for await (const items of readablePages(run, gateway.listSettlements(run.spanOf('settlements'))))
    settlements.push(...items);
  // The times of a settlement and its lines differ by seconds, which can span midnight.
  const times = settlements.flatMap(({ createdAt }) => [createdAt - day, createdAt, createdAt + day]);
  const lines: SettlementLine[] = [];
  for (const onDay of new Set(times.map((at) => dayInIndia(at * 1000))))
    for await (const items of readablePages(run, gateway.settlementLines(onDay))) lines.push(...items);
  const linesOf = Map.groupBy(lines, ({ settlementId }) => settlementId);
  for (const settlement of settlements) {
    await recordSettlement(db, settlement, 'sweep');
    const listed = linesOf.get(settlement.id) ?? [];
    run.found.settled += await recordSettlementLines(db, settlement, listed, 'sweep', now());
  }
  return lines.flatMap(({ settlementId, entityId }) => (settlementId ? [] : [entityId]));
}

async function firstOrderAt(db: Database): Promise<number | undefined> {
  const first = await db
    .selectFrom('orders')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first && Math.floor(Date.parse(first.created_at) / 1000);
}

/** Returns the payments that would change the ledger. Most listed payments are known and need no write. */
async function changedPayments({ db, now }: Payments, items: GatewayPayment[]): Promise<GatewayPayment[]> {
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return items.filter((seen) => {
    const row = known.get(seen.id);
    return (
      !row || !isSamePayment(row, mergePayment(row, seen, row.order_id, row.amount_refunded, 'sweep', now()))
    );
  });
}

/** Records a payment, and restores its order if the ledger lost the order. Resolves to the number of new payments. */
async function recordListedPayment(payments: Payments, payment: GatewayPayment): Promise<number> {
  const recorded = await recordPayment(payments.db, payment, 'sweep', payments.now());
  if (recorded.outcome === 'recorded') return 1;
  const isLost =
    recorded.outcome === 'unexplained' && recorded.why === 'unknown order' && payment.wasCaptured;
  if (!isLost || !payment.orderId || !(await restoreOrder(payments, payment.orderId))) return 0;
  await recordWithRefunds(payments, payment, 'sweep');
  return 1;
}

/** Fetches and records a payment, unless the ledger has it. */
async function recordUnknownPayment(payments: Payments, paymentId: string): Promise<void> {
  const { db, gateway, now } = payments;
  const known = await db.selectFrom('payments').select('id').where('id', '=', paymentId).executeTakeFirst();
  const payment = known
    ? undefined
    : await fetchWithCooldown(payments, paymentId, () => gateway.fetchPayment(paymentId));
  if (payment && (await recordListedPayment(payments, payment)) === 0)
    payments.foreignIds.set(paymentId, now());
}

/** Restores an order that the ledger lost, for example when a backup was restored. False for orders of other sites. */
async function restoreOrder(payments: Payments, orderId: string): Promise<boolean> {
  const order = await fetchWithCooldown(payments, orderId, () => payments.gateway.fetchOrder(orderId));
  if (!order) return false;
  const isOurs = await insertOwnOrder(payments, order);
  if (isOurs) log('warn', 'an order was restored from the gateway', { orderId });
  else payments.foreignIds.set(orderId, payments.now());
  return isOurs;
}

/** Stores one of our orders from the gateway's data. Returns false for orders of other sites. */
async function insertOwnOrder({ db, settings }: Payments, order: GatewayOrder): Promise<boolean> {
  const bill = billOf(order);
  if (!bill || !order.ourReference) return false;
  const receiptToken = receiptTokenOf(order.ourReference, settings.keySecret);
  await insertOrder(db, order, bill, { receiptToken, now: order.createdAt * 1000 });
  return true;
}

/** In seconds since 1970. Razorpay refuses to list anything older. */
const earliest = 946_684_800;

/**
 * Restores paid and recent orders if the ledger was never swept, because its file may have been lost. The back office
 * reports the loss: bills, links and staff actions must come from a backup. Resolves to the number of restored orders.
 */
async function restoreOrders(payments: Payments, to: number): Promise<number> {
  const { db, gateway, now } = payments;
  let count = 0;
  for await (const { items } of gateway.listOrders({ from: earliest, to })) {
    const ids = items.map(({ id }) => id);
    const rows =
      ids.length > 0 ? await db.selectFrom('orders').select('id').where('id', 'in', ids).execute() : [];
    const known = new Set(rows.map(({ id }) => id));
    for (const order of items)
      if (!known.has(order.id) && (order.amountPaid > 0 || order.createdAt > to - overlap.long.payments))
        count += (await insertOwnOrder(payments, order)) ? 1 : 0;
  }
  if (count === 0) return count;
  log('error', `the ledger was empty: ${count} orders were restored from the gateway`);
  await recordRun(db, 'restored', now(), { orders: count });
  return count;
}

/** Milliseconds until a refused id is requested again. It may be another site's, or the refusal may be temporary. */
const cooldown = 10 * durations.minute;

/** Fetches an entity that the ledger does not know; undefined if the gateway refuses it or refused it recently. */
async function fetchWithCooldown<T>(
  payments: Payments,
  id: string,
  request: () => Promise<T>,
): Promise<T | undefined> {
  const { foreignIds, now } = payments;
  if (now() < (foreignIds.get(id) ?? 0) + cooldown) return undefined;
  return request().catch((error: unknown) => {
    if (!GatewayError.is(error) || (error.kind !== 'refused' && error.kind !== 'unreadable')) throw error;
    foreignIds.set(id, now());
    return undefined;
  });
}
