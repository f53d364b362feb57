import { sql } from 'kysely';
import { dayOfMonth, listMonths, monthInIndia } from '#web/contracts/india.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { isPendingConfirmation } from '#web/payments/ledger/reports.ts';
import { unsettledPayments } from '#web/payments/ledger/settlements.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { momentRange } from './listing.ts';

const closedMonths = (db: Database) => db.selectFrom('closed_months').selectAll();

/**
 * Returns the closed months with their days, latest first, the past months that can be closed, earliest first, and what
 * is unfinished in the first of these.
 */
export async function readMonths({ db, now }: Pick<Payments, 'db' | 'now'>) {
  const closed = await closedMonths(db).orderBy('month', 'desc').execute();
  const first = await db.selectFrom('entries').select('at').orderBy('at').limit(1).executeTakeFirst();
  const begin = monthInIndia(first ? Date.parse(first.at) : now());
  const past = listMonths(begin, monthInIndia(now())).slice(0, -1);
  const open = past.filter((month) => !closed.some((one) => one.month === month));
  return {
    closed: closed.map((one) => ({ ...one, ...findMonthDays(one.month) })),
    open,
    unfinished: await countUnfinished(db, findMonthDays(open[0] ?? '2000-01')),
  };
}

/** Counts what may still change the entries of a month: later entries are dated after the month if it is closed. */
async function countUnfinished(db: Database, { to }: { to: string }) {
  const { to: end } = momentRange({ to });
  const { rows } = await sql<Record<'confirming' | 'unsettled' | 'waiting', number>>`select
    (select count(*) from orders where created_at < ${end} and ${isPendingConfirmation('orders')}) as confirming,
    (select count(*) from (${unsettledPayments(db).where('captured_at', '<', end)}) u) as unsettled,
    (select count(*) from vouchers where on_day <= ${to} and state in ('waiting', 'in-hand')) as waiting`.execute(
    db,
  );
  return rows[0];
}

/** Returns the first and last day of a month: `2026-03-01` to `2026-03-31`. */
export const findMonthDays = (month: string) => ({ from: `${month}-01`, to: dayOfMonth(month, 31) });

/** Closes a month for good: facts learned later get a later date. Resolves to `known` if it is already closed. */
export function closeMonth(
  {
    db,
    settings,
    now,
  }: Pick<Payments, 'db' | 'now'> & { settings: Pick<Payments['settings'], 'databaseUrl'> },
  month: string,
  staff: Staff,
): Promise<'closed' | 'known' | 'not-over'> {
  return db.transaction().execute(async (trx) => {
    if (month >= monthInIndia(now())) return 'not-over';
    // Waits for transactions that add entries; later transactions see the closed month. SQLite has a single writer.
    if (settings.databaseUrl) await sql`lock table entries in share mode`.execute(trx);
    const closed = await trx
      .insertInto('closed_months')
      .values({ month, closed_at: moment(now()), closed_by: staff.name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (closed.numInsertedOrUpdatedRows !== 1n) return 'known';
    await audit(trx, { actor: staff, act: 'month.closed', subject: month }, now());
    return 'closed';
  });
}

/** Returns the note in exports for an entry that was learned after its month was closed. */
export const closedMonthNote = (day: string | null) => day && `for ${day}, in a closed month`;
