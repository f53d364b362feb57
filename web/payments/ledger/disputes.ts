import { isDeepStrictEqual } from 'node:util';
import { isDecided } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { GatewayDispute } from '#web/payments/gateway.ts';
import { addEntries, addOrderEvent, explanationFacts, type Fact, type Source } from './entries.ts';
import { recordForPayment } from './locks.ts';

/**
 * Records a dispute as of `asOf` (seconds since 1970). Disputes can reopen, change deadlines, and be won in arbitration
 * after a loss. The latest state counts, in whatever order reports arrive.
 */
export function recordDispute(
  db: Database,
  seen: GatewayDispute,
  source: Source,
  { now, asOf }: { now: number; asOf: number },
): Promise<'recorded' | 'known'> {
  return recordForPayment(db, 'dispute', seen, source, now, async (trx, order) => {
    const known = await trx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const { id, amount, currency, status, phase } = seen;
    const as_of = moment(asOf * 1000);
    const knownAsOf = known?.as_of ?? moment(0);
    // Within the same second a decision takes precedence.
    const isSettled = known?.phase === phase && isDecided(known.status) && !isDecided(status);
    if (known && (as_of < knownAsOf || (as_of === knownAsOf && isSettled))) return 'known';

    const identity = { payment_id: seen.paymentId, order_id: order.id };
    const hasMoved = status !== known?.status;
    const respond_by = seen.respondBy ? moment(seen.respondBy * 1000) : (known?.respond_by ?? null);
    const isNewDeadline = status === 'open' && (hasMoved || respond_by !== known?.respond_by);
    const row = {
      id,
      ...identity,
      amount,
      // Winning returns what was deducted at the start.
      deducted: status === 'won' ? 0 : seen.deducted,
      reason: seen.reason ?? known?.reason ?? null,
      phase,
      status,
      respond_by,
      deadline_since: isNewDeadline ? moment(now) : (known?.deadline_since ?? null),
      as_of,
      created_at: known?.created_at ?? moment(seen.createdAt * 1000),
      ended_at: isDecided(status) ? (hasMoved ? moment(now) : (known?.ended_at ?? null)) : null,
    };
    await trx
      .insertInto('disputes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (isDeepStrictEqual({ ...known, as_of }, row)) return 'known';

    const event = hasMoved ? status : phase === known?.phase ? 'details' : phase;
    await addOrderEvent(trx, identity, `dispute.${event}`, source, now);
    const about = {
      ...identity,
      subject: id,
      currency,
      detail: seen.reason ?? null,
      at: seen.createdAt * 1000,
    };
    const facts: Fact[] = [];
    if (!known) facts.push({ ...about, kind: 'disputed', amount });
    const change = row.deducted - (known?.deducted ?? 0);
    if (change !== 0) facts.push({ ...about, kind: 'dispute-lost', amount: change });
    if (hasMoved && (status === 'won' || status === 'closed'))
      facts.push({ ...about, kind: `dispute-${status}`, amount });
    if (!known) facts.push(...(await explanationFacts(trx, about)));
    await addEntries(trx, facts, source, now);
    return 'recorded';
  });
}
