import { laterState, refundStatuses } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { findBankReference, type GatewayRefund } from '#web/payments/razorpay/entities.ts';
import { addEntries, explanationFacts, type Fact, recordForPayment, type Source } from './entries.ts';
import { updateMoves } from './moved-money.ts';

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
    const reference = findBankReference(seen.acquirer_data) ?? known?.reference ?? null;
    const hasMoved = status !== known?.status;
    const isNews = hasMoved || reference !== known.reference;
    const identity = { payment_id: payment.id, order_id: order.id };
    if (isNews) {
      let ended_at = known?.ended_at ?? null;
      if (hasMoved) ended_at = status === 'pending' ? null : moment(now);
      const values = { status, reference, ended_at };
      const { id, amount, receipt, created_at } = seen;
      await trx
        .insertInto('refunds')
        .values({
          ...{ id, amount, ...identity, ...values },
          receipt: receipt ?? null,
          created_at: moment(created_at * 1000),
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    }
    const refunded = await sumRefunded(trx, payment.id, payment.reported_refunded);
    await trx
      .updateTable('payments')
      .set({
        amount_refunded: refunded,
        status: payment.captured_at === null ? payment.status : capturedStatus(payment.amount, refunded),
      })
      .where('id', '=', payment.id)
      .execute();
    if (!isNews) return 'known';
    const about = { ...identity, subject: seen.id, currency: seen.currency, amount: seen.amount };
    const facts: Fact[] = [];
    if (!known) facts.push({ ...about, kind: 'refunded', at: seen.created_at * 1000 });
    if (hasMoved && status === 'failed')
      facts.push({ ...about, kind: 'refund-failed', at: seen.created_at * 1000 });
    if (!known) facts.push(...(await explanationFacts(trx, about)));
    await addEntries(trx, facts, source, now);
    await updateMoves(trx, payment, { why: seen.id }, now);
    return 'recorded';
  });
}

/** Returns the refunded paise of a payment. The gateway's sum `reported` includes failed refunds. */
export async function sumRefunded(trx: Database, paymentId: string, reported: number): Promise<number> {
  const rows = await trx
    .selectFrom('refunds')
    .select(['amount', 'status'])
    .where('payment_id', '=', paymentId)
    .execute();
  let [valid, failed] = [0, 0];
  for (const { amount, status } of rows)
    if (status === 'failed') failed += amount;
    else valid += amount;
  return Math.max(valid, reported - failed);
}

/** Returns the status of a captured payment. It changes back if a refund fails. */
export function capturedStatus(amount: number, refunded: number): 'captured' | 'refunded' {
  return refunded >= amount ? 'refunded' : 'captured';
}
