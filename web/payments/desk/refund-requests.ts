import { GatewayError } from '#web/payments/gateway.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { lockOrder } from '#web/payments/ledger/locks.ts';
import { moment } from '#web/payments/ledger/orders.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import { log } from '#web/payments/log.ts';
import { decimalFromPaise } from '#web/payments/money.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { Staff } from '#web/payments/staff/require-staff.ts';
import type { RefundRequest } from './contract.ts';

/** How long one call to the gateway may keep a request from being sent by another process, in milliseconds. */
const longestCall = 2 * 60_000;

type Wanted = { key: string; paymentId: string; amount: number; reason: string };

export type Requested =
  | { outcome: 'requested'; request: Pick<RefundRequest, 'id' | 'state'> }
  | { outcome: 'unknown' }
  /** `open`: what can still be given back, in paise. */
  | { outcome: 'too-much'; open: number }
  | { outcome: 'other-request' };

/**
 * Asks for a refund in the name of a member of staff. Up to the limit it is sent at once; above it, a second person has
 * to approve it. The same key, sent again, is the same request.
 */
export async function requestRefund(
  payments: Payments,
  orderId: string,
  { key, paymentId, amount, reason }: Wanted,
  staff: Staff,
): Promise<Requested> {
  const { db, settings, now } = payments;
  const requested = await db.transaction().execute(async (trx): Promise<Requested> => {
    if (!(await lockOrder(trx, orderId))) return { outcome: 'unknown' };
    const known = await trx
      .selectFrom('refund_requests')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirst();
    if (known)
      return known.payment_id === paymentId && known.amount === amount
        ? { outcome: 'requested', request: known }
        : { outcome: 'other-request' };
    const open = await refundable(trx, orderId, paymentId);
    if (open === undefined) return { outcome: 'unknown' };
    if (amount > open) return { outcome: 'too-much', open };
    const request = await trx
      .insertInto('refund_requests')
      .values({
        id: key,
        order_id: orderId,
        payment_id: paymentId,
        amount,
        reason,
        state: amount > settings.refundApprovalAbove ? 'waiting' : 'approved',
        requested_by: staff.name,
        requester_id: staff.id,
        created_at: moment(now()),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = `₹${decimalFromPaise(amount)} of ${paymentId}: ${reason}`;
    await audit(trx, { actor: staff.name, act: 'refund.requested', subject: orderId, detail }, now());
    return { outcome: 'requested', request };
  });
  if (requested.outcome === 'requested') await sendRefund(payments, requested.request.id);
  return requested;
}

/** What of a captured payment is neither given back nor asked for, in paise; undefined for any other payment. */
async function refundable(trx: LedgerDatabase, orderId: string, paymentId: string) {
  const payment = await trx
    .selectFrom('payments')
    .select(['amount', 'amount_refunded'])
    .where('id', '=', paymentId)
    .where('order_id', '=', orderId)
    .where('captured_at', 'is not', null)
    .executeTakeFirst();
  if (!payment) return undefined;
  const waiting = await trx
    .selectFrom('refund_requests')
    .select('amount')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['waiting', 'approved'])
    .execute();
  return waiting.reduce((open, { amount }) => open - amount, payment.amount - payment.amount_refunded);
}

export type Decided = { outcome: 'decided'; orderId: string } | { outcome: 'unknown' | 'own' | 'over' };

/** Decides on a request that waits for a second person; nobody decides on their own. */
export async function decideRefund(
  payments: Payments,
  id: string,
  decision: 'approved' | 'rejected',
  staff: Staff,
): Promise<Decided> {
  const { db, now } = payments;
  const request = await db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();
  if (!request) return { outcome: 'unknown' };
  if (decision === 'approved' && request.requester_id === staff.id) return { outcome: 'own' };
  const isDecided = await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('refund_requests')
      .set({ state: decision, decided_by: staff.name })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await audit(
      trx,
      { actor: staff.name, act: `refund.${decision}`, subject: request.order_id, detail: id },
      now(),
    );
    return true;
  });
  if (!isDecided) return { outcome: 'over' };
  if (decision === 'approved') await sendRefund(payments, id);
  return { outcome: 'decided', orderId: request.order_id };
}

/** What was approved and, because a process died or the gateway was away, is not sent yet. */
function approvedRefunds(db: LedgerDatabase, now: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('refund_requests')
    .select('id')
    .where('state', '=', 'approved')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<', moment(now))]))
    .execute();
}

export async function sendApprovedRefunds(payments: Payments): Promise<void> {
  for (const { id } of await approvedRefunds(payments.db, payments.now())) await sendRefund(payments, id);
}

/** Sent again with its key, a refund is not made twice: an answer that was lost costs nothing. */
async function sendRefund(payments: Payments, id: string): Promise<void> {
  const { db, gateway, now } = payments;
  const request = await db
    .updateTable('refund_requests')
    .set({ claimed_until: moment(now() + longestCall) })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<', moment(now()))]))
    .returningAll()
    .executeTakeFirst();
  if (!request) return;
  const settle = (values: { state: 'sent' | 'failed'; refund_id?: string; problem?: string }) =>
    db
      .updateTable('refund_requests')
      .set({ ...values, claimed_until: null })
      .where('id', '=', id)
      .execute();
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
