import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { isDecided } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Tables } from '#web/database/tables.ts';
import type { GatewayDispute } from '#web/payments/razorpay/entities.ts';
import { addEntries, explanationFacts, type Fact, recordForPayment, type Source } from './entries.ts';
import { updateMoves } from './moved-money.ts';

type Dispute = Selectable<Tables['disputes']>;

/**
 * Records a dispute as of `asOfSeconds` (since 1970). Disputes can reopen, change deadlines, and be won in arbitration
 * after a loss. The latest state counts, in whatever order reports arrive.
 */
export function recordDispute(
  db: Database,
  seen: GatewayDispute,
  source: Source,
  { now, asOfSeconds }: { now: number; asOfSeconds: number },
): Promise<'recorded' | 'known'> {
  return recordForPayment(db, 'dispute', seen, source, now, async (trx, order, payment) => {
    const known = await trx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const as_of = moment(asOfSeconds * 1000);
    if (known && isOutdated(known, seen, as_of)) return 'known';
    const row = rowAfter(known, seen, { order_id: order.id, as_of }, now);
    await trx
      .insertInto('disputes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (isDeepStrictEqual({ ...known, as_of }, row)) return 'known';
    await addEntries(trx, await findNewFacts(trx, known, row, seen), source, now);
    await updateMoves(trx, payment, { why: seen.id }, now);
    return 'recorded';
  });
}

/** Whether a report is older than the known state. Within the same second a decision takes precedence. */
function isOutdated(known: Dispute, { phase, status }: GatewayDispute, as_of: string): boolean {
  const knownTime = known.as_of ?? moment(0);
  const isSettled = known.phase === phase && isDecided(known.status) && !isDecided(status);
  return as_of < knownTime || (as_of === knownTime && isSettled);
}

/** Merges a dispute's stored row with a report. */
function rowAfter(
  known: Dispute | undefined,
  { id, payment_id, amount, phase, status, ...seen }: GatewayDispute,
  { order_id, as_of }: { order_id: string; as_of: string },
  now: number,
): Dispute {
  const hasMoved = status !== known?.status;
  const ended_at = hasMoved ? moment(now) : (known?.ended_at ?? null);
  const respond_by = seen.respond_by ? moment(seen.respond_by * 1000) : (known?.respond_by ?? null);
  return {
    ...{ id, payment_id, order_id, amount },
    // If the agency wins, the gateway pays back any deducted amount.
    deducted: status === 'won' ? 0 : seen.amount_deducted,
    reason: seen.reason_code ?? known?.reason ?? null,
    ...{ phase, status, respond_by },
    as_of,
    created_at: known?.created_at ?? moment(seen.created_at * 1000),
    ended_at: isDecided(status) ? ended_at : null,
  };
}

/** Returns the facts about a dispute that are not in the ledger yet. */
async function findNewFacts(
  trx: Database,
  known: Dispute | undefined,
  { id, payment_id, order_id, amount, deducted, status }: Dispute,
  { currency, reason_code, created_at }: GatewayDispute,
): Promise<Fact[]> {
  const about = {
    payment_id,
    order_id,
    subject: id,
    currency,
    detail: reason_code ?? null,
    at: created_at * 1000,
  };
  const facts: Fact[] = known ? [] : [{ ...about, kind: 'disputed', amount }];
  const change = deducted - (known?.deducted ?? 0);
  if (change !== 0) facts.push({ ...about, kind: 'dispute-lost', amount: change });
  if (status !== known?.status && (status === 'won' || status === 'closed'))
    facts.push({ ...about, kind: `dispute-${status}`, amount });
  return known ? facts : [...facts, ...(await explanationFacts(trx, about))];
}
