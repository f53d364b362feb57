import { sql } from 'kysely';
import { minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { type BillWithState, findBill } from './bills.ts';
import { lockRow } from './entries.ts';

/** In milliseconds. A reservation older than this is void: its process died while the gateway created the order. */
const longestReservation = 2 * minute;

/**
 * Reserves a part of a bill's open amount (paise) while the gateway creates the order. The check runs in the same
 * transaction, so that people with the same link never get orders for the same money. `problemOf` returns why the bill
 * does not take the amount, given what others reserved. `others` are the paise that they reserved, and since when.
 */
export function reserveAmount<Problem>(
  db: Database,
  { id, billId, amount }: { id: string; billId: string; amount: number },
  problemOf: (bill: BillWithState, amount: number, reserved: number) => Problem | undefined,
  now: number,
) {
  return db.transaction().execute(async (trx) => {
    const bill = (await lockRow(trx, 'bills', billId)) && (await findBill(trx, billId, now));
    if (!bill) throw new Error('the bill does not exist');
    await trx
      .deleteFrom('reservations')
      .where('made_at', '<', moment(now - longestReservation))
      .execute();
    const others = await trx
      .selectFrom('reservations')
      .select([sql<number>`sum(amount)`.as('amount'), sql<string>`max(made_at)`.as('at')])
      .where('bill_id', '=', billId)
      .where('id', '!=', id)
      .having(sql<boolean>`count(*) > 0`)
      .executeTakeFirst();
    const problem = problemOf(bill, amount, others?.amount ?? 0);
    if (problem === undefined)
      await trx
        .insertInto('reservations')
        .values({ id, bill_id: billId, amount, made_at: moment(now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return { problem, others };
  });
}

/** Releases a reservation once its order is stored or has failed. */
export async function releaseReservation(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reservations').where('id', '=', id).execute();
}
