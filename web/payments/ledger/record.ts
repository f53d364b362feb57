import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { GatewayPayment } from '#web/payments/gateway/gateway.ts';
import { laterPaymentStatus, orderStatusAfter } from '#web/payments/states.ts';
import { type LedgerDatabase, mismatch, moment, type Order, type Payment } from './orders.ts';

export type Source = 'verification' | 'webhook' | 'reconciliation' | 'receipt' | 'staff';

type WebhookEvent = { id: string; type: string; bodyDigest: string };

type Recorded =
  | { outcome: 'recorded' | 'known'; order: Order; payment: Payment; before: Payment | undefined }
  | { outcome: 'unknown-order' | 'duplicate-event' | 'altered-event' }
  | { outcome: 'mismatch'; what: 'order' | 'currency' | 'amount' };

/** How soon reconciliation checks whether an authorised payment was captured, in milliseconds. */
const captureCheckAfter = 2 * 60_000;

/** Longer than any attempt lasts, in milliseconds: banks and UPI end it before. */
const longestAttempt = 15 * 60_000;

/**
 * Records what became known of a payment; the only way to do so, whatever the source. It happens in one transaction
 * that holds the order's row, so a browser's verification and a webhook that arrive together are recorded one after
 * the other, and the second finds nothing left to do.
 */
export function recordPayment(
  db: LedgerDatabase,
  seen: GatewayPayment,
  source: Source,
  now: number,
  event?: WebhookEvent,
): Promise<Recorded> {
  return db.transaction().execute(async (trx): Promise<Recorded> => {
    const order = await lockOrder(trx, seen.orderId ?? '');
    if (!order) return { outcome: 'unknown-order' };
    const what = mismatch(order, seen);
    if (what) return { outcome: 'mismatch', what };

    const known = await lockPayment(trx, seen.id);
    if (known && known.order_id !== order.id) return { outcome: 'mismatch', what: 'order' };
    if (event) {
      const repeated = await findRepetition(trx, event, order.id, now);
      if (repeated) return { outcome: repeated };
    }

    const payment = await storePayment(trx, known, seen, source, now);
    if (known && isSame(known, payment)) return { outcome: 'known', order, payment, before: known };

    const status = orderStatusAfter(order.status, payment.captured_at !== null);
    const changes = {
      status,
      paid_at: status === 'paid' ? (order.paid_at ?? payment.captured_at) : null,
      next_check_at: nextCheck(order, status, payment, now),
    };
    await trx.updateTable('orders').set(changes).where('id', '=', order.id).execute();
    await trx
      .insertInto('order_events')
      .values({
        order_id: order.id,
        payment_id: payment.id,
        source,
        event: trailEvent(known, payment),
        at: moment(now),
      })
      .execute();
    return { outcome: 'recorded', order: { ...order, ...changes }, payment, before: known };
  });
}

/**
 * `recordPayment` for the commonest case, a captured payment that is new to the ledger, in one statement of PostgreSQL:
 * one round trip instead of seven, which were most of our own time on a verification. Resolves to undefined, with nothing
 * written, in all other cases. It locks the order's row first, as that transaction does, so that the two cannot deadlock.
 */
export async function recordFirstCapture(
  db: LedgerDatabase,
  order: Order,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded | undefined> {
  if (seen.status !== 'captured' || mismatch(order, seen)) return undefined;
  const row = firstRow(seen, order.id, source, now);
  const at = moment(now);
  const { rows } = await sql<Order>`
    with held as (select id from orders where id = ${order.id} for no key update),
    stored as (
      insert into payments (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(row))} from held
      on conflict do nothing
      returning id, order_id
    ),
    noted as (
      insert into order_events (order_id, payment_id, source, event, at)
      select order_id, id, ${source}, 'payment.captured', ${at} from stored
    )
    update orders set status = 'paid', paid_at = coalesce(paid_at, ${row.captured_at}), next_check_at = null
    from stored where orders.id = stored.order_id
    returning orders.*`.execute(db);
  const [changed] = rows;
  if (!changed) return undefined;
  return {
    outcome: 'recorded',
    order: changed,
    payment: { verified_at: null, settled_at: null, ...row },
    before: undefined,
  };
}

/**
 * Accepts a browser's report of a payment that the ledger has as captured, once: true for the first report, false for
 * every later one, also when several come at the same time.
 */
export async function acceptReport(db: LedgerDatabase, paymentId: string, now: number): Promise<boolean> {
  const accepted = await db
    .updateTable('payments')
    .set({ verified_at: moment(now) })
    .where('id', '=', paymentId)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

/** Takes the row's lock by writing it as it is: the same statement locks in SQLite and in PostgreSQL. */
function lockOrder(trx: LedgerDatabase, orderId: string): Promise<Order | undefined> {
  return trx
    .updateTable('orders')
    .set((expression) => ({ checks: expression.ref('checks') }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

/** The payment's own row as well, because a browser's report is accepted without holding the order's. */
function lockPayment(trx: LedgerDatabase, paymentId: string): Promise<Payment | undefined> {
  return trx
    .updateTable('payments')
    .set((expression) => ({ status: expression.ref('status') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps the event; resolves to why it is nothing new, if it is not. */
async function findRepetition(
  trx: LedgerDatabase,
  event: WebhookEvent,
  orderId: string,
  now: number,
): Promise<'duplicate-event' | 'altered-event' | undefined> {
  const inserted = await trx
    .insertInto('webhook_events')
    .values({
      id: event.id,
      body_digest: event.bodyDigest,
      type: event.type,
      order_id: orderId,
      received_at: moment(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return undefined;
  const earlier = await trx
    .selectFrom('webhook_events')
    .select('id')
    .where('id', '=', event.id)
    .where('body_digest', '=', event.bodyDigest)
    .executeTakeFirst();
  // The id travels in a header that nothing signs: an old body under a new id, or the reverse, is a replay.
  return earlier ? 'duplicate-event' : 'altered-event';
}

/** The changing columns of a payment's row, from what is known and what was seen now. */
function valuesAfter(known: Payment | undefined, seen: GatewayPayment, source: Source, now: number) {
  const status = known ? laterPaymentStatus(known.status, seen.status) : seen.status;
  return {
    status,
    method: seen.method ?? known?.method ?? null,
    method_detail: seen.methodDetail ?? known?.method_detail ?? null,
    reference: seen.reference ?? known?.reference ?? null,
    amount_refunded: Math.max(seen.amountRefunded, known?.amount_refunded ?? 0),
    fee: seen.fee ?? known?.fee ?? null,
    tax: seen.tax ?? known?.tax ?? null,
    error_reason: status === 'failed' ? (seen.errorReason ?? known?.error_reason ?? null) : null,
    captured_at: known?.captured_at ?? (seen.isTaken ? moment(takenAt(known, seen, now)) : null),
    ...(source === 'verification' && status === 'captured' && !known?.verified_at
      ? { verified_at: moment(now) }
      : {}),
  };
}

/**
 * When a payment was captured, which Razorpay does not tell: now, unless the ledger learns only long after its beginning
 * of it, because the site was down or every report was lost. A receipt must not show that day.
 */
function takenAt(known: Payment | undefined, seen: GatewayPayment, now: number): number {
  const began = seen.createdAt * 1000;
  return known || now - began < longestAttempt ? now : began;
}

/** The row of a payment that the ledger has not seen yet. */
function firstRow(seen: GatewayPayment, orderId: string, source: Source, now: number) {
  return {
    id: seen.id,
    order_id: orderId,
    amount: seen.amount,
    currency: seen.currency,
    created_at: moment(seen.createdAt * 1000),
    ...valuesAfter(undefined, seen, source, now),
  };
}

async function storePayment(
  trx: LedgerDatabase,
  known: Payment | undefined,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Payment> {
  if (known) {
    const values = valuesAfter(known, seen, source, now);
    const payment = { ...known, ...values };
    if (!isSame(known, payment) || known.verified_at !== payment.verified_at)
      await trx.updateTable('payments').set(values).where('id', '=', known.id).execute();
    return payment;
  }
  return trx
    .insertInto('payments')
    .values(firstRow(seen, seen.orderId ?? '', source, now))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether two states of a payment are the same, apart from the times that are our own. */
function isSame(a: Payment, b: Payment): boolean {
  const reported = ({ captured_at, verified_at, ...columns }: Payment) => columns;
  return isDeepStrictEqual(reported(a), reported(b));
}

function nextCheck(order: Order, status: Order['status'], payment: Payment, now: number): string | null {
  if (status === 'paid') return null;
  if (payment.status !== 'authorized') return order.next_check_at;
  const soon = moment(now + captureCheckAfter);
  return order.next_check_at !== null && order.next_check_at < soon ? order.next_check_at : soon;
}

function trailEvent(known: Payment | undefined, payment: Payment): string {
  if (known && known.status === payment.status) {
    if (payment.amount_refunded > known.amount_refunded) return 'payment.partly_refunded';
    return 'payment.details';
  }
  return `payment.${payment.status}`;
}
