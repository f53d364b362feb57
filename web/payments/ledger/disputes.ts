import type { GatewayDispute } from '#web/payments/gateway.ts';
import { type DisputeStatus, disputeStatuses, later } from '#web/payments/states.ts';
import { enter, explanation, type Fact, noteEvent, type Source } from './entries.ts';
import { recordOfPayment } from './locks.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';

const isOver = (status: DisputeStatus) => status !== 'open' && status !== 'under_review';

/** Records what became known of a dispute. One that is decided stays decided. */
export function recordDispute(
  db: LedgerDatabase,
  seen: GatewayDispute,
  source: Source,
  now: number,
): Promise<'recorded' | 'known'> {
  return recordOfPayment(db, 'dispute', seen, source, now, async (trx, order) => {
    const known = await trx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const isDecided = known && isOver(known.status);
    const status = isDecided ? known.status : later(disputeStatuses, known?.status, seen.status);
    const phase = known && status !== seen.status ? known.phase : seen.phase;
    const deducted = Math.max(seen.deducted, known?.deducted ?? 0);
    if (known && status === known.status && deducted === known.deducted && phase === known.phase)
      return 'known';

    const { id, amount, currency } = seen;
    const values = {
      amount,
      deducted,
      reason: seen.reason ?? known?.reason ?? null,
      phase,
      status,
      respond_by: seen.respondBy ? moment(seen.respondBy * 1000) : (known?.respond_by ?? null),
      ended_at: known?.ended_at ?? (isOver(status) ? moment(now) : null),
    };
    const identity = { payment_id: seen.paymentId, order_id: order.id };
    await trx
      .insertInto('disputes')
      .values({ id, ...identity, ...values, created_at: moment(seen.createdAt * 1000) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await noteEvent(trx, identity, `dispute.${status}`, source, now);
    const about = { ...identity, subject: id, currency, detail: seen.reason ?? null };
    const facts: Fact[] = [];
    if (!known) facts.push({ ...about, kind: 'disputed', amount, at: seen.createdAt * 1000 });
    if (deducted !== (known?.deducted ?? 0))
      facts.push({ ...about, kind: 'dispute-lost', amount: deducted - (known?.deducted ?? 0), at: now });
    if (status !== known?.status && (status === 'won' || status === 'closed'))
      facts.push({ ...about, kind: `dispute-${status}`, amount, at: now });
    if (!known) facts.push(...(await explanation(trx, about, now)));
    await enter(trx, facts, source, now);
    return 'recorded';
  });
}
