import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { dayInIndia } from '#web/contracts/india.ts';
import { blocksRefund } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Payment } from '#web/database/tables.ts';
import { recordTransition } from './manual-entries.ts';

/** SQL: paise of a payment that disputes took, also before they are decided. */
const sumDeducted = sql<number>`coalesce((
  select sum(d.deducted) from disputes d where d.payment_id = payments.id), 0)`;

/**
 * SQL: paise of a payment that were neither refunded nor lost in a dispute. Negative if more was returned than was paid.
 */
export const sumHeld = (payment: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(`${payment}.amount`)} - ${sql.ref(`${payment}.amount_refunded`)} - coalesce((
    select sum(d.deducted) from disputes d
    where d.payment_id = ${sql.ref(`${payment}.id`)} and d.status = 'lost'), 0))`;

/** Returns whether a dispute blocks refunds of a payment, so that its money is not given back twice. */
export async function isDisputed(db: Database, paymentId: string): Promise<boolean> {
  const disputes = db.selectFrom('disputes').select(['status', 'phase']).where('payment_id', '=', paymentId);
  return (await disputes.execute()).some(blocksRefund);
}

/**
 * Returns how much of a captured payment can still leave (`open`), in paise: not what was refunded, moved, deducted or
 * requested, except by the request `ownRequest`. `net` is the amount less deductions and moves, `given` was refunded or
 * requested. Call it in the transaction that sends or moves money, with the order locked.
 */
export async function findMoneyLeft(trx: Database, paymentId: string, ownRequest = '') {
  // A webhook may record a refund before its request is marked as sent. The payment's sum then contains it already.
  const requested = sql`(select sum(amount) from refund_requests r
    where r.payment_id = payments.id and r.state in ('waiting', 'approved') and r.id <> ${ownRequest}
    and not exists (select 1 from refunds where refunds.order_id = r.order_id and refunds.receipt = r.id))`;
  const payment = await trx
    .selectFrom('payments')
    .select(sql<number>`(amount_refunded + coalesce(${requested}, 0))`.as('given'))
    .select(sql<number>`(amount - coalesce(amount_moved, 0) - ${sumDeducted})`.as('net'))
    .select('order_id')
    .where('id', '=', paymentId)
    .where('captured_at', 'is not', null)
    .executeTakeFirst();
  if (!payment) return undefined;
  const net = Math.max(0, payment.net);
  return { ...payment, net, open: Math.max(0, payment.net - payment.given) };
}

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
  }
}
