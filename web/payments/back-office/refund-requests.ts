import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { minute } from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Order, Payment } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import type { refundBodySchema } from '#web/payments/bodies.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import { findMoneyLeft, isDisputed } from '#web/payments/ledger/moved-money.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import type { Payments } from '#web/payments/payments.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
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
    if (!(await lockRow(trx, 'orders', orderId))) return { outcome: 'unknown' };
    const known = await findRequest(trx, key);
    if (known) {
      const isSame = known.payment_id === paymentId && known.amount === amount;
      return { outcome: isSame ? 'requested' : 'other-request' };
    }
    const payment = await findMoneyLeft(trx, paymentId);
    if (payment?.order_id !== orderId) return { outcome: 'unknown' };
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

type RefundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;
const findRequest = (db: Database, id: string) =>
  db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Returns what can be refunded now: nothing before the capture or while the payment is disputed. In paise: `paid` is
 * less money that was moved or deducted, `fee` is the gateway's fee with tax, less the part that the customer bore,
 * `most` can still be refunded.
 */
export async function refundableNow(trx: Database, order: Pick<Order, 'id' | 'amount'>, payment: Payment) {
  const found = (await isDisputed(trx, payment.id)) ? undefined : await findMoneyLeft(trx, payment.id);
  const borneByCustomer = Math.max(0, payment.amount - order.amount);
  const fee = Math.max(0, (payment.fee ?? 0) - borneByCustomer);
  return { paid: found?.net ?? 0, fee, most: found?.open ?? 0 };
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
  | { outcome: 'unknown' | 'own' | 'over' | 'disputed' }
  | { outcome: 'too-much'; open: number };

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
  const decided = await db.transaction().execute(async (trx): Promise<DecisionOutcome> => {
    await lockRow(trx, 'orders', request.order_id);
    if ((await findRequest(trx, id))?.state !== 'waiting') return { outcome: 'over' };
    const problem = decision === 'approved' ? await sendingProblem(trx, request) : undefined;
    if (problem) return problem;
    const changed = await trx
      .updateTable('refund_requests')
      .set({ state: decision, decided_by: staff.name })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();
    if (!changed) return { outcome: 'over' };
    const about = { act: `refund.${decision}`, subject: request.order_id, detail: id };
    await audit(trx, { actor: staff, ...about }, now());
    return { outcome: 'decided', orderId: request.order_id };
  });
  if (decided.outcome === 'decided' && decision === 'approved') await sendRefund(payments, id);
  return decided;
}

/** Returns why a request cannot be sent: a dispute or another refund may have taken the money since it was made. */
async function sendingProblem(
  trx: Database,
  { id, payment_id, amount }: Pick<RefundRequest, 'id' | 'payment_id' | 'amount'>,
) {
  if (await isDisputed(trx, payment_id)) return { outcome: 'disputed' } as const;
  const open = (await findMoneyLeft(trx, payment_id, id))?.open ?? 0;
  return amount > open ? ({ outcome: 'too-much', open } as const) : undefined;
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
  const before = await findRequest(db, id);
  if (before?.state !== 'approved') return;
  const { payment_id: paymentId, amount, order_id: orderId } = before;
  let isAsked = false;
  try {
    // Only the gateway knows whether an earlier attempt succeeded.
    if (before.claimed_until !== null)
      for (const refund of await gateway.refundsOfPayment(paymentId))
        await recordRefund(db, refund, 'staff', now());
    if (!(await claimRequest(payments, before))) return;
    isAsked = true;
    const refund = await gateway.refund({ paymentId, amount, key: id });
    await recordRefund(db, refund, 'staff', now());
    await settleRequest(db, id, { state: 'sent', refund_id: refund.id });
  } catch (error) {
    const isRefused = isAsked && GatewayError.is(error) && error.kind === 'refused' && error.status !== 409;
    log(isRefused ? 'warn' : 'error', 'a refund could not be sent', { orderId, reason: error });
    if (isRefused)
      await settleRequest(db, id, {
        state: 'failed',
        problem: error.description ?? 'The gateway refused this refund.',
      });
  }
}

/** Claims an unsent request for this process. Settles it instead if it was sent before or cannot be sent any more. */
function claimRequest({ db, now }: Payments, request: RefundRequest): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'orders', request.order_id);
    const { id } = request;
    const claimed = await trx
      .updateTable('refund_requests')
      .set({ claimed_until: moment(now() + longestCall) })
      .where('id', '=', id)
      .where(isUnsent(now()))
      .executeTakeFirst();
    if (claimed.numUpdatedRows !== 1n) return false;
    const made = trx.selectFrom('refunds').select('id').where('receipt', '=', id);
    const refund = await made.where('order_id', '=', request.order_id).executeTakeFirst();
    const problem = refund ? undefined : await sendingProblem(trx, request);
    if (refund) await settleRequest(trx, id, { state: 'sent', refund_id: refund.id });
    const gone = 'A dispute was opened, or less than this is left of the payment.';
    if (problem) await settleRequest(trx, id, { state: 'failed', problem: gone });
    return !refund && !problem;
  });
}

type Settled = { state: 'sent' | 'failed'; refund_id?: string; problem?: string };
const settleRequest = (db: Database, id: string, settled: Settled) =>
  db
    .updateTable('refund_requests')
    .set({ ...settled, claimed_until: null })
    .where('id', '=', id)
    .execute();
