import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { isDecided } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Tables } from '#web/database/tables.ts';
import type { GatewayDispute } from '#web/payments/gateway.ts';
import { addEntries, addOrderEvent, explanationFacts, type Fact, type Source } from './entries.ts';
import { recordForPayment } from './locks.ts';
import { updateMoves } from './moved-money.ts';

type Dispute = Selectable<Tables['disputes']>;

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
  return recordForPayment(db, 'dispute', seen, source, now, async (trx, order, payment) => {
    const known = await trx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const as_of = moment(asOf * 1000);
    if (known && isOutdated(known, seen, as_of)) return 'known';
    const row = rowAfter(known, seen, { order_id: order.id, as_of }, now);
    await trx
      .insertInto('disputes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (isDeepStrictEqual({ ...known, as_of }, row)) return 'known';
    await addOrderEvent(trx, row, `dispute.${eventName(known, row)}`, source, now);
    await addEntries(trx, await factsOf(trx, known, row, seen), source, now);
    await updateMoves(trx, payment, { why: seen.id }, source, now);
    return 'recorded';
  });
}

/** Whether a report is older than the known state. Within the same second a decision takes precedence. */
function isOutdated(known: Dispute, { phase, status }: GatewayDispute, as_of: string): boolean {
  const knownAsOf = known.as_of ?? moment(0);
  const isSettled = known.phase === phase && isDecided(known.status) && !isDecided(status);
  return as_of < knownAsOf || (as_of === knownAsOf && isSettled);
}

/** Merges a dispute's stored row with a report. */
function rowAfter(
  known: Dispute | undefined,
  { id, paymentId, amount, phase, status, ...seen }: GatewayDispute,
  { order_id, as_of }: { order_id: string; as_of: string },
  now: number,
): Dispute {
  const hasMoved = status !== known?.status;
  const respond_by = seen.respondBy ? moment(seen.respondBy * 1000) : (known?.respond_by ?? null);
  const isNewDeadline = status === 'open' && (hasMoved || respond_by !== known?.respond_by);
  return {
    ...{ id, payment_id: paymentId, order_id, amount },
    // If the agency wins, the gateway pays back any deducted amount.
    deducted: status === 'won' ? 0 : seen.deducted,
    reason: seen.reason ?? known?.reason ?? null,
    ...{ phase, status, respond_by },
    deadline_since: isNewDeadline ? moment(now) : (known?.deadline_since ?? null),
    as_of,
    created_at: known?.created_at ?? moment(seen.createdAt * 1000),
    ended_at: isDecided(status) ? (hasMoved ? moment(now) : (known?.ended_at ?? null)) : null,
  };
}

function eventName(known: Dispute | undefined, { status, phase }: Dispute): string {
  if (status !== known?.status) return status;
  return phase === known.phase ? 'details' : phase;
}

/** Returns the facts about a dispute that are not in the ledger yet. */
async function factsOf(
  trx: Database,
  known: Dispute | undefined,
  { id, payment_id, order_id, amount, deducted, status }: Dispute,
  { currency, reason, createdAt }: GatewayDispute,
): Promise<Fact[]> {
  const about = { payment_id, order_id, subject: id, currency, detail: reason ?? null, at: createdAt * 1000 };
  const facts: Fact[] = known ? [] : [{ ...about, kind: 'disputed', amount }];
  const change = deducted - (known?.deducted ?? 0);
  if (change !== 0) facts.push({ ...about, kind: 'dispute-lost', amount: change });
  if (status !== known?.status && (status === 'won' || status === 'closed'))
    facts.push({ ...about, kind: `dispute-${status}`, amount });
  return known ? facts : [...facts, ...(await explanationFacts(trx, about))];
}
