import { sql } from 'kysely';
import { minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { type BillWithState, findBill } from './bills.ts';
import { lockBill } from './manual-entries.ts';

/** Milliseconds after which a reservation counts no more: its process died while it asked the gateway for an order. */
const longestReservation = 2 * minute;

/** Paise of a bill that others are getting an order for at this moment, and since when. */
type OtherReservations = { amount: number; at: string };

/**
 * Reserves a part of what is open of a bill (paise) while its order is made at the gateway, in one transaction with the
 * check, so that of several people at one link nobody gets an order for what another one is getting. `problemOf` says why
 * the bill, of which others reserved a part, does not take the amount.
 */
export function reserveAmount<Problem>(
  db: Database,
  { id, billId, amount }: { id: string; billId: string; amount: number },
  problemOf: (bill: BillWithState, amount: number, reserved: number) => Problem | undefined,
  now: number,
): Promise<{ problem: Problem | undefined; others: OtherReservations | undefined }> {
  return db.transaction().execute(async (trx) => {
    const bill = (await lockBill(trx, billId)) && (await findBill(trx, billId, now));
    if (!bill) throw new Error('a bill is gone');
    await trx
      .deleteFrom('reservations')
      .where('made_at', '<', moment(now - longestReservation))
      .execute();
    const others = await trx
      .selectFrom('reservations')
      .select([sql<number>`sum(amount)`.as('amount'), sql<string>`max(made_at)`.as('at')])
      .where('bill_id', '=', billId)
      .having(sql<boolean>`count(*) > 0`)
      .executeTakeFirst();
    const problem = problemOf(bill, amount, others?.amount ?? 0);
    if (problem === undefined)
      await trx
        .insertInto('reservations')
        .values({ id, bill_id: billId, amount, made_at: moment(now) })
        .execute();
    return { problem, others };
  });
}

/** Ends a reservation: its order is known, or was not made. */
export async function releaseReservation(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reservations').where('id', '=', id).execute();
}
