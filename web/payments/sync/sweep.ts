import { isDeepStrictEqual } from 'node:util';
import * as durations from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { deriveReceiptToken, insertOrder, readOrderBill } from '#web/payments/ledger/orders.ts';
import { mergePayment, recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { deleteReports, ordersPendingConfirmation } from '#web/payments/ledger/reports.ts';
import {
  findDiscrepancies,
  recordSettlement,
  recordSettlementLines,
  unsettledSince,
} from '#web/payments/ledger/settlements.ts';
import type { Payments } from '#web/payments/payments.ts';
import { GatewayError, type SpanInSeconds } from '#web/payments/razorpay/client.ts';
import {
  findSettlementId,
  type GatewayPayment,
  type GatewaySettlement,
  type SettlementLine,
  wasCaptured,
} from '#web/payments/razorpay/entities.ts';
import { recordWithRefunds, syncOrder } from './sync-order.ts';

/** The gateway counts in seconds. */
const [hourInSeconds, dayInSeconds] = [durations.hour / 1000, durations.day / 1000];
/** Ids per log line. */
const mostNamed = 50;

/** Lists are read from this long before the last sweep, because entities change after their creation. */
const overlapSeconds = {
  /** Covers late captures, the last sweep's duration and clock skew. Disputes are few, with short deadlines. */
  short: {
    payments: 6 * hourInSeconds,
    refunds: 6 * hourInSeconds,
    disputes: 200 * dayInSeconds,
    settlements: 3 * dayInSeconds,
  },
  /** Late authorisations take five days, refunds and bank settlements two weeks, disputes half a year. */
  long: {
    payments: 7 * dayInSeconds,
    refunds: 45 * dayInSeconds,
    disputes: 200 * dayInSeconds,
    settlements: 15 * dayInSeconds,
  },
};

type List = keyof typeof overlapSeconds.short;

type Run = {
  payments: Payments;
  /** End of the swept span, since 1970. */
  toSeconds: number;
  findSpan(list: List): SpanInSeconds;
  /** Counts of changes. `unreadable` counts entries of an unknown shape. */
  found: Record<'payments' | 'refunds' | 'disputes' | 'settled' | 'unreadable', number>;
};

/**
 * Reads the gateway's lists from `since` (milliseconds since 1970), or from the first order ever, and records what
 * the ledger lacks. Webhooks are faster, but only a sweep is complete. Rejects with a GatewayError, after which the same
 * span is swept again. Resolves to the counts of changes, and the ids that still differ.
 */
export async function sweep(
  payments: Payments,
  depth: keyof typeof overlapSeconds,
  since: number | undefined,
) {
  const { db, now } = payments;
  const toSeconds = Math.floor(now() / 1000);
  const fromSeconds = Math.floor((since ?? (await firstOrderAt(db)) ?? now()) / 1000);
  const findSpan = (list: List) => ({
    from: Math.max(0, fromSeconds - overlapSeconds[depth][list]),
    to: toSeconds,
  });
  const found = { payments: 0, refunds: 0, disputes: 0, settled: 0, unreadable: 0 };
  const run = { payments, toSeconds, findSpan, found };
  const capturedAtGateway = await sweepPayments(run);
  const refundedAtGateway = await sweepRefunds(run);
  await sweepDisputes(run);
  const held = await sweepSettlements(run);
  await checkPendingOrders(payments);
  const differ = [
    ...(await findDiscrepancies(db, 'payments', capturedAtGateway, findSpan('payments'))),
    ...(await findDiscrepancies(db, 'refunds', refundedAtGateway, findSpan('refunds'))),
  ];
  logSweep(found, differ);
  const report = { from: moment(fromSeconds * 1000), to: moment(toSeconds * 1000), ...found, differ };
  if (depth === 'short') return report;
  const late = await unsettledSince(db, now() - payments.settings.settledWithinDays * durations.day);
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
  const { payments, found, findSpan } = run;
  const captured = new Map<string, number>();
  for await (const items of readablePages(run, payments.gateway.listPayments(findSpan('payments')))) {
    for (const payment of items) if (wasCaptured(payment)) captured.set(payment.id, payment.amount);
    for (const payment of await changedPayments(payments, items))
      found.payments += await recordListedPayment(payments, payment);
  }
  return captured;
}

/** Records refunds. Returns the paise of the gateway's refunds by id, except failed refunds. */
async function sweepRefunds(run: Run): Promise<Map<string, number>> {
  const { payments, found, findSpan } = run;
  const refunded = new Map<string, number>();
  for await (const items of readablePages(run, payments.gateway.listRefunds(findSpan('refunds'))))
    for (const refund of items) {
      if (refund.status !== 'failed') refunded.set(refund.id, refund.amount);
      await recordUnknownPayment(payments, refund.payment_id);
      const outcome = await recordRefund(payments.db, refund, 'sweep', payments.now());
      if (outcome === 'recorded') found.refunds += 1;
    }
  return refunded;
}

async function sweepDisputes(run: Run): Promise<void> {
  const { db, gateway, now } = run.payments;
  for await (const items of readablePages(run, gateway.listDisputes(run.findSpan('disputes'))))
    for (const dispute of items) {
      const outcome = await recordDispute(db, dispute, 'sweep', { now: now(), asOfSeconds: run.toSeconds });
      if (outcome === 'recorded') run.found.disputes += 1;
    }
}

/** Records settlements with their lines. Returns the ids of payments and refunds that are held back. */
async function sweepSettlements(run: Run): Promise<string[]> {
  const { db, gateway, now } = run.payments;
  const settlements: GatewaySettlement[] = [];
  for await (const items of readablePages(run, gateway.listSettlements(run.findSpan('settlements'))))
    settlements.push(...items);
  // The times of a settlement and its lines differ by seconds, which can span midnight.
  const times = settlements.flatMap(({ created_at: at }) => [at - dayInSeconds, at, at + dayInSeconds]);
  const lines: SettlementLine[] = [];
  for (const onDay of new Set(times.map((at) => dayInIndia(at * 1000))))
    for await (const items of readablePages(run, gateway.settlementLines(onDay))) lines.push(...items);
  const linesBySettlement = Map.groupBy(lines, findSettlementId);
  for (const settlement of settlements) {
    await recordSettlement(db, settlement, 'sweep');
    const listed = linesBySettlement.get(settlement.id) ?? [];
    run.found.settled += await recordSettlementLines(db, settlement, listed, 'sweep', now());
  }
  return lines.flatMap((line) => (findSettlementId(line) ? [] : [line.entity_id]));
}

/** In milliseconds. The gateway checks late authorisations with banks for three days. */
const giveUpAfter = 5 * durations.day;

/**
 * Captures authorised payments, and asks the gateway about reported payments that no list shows. A failure about one
 * order does not keep the others from being checked; three in a row end the round.
 */
async function checkPendingOrders(payments: Payments): Promise<void> {
  const { db, now } = payments;
  let failures = 0;
  for (const order of await ordersPendingConfirmation(db)) {
    if (failures >= 3) return;
    try {
      await syncOrder(payments, order, 'sweep');
      failures = 0;
    } catch (error) {
      const isRefused = GatewayError.is(error) && error.kind === 'refused';
      failures = isRefused ? 0 : failures + 1;
      // If the reported payment existed, the gateway would know it by now.
      if (isRefused && now() - Date.parse(order.created_at) > giveUpAfter)
        await deleteReports(db, 'order_id', order.id);
      log('warn', 'an order could not be checked', { orderId: order.id, reason: error });
    }
  }
}

/** Returns the time of the first order in milliseconds since 1970. */
async function firstOrderAt(db: Database): Promise<number | undefined> {
  const first = await db
    .selectFrom('orders')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first && Date.parse(first.created_at);
}

/** Returns the payments that would change the ledger. Most listed payments are known and need no write. */
async function changedPayments({ db }: Payments, items: GatewayPayment[]): Promise<GatewayPayment[]> {
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return items.filter((seen) => {
    const row = known.get(seen.id);
    return !row || !isDeepStrictEqual(row, mergePayment(row, seen, row.order_id, row.amount_refunded));
  });
}

/** Records a payment, and restores its order if the ledger lost the order. Resolves to the number of new payments. */
async function recordListedPayment(payments: Payments, payment: GatewayPayment): Promise<number> {
  const recorded = await recordPayment(payments.db, payment, 'sweep', payments.now());
  if (recorded.outcome === 'recorded') return 1;
  const isLost =
    recorded.outcome === 'unexplained' && recorded.why === 'unknown order' && wasCaptured(payment);
  if (!isLost || !payment.order_id) return 0;
  if (!(await restoreOrder(payments, payment.order_id))) return 0;
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
  const { db, gateway, settings, foreignIds, now } = payments;
  const order = await fetchWithCooldown(payments, orderId, () => gateway.fetchOrder(orderId));
  if (!order) return false;
  const bill = readOrderBill(order);
  if (!bill || !order.receipt) {
    foreignIds.set(orderId, now());
    return false;
  }
  const receiptToken = deriveReceiptToken(order.receipt, settings.keySecret);
  await insertOrder(db, order, bill, { receiptToken, now: order.created_at * 1000 });
  log('warn', 'an order was restored from the gateway', { orderId });
  return true;
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
