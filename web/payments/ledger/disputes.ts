import { type DisputeStatus, disputeStatuses, type GatewayDispute } from '#web/payments/gateway.ts';
import { enter, type Fact, type Source } from './entries.ts';
import { lockOrder } from './locks.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';
import { explanation } from './unexplained.ts';

const isOver = (status: DisputeStatus) => status !== 'open' && status !== 'under_review';

/**
 * Records what became known of a dispute. One that is decided stays decided; what was deducted for it is entered when
 * it is known. `unknown-payment`: the payment has to be recorded first.
 */
export function recordDispute(
  db: LedgerDatabase,
  seen: GatewayDispute,
  source: Source,
  now: number,
): Promise<'recorded' | 'known' | 'unknown-payment'> {
  return db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .select('order_id')
      .where('id', '=', seen.paymentId)
      .executeTakeFirst();
    const order = payment && (await lockOrder(trx, payment.order_id));
    if (!order) return 'unknown-payment';
    const known = await trx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const isLater = !known || disputeStatuses.indexOf(seen.status) > disputeStatuses.indexOf(known.status);
    const status = known && (isOver(known.status) || !isLater) ? known.status : seen.status;
    const deducted = Math.max(seen.deducted, known?.deducted ?? 0);
    if (known && status === known.status && deducted === known.deducted && seen.phase === known.phase)
      return 'known';

    const values = {
      amount: seen.amount,
      deducted,
      reason: seen.reason ?? known?.reason ?? null,
      phase: isLater ? seen.phase : known.phase,
      status,
      respond_by: seen.respondBy ? moment(seen.respondBy * 1000) : (known?.respond_by ?? null),
      ended_at: known?.ended_at ?? (isOver(status) ? moment(now) : null),
    };
    const identity = { id: seen.id, payment_id: seen.paymentId, order_id: order.id };
    await trx
      .insertInto('disputes')
      .values({ ...identity, ...values, created_at: moment(seen.createdAt * 1000) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await trx
      .insertInto('order_events')
      .values({
        order_id: order.id,
        payment_id: seen.paymentId,
        source,
        event: `dispute.${status}`,
        at: moment(now),
      })
      .execute();
    const about = {
      subject: seen.id,
      payment_id: seen.paymentId,
      order_id: order.id,
      currency: seen.currency,
      detail: seen.reason ?? null,
    };
    const facts: Fact[] = [];
    if (!known) facts.push({ ...about, kind: 'disputed', amount: seen.amount, at: seen.createdAt * 1000 });
    if (deducted !== (known?.deducted ?? 0))
      facts.push({ ...about, kind: 'dispute-lost', amount: deducted - (known?.deducted ?? 0), at: now });
    if (status !== known?.status && (status === 'won' || status === 'closed'))
      facts.push({ ...about, kind: `dispute-${status}`, amount: seen.amount, at: now });
    if (!known) facts.push(...(await explanation(trx, about, now)));
    await enter(trx, facts, source, now);
    return 'recorded';
  });
}
