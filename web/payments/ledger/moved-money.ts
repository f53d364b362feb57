import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Payment } from '#web/database/tables.ts';
import { addOrderEvent, type Source } from './entries.ts';
import { recordTransition } from './manual-entries.ts';
import { sumHeld } from './money-left.ts';

/** Adds an amount that was moved from a payment to other bills (negative: moved back). */
export async function addMovedAmount(trx: Database, paymentId: string, amount: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ amount_moved: sql<number>`coalesce(amount_moved, 0) + cast(${amount} as integer)` })
    .where('id', '=', paymentId)
    .execute();
}

/**
 * Takes moved money back from its bills if it has left the payment since, the latest move first: a refund or a lost
 * dispute returns the whole payment. `wasUnknown`: the money was moved before the payment matched an order, so the moves
 * are booked again, now out of that order. The payment must be locked.
 */
export async function updateMoves(
  trx: Database,
  { id, order_id, amount_moved }: Payment,
  { why, wasUnknown = false }: { why: string; wasUnknown?: boolean },
  source: Source,
  now: number,
): Promise<void> {
  if (!amount_moved && !wasUnknown) return;
  const { held } = await trx
    .selectFrom('payments')
    .select(sumHeld('payments').as('held'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const moves = await trx
    .selectFrom('vouchers')
    .selectAll()
    .where('payment_id', '=', id)
    .where('state', '=', 'entered')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const moved = moves.reduce((sum, { amount }) => sum + amount, 0);
  let gone = Math.max(0, moved - Math.max(0, held));
  const on = { day: dayInIndia(now), detail: why, now };
  for (const move of moves) {
    const rest = Math.max(0, move.amount - gone);
    gone -= move.amount - rest;
    if (rest === move.amount && !wasUnknown) continue;
    await trx.updateTable('vouchers').set({ state: 'reversed' }).where('id', '=', move.id).execute();
    await recordTransition(trx, move, 'reverse', on);
    await addMovedAmount(trx, id, wasUnknown ? rest : rest - move.amount);
    if (rest > 0) {
      const kept = { ...move, id: randomUUID(), amount: rest, on_day: on.day, created_at: moment(now) };
      await trx.insertInto('vouchers').values(kept).execute();
      await recordTransition(trx, kept, 'record', { ...on, orderId: order_id });
    }
    await addOrderEvent(trx, { order_id, payment_id: id }, 'payment.moves-changed', source, now);
  }
}
