import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { minute } from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import type { Refundable } from '#web/contracts/refund-terms.ts';
import { blocksRefund } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { GatewayError } from '#web/payments/gateway.ts';
import { lockOrder } from '#web/payments/ledger/locks.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import type { refundBodySchema } from './bodies.ts';
import { momentRange } from './listing.ts';

/** Milliseconds for which no other process sends the same request. */
const longestCall = 2 * minute;

/** `open`: paise that can still be refunded. */
type RefundOutcome =
  | { outcome: 'requested' | 'unknown' | 'other-request' | 'disputed' }
  | { outcome: 'too-much'; open: number };

/**
 * Requests a refund for a member of staff. Sends it at once if neither the payment's refunds nor the person's requests
 * of the day exceed the limit; otherwise a second person has to approve it. Idempotent by `key`.
 */
export async function requestRefund(
  payments: Payments,
  orderId: string,
  { key, paymentId, amount, reason }: z.output<typeof refundBodySchema>,
  staff: Staff,
): Promise<RefundOutcome> {
  const { db, settings, now } = payments;
  const requested = await db.transaction().execute(async (trx): Promise<RefundOutcome> => {
    if (!(await lockOrder(trx, orderId))) return { outcome: 'unknown' };
    const known = await findRequest(trx, key);
    if (known) {
      const isSame = known.payment_id === paymentId && known.amount === amount;
      return { outcome: isSame ? 'requested' : 'other-request' };
    }
    const payment = await refundableAmount(trx, orderId, paymentId);
    if (!payment) return { outcome: 'unknown' };
    if (await isDisputed(trx, paymentId)) return { outcome: 'disputed' };
    const { open, given } = payment;
    if (amount > open) return { outcome: 'too-much', open };
    const counted = amount + Math.max(given, await requestedToday(trx, staff, now()));
    await trx
      .insertInto('refund_requests')
      .values({
        id: key,
        order_id: orderId,
        payment_id: paymentId,
        amount,
        reason,
        state: counted > settings.refundApprovalAbove ? 'waiting' : 'approved',
        requested_by: staff.name,
        requester_id: staff.id,
        created_at: moment(now()),
      })
      .execute();
    const detail = `₹${decimalFromPaise(amount)} of ${paymentId}: ${reason}`;
    await audit(trx, { actor: staff, act: 'refund.requested', subject: orderId, detail }, now());
    return { outcome: 'requested' };
  });
  if (requested.outcome === 'requested') await sendRefund(payments, key);
  return requested;
}

const findRequest = (db: Database, id: string) =>
  db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns whether a dispute blocks refunds of a payment, so that its money is not given back twice. */
export async function isDisputed(db: Database, paymentId: string): Promise<boolean> {
  const disputes = db.selectFrom('disputes').select(['status', 'phase']).where('payment_id', '=', paymentId);
  return (await disputes.execute()).some(blocksRefund);
}

/**
 * Returns amounts of a captured payment in paise: `net` is the amount without deductions and money moved to other
 * bills, `given` was refunded or requested, and `open` is the rest of `net`.
 */
export async function refundableAmount(trx: Database, orderId: string, paymentId: string) {
  // A webhook may record a refund before its request is marked as sent. The payment's sum then contains it already.
  const requestedRefunds = sql`(select sum(amount) from refund_requests r
    where r.payment_id = payments.id and r.state in ('waiting', 'approved')
    and not exists (select 1 from refunds where refunds.order_id = r.order_id and refunds.receipt = r.id))`;
  const deducted = sql`(select sum(deducted) from disputes d where d.payment_id = payments.id)`;
  const payment = await trx
    .selectFrom('payments')
    .select(sql<number>`(amount_refunded + coalesce(${requestedRefunds}, 0))`.as('given'))
    .select(sql<number>`(amount - coalesce(amount_moved, 0) - coalesce(${deducted}, 0))`.as('net'))
    .where('id', '=', paymentId)
    .where('order_id', '=', orderId)
    .where('captured_at', 'is not', null)
    .executeTakeFirst();
  return payment && { ...payment, open: payment.net - payment.given };
}

/** Returns what can be refunded now: nothing before the capture or while the payment is disputed. */
export async function refundableNow(trx: Database, order: Pick<Order, 'id' | 'amount'>, payment: Payment) {
  const found = (await isDisputed(trx, payment.id))
    ? undefined
    : await refundableAmount(trx, order.id, payment.id);
  const borneByCustomer = Math.max(0, payment.amount - order.amount);
  const fee = Math.max(0, (payment.fee ?? 0) - borneByCustomer);
  return { paid: found?.net ?? 0, fee, most: found?.open ?? 0 } satisfies Refundable;
}

/**
 * Returns the paise that a person requested on this day in India without a second person; rejected and failed requests
 * do not count. Locks, so that the person's other requests wait for this transaction.
 */
async function requestedToday(trx: Database, { id }: Staff, now: number): Promise<number> {
  const expires_at = moment(now);
  await trx
    .insertInto('rate_limits')
    .values({ key: `refunds of ${id}`, uses: 1, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at }))
    .execute();
  const failed = trx.selectFrom('refunds').select('id').where('status', '=', 'failed');
  const { amount } = await trx
    .selectFrom('refund_requests')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('amount'))
    .where('requester_id', '=', id)
    .where('created_at', '>=', momentRange({ from: dayInIndia(now) }).from)
    .where('decided_by', 'is', null)
    .where('state', 'in', ['waiting', 'approved', 'sent'])
    .where((is) => is.or([is('refund_id', 'is', null), is('refund_id', 'not in', failed)]))
    .executeTakeFirstOrThrow();
  return amount;
}

type DecisionOutcome =
  | { outcome: 'decided'; orderId: string }
  | { outcome: 'unknown' | 'own' | 'over' | 'disputed' };

/** Approves or rejects a waiting request. Nobody may approve their own request. */
export async function decideRefund(
  payments: Payments,
  id: string,
  decision: 'approved' | 'rejected',
  staff: Staff,
): Promise<DecisionOutcome> {
  const { db, now } = payments;
  const request = await findRequest(db, id);
  if (!request) return { outcome: 'unknown' };
  if (decision === 'approved' && request.requester_id === staff.id) return { outcome: 'own' };
  if (decision === 'approved' && (await isDisputed(db, request.payment_id))) return { outcome: 'disputed' };
  const isDecided = await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('refund_requests')
      .set({ state: decision, decided_by: staff.name })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();
    const about = { act: `refund.${decision}`, subject: request.order_id, detail: id };
    if (changed) await audit(trx, { actor: staff, ...about }, now());
    return changed !== undefined;
  });
  if (!isDecided) return { outcome: 'over' };
  if (decision === 'approved') await sendRefund(payments, id);
  return { outcome: 'decided', orderId: request.order_id };
}

/** SQL: whether an approved request is not being sent, for example because a process died or the gateway was down. */
const isUnsent = (now: number) =>
  sql<boolean>`state = 'approved' and (claimed_until is null or claimed_until < ${moment(now)})`;

export async function sendApprovedRefunds(payments: Payments): Promise<void> {
  const { db, now } = payments;
  const unsent = await db.selectFrom('refund_requests').select('id').where(isUnsent(now())).execute();
  for (const { id } of unsent) await sendRefund(payments, id);
}

/** Sends an approved refund. Retries are safe, because the request's id is the gateway's idempotency key. */
async function sendRefund(payments: Payments, id: string): Promise<void> {
  const { db, gateway, now } = payments;
  const settle = (values: { state: 'sent' | 'failed'; refund_id?: string; problem?: string }) =>
    db
      .updateTable('refund_requests')
      .set({ ...values, claimed_until: null })
      .where('id', '=', id)
      .execute();
  const before = await findRequest(db, id);
  // Only the gateway knows whether an earlier attempt succeeded.
  const isNew = before?.state === 'approved' && before.claimed_until === null;
  if (isNew && (await isDisputed(db, before.payment_id))) {
    await settle({ state: 'failed', problem: 'A dispute was opened before it was sent.' });
    return;
  }
  const request = await db
    .updateTable('refund_requests')
    .set({ claimed_until: moment(now() + longestCall) })
    .where('id', '=', id)
    .where(isUnsent(now()))
    .returningAll()
    .executeTakeFirst();
  if (!request) return;
  try {
    const { payment_id: paymentId, amount } = request;
    const refund = await gateway.refund({ paymentId, amount, key: id });
    await recordRefund(db, refund, 'staff', now());
    await settle({ state: 'sent', refund_id: refund.id });
  } catch (error) {
    const isRefused = GatewayError.is(error) && error.kind === 'refused' && error.status !== 409;
    log(isRefused ? 'warn' : 'error', 'a refund could not be sent', {
      orderId: request.order_id,
      reason: error,
    });
    if (isRefused)
      await settle({ state: 'failed', problem: error.description ?? 'The gateway refused this refund.' });
  }
}
