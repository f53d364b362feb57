import { hour } from '#web/contracts/durations.ts';
import { laterState, refundStatuses } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { GatewayRefund } from '#web/payments/gateway.ts';
import { addEntries, addOrderEvent, explanationFacts, type Fact, type Source } from './entries.ts';
import { recordForPayment } from './locks.ts';
import { updateMoves } from './moved-money.ts';

/** Milliseconds until a pending or unlisted refund is checked again. */
const pendingCheckAfter = 6 * hour;

/** Records a refund and updates its payment. Outdated reports change nothing. */
export function recordRefund(
  db: Database,
  seen: GatewayRefund,
  source: Source,
  now: number,
): Promise<'recorded' | 'known'> {
  return recordForPayment(db, 'refund', seen, source, now, async (trx, order, payment) => {
    const known = await trx.selectFrom('refunds').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const status = laterState(refundStatuses, known?.status, seen.status);
    const reference = seen.reference ?? known?.reference ?? null;
    const hasMoved = status !== known?.status;
    const isNews = hasMoved || reference !== known.reference;
    const identity = { payment_id: payment.id, order_id: order.id };
    if (isNews) {
      const ended = hasMoved ? (status === 'pending' ? null : moment(now)) : known.ended_at;
      const values = { status, reference, ended_at: ended };
      const { id, amount, ourReference, createdAt } = seen;
      await trx
        .insertInto('refunds')
        .values({
          ...{ id, amount, ...identity, ...values },
          receipt: ourReference ?? null,
          created_at: moment(createdAt * 1000),
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    }
    const { refunded, isOpen } = await refundState(trx, order.id, payment.id, payment.reported_refunded);
    await trx
      .updateTable('payments')
      .set({
        amount_refunded: refunded,
        status: payment.captured_at === null ? payment.status : capturedStatus(payment.amount, refunded),
      })
      .where('id', '=', payment.id)
      .execute();
    if (order.status === 'paid')
      await trx
        .updateTable('orders')
        .set({ next_check_at: isOpen ? moment(now + pendingCheckAfter) : null })
        .where('id', '=', order.id)
        .execute();
    if (!isNews) return 'known';
    await addOrderEvent(trx, identity, `refund.${status}`, source, now);
    const about = { ...identity, subject: seen.id, currency: seen.currency, amount: seen.amount };
    const facts: Fact[] = [];
    if (!known) facts.push({ ...about, kind: 'refunded', at: seen.createdAt * 1000 });
    if (hasMoved && status === 'failed')
      facts.push({ ...about, kind: 'refund-failed', at: seen.createdAt * 1000 });
    if (!known) facts.push(...(await explanationFacts(trx, about)));
    await addEntries(trx, facts, source, now);
    await updateMoves(trx, payment, { why: seen.id }, source, now);
    return 'recorded';
  });
}

/** Returns the refunded paise of a payment, and whether a refund of its order is pending or unknown. */
export async function refundState(trx: Database, orderId: string, paymentId: string, reported: number) {
  const rows = await trx
    .selectFrom('refunds')
    .select(['payment_id', 'amount', 'status'])
    .where('order_id', '=', orderId)
    .execute();
  let [valid, failed] = [0, 0];
  for (const { amount, status } of rows.filter((row) => row.payment_id === paymentId)) {
    if (status === 'failed') failed += amount;
    else valid += amount;
  }
  // The gateway's sum includes failed refunds.
  const reportedTotal = reported - failed;
  return {
    refunded: Math.max(valid, reportedTotal),
    isOpen: reportedTotal > valid || rows.some((row) => row.status === 'pending'),
  };
}

/** Returns the status of a captured payment. It changes back if a refund fails. */
export function capturedStatus(amount: number, refunded: number): 'captured' | 'refunded' {
  return refunded >= amount ? 'refunded' : 'captured';
}
