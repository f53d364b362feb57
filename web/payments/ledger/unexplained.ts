import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#web/database/tables.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { addEntries, lockRow, lockUnexplained } from './entries.ts';
import { sumHeld } from './moved-money.ts';

/** SQL: paise of unexplained money `u` that matched an order, were noted, moved or refunded; null if nothing was. */
const sumCleared = sql<number | null>`(select sum(c.amount) from (
  select amount from entries where subject = u.subject and kind in ('explained', 'noted')
  union all select amount from entries where payment_id = u.subject and kind = 'moved'
  union all select amount from entries
    where kind = 'unexplained' and payment_id = u.subject and subject like 'rfnd%') c)`;

/** SQL: paise of unexplained money `u` that staff have yet to explain. */
export const sumUnexplained: RawBuilder<number> = sql<number>`(u.amount - coalesce(${sumCleared}, 0))`;

/** SQL: whether staff have yet to explain `u`. A webhook that could not be read has the amount 0. */
export const isUnexplained = sql<boolean>`(u.kind = 'unexplained' and u.amount > coalesce(${sumCleared}, -1))`;

/** SQL: paise that left a payment beyond its amount, by refunds and disputes, and that staff have not noted. */
export const sumOverReturned: RawBuilder<number> = sql<number>`(0 - ${sumHeld('payments')} - coalesce((
  select sum(n.amount) from entries n
  where n.subject = payments.id and n.kind = 'noted' and n.order_id is not null), 0))`;

/** Locks unexplained money. Returns the paise that staff have yet to explain; undefined if there are none. */
export async function lockOpenMoney(trx: Database, subject: string) {
  const locked = await lockUnexplained(trx, subject);
  const open = await trx
    .selectFrom('entries as u')
    .select(sumUnexplained.as('open'))
    .where('u.subject', '=', subject)
    .where(isUnexplained)
    .executeTakeFirst();
  return locked && open && { ...locked, amount: open.open };
}

/** Closes unexplained money, or money that was returned twice, with a note. Returns false if nothing was open. */
export function closeWithNote(
  db: Database,
  { subject, note: detail }: { subject: string; note: string },
  actor: Staff,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'payments', subject);
    const returned = await trx
      .selectFrom('payments')
      .select(['id as payment_id', 'order_id', 'currency', sumOverReturned.as('amount')])
      .where('id', '=', subject)
      .where(sql<boolean>`${sumOverReturned} > 0`)
      .executeTakeFirst();
    const open = returned ?? (await lockOpenMoney(trx, subject));
    if (!open) return false;
    await addEntries(trx, [{ ...open, kind: 'noted', subject, detail }], 'staff', now);
    await audit(trx, { actor, act: 'explained', subject, detail }, now);
    return true;
  });
}
