import { dayOfMonth, listMonths } from '#web/contracts/india.ts';
import type { RetainerState } from '#web/contracts/states.ts';
import type { Database, Retainer } from '#web/database/tables.ts';

type Horizon = {
  /** The last ISO day of the bills. */
  until: string;
  /** The ISO day in India. */
  today: string;
  /** Only this retainer. */
  id?: string;
};

/**
 * Returns every month of the retainers that have not ended and have a customer, made or not, by the day of its bill.
 * `day` is the ISO day of the bill, `amount` is in paise.
 */
export async function readSchedule(db: Database, { until, today, id }: Horizon) {
  const retainers = await db
    .selectFrom('retainers')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('erased_at', 'is', null)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = ['', ...retainers.map((one) => one.id)];
  const amounts = await db
    .selectFrom('retainer_amounts')
    .selectAll()
    .where('retainer_id', 'in', ids)
    .orderBy('from_month')
    .execute();
  const rows = await db.selectFrom('retainer_months').selectAll().where('retainer_id', 'in', ids).execute();
  const decided = new Map(rows.map((row) => [`${row.retainer_id} ${row.month}`, row]));
  const planned = retainers.flatMap((retainer) => {
    const own = amounts.filter(({ retainer_id }) => retainer_id === retainer.id);
    const months = listMonths(retainer.first_month, until.slice(0, 7));
    const agreed = months.filter((month) => month <= (retainer.last_month ?? month));
    return agreed.map((month) => {
      const row = decided.get(`${retainer.id} ${month}`);
      const day = dayOfMonth(month, retainer.bill_day);
      const amount = own.findLast(({ from_month }) => from_month <= month)?.amount ?? 0;
      const state: RetainerState = row ? (row.bill_id ? 'made' : 'skipped') : openState(retainer, day, today);
      return { retainer, month, day, amount, state };
    });
  });
  return planned.filter(({ day }) => day <= until).sort((a, b) => a.day.localeCompare(b.day));
}

function openState({ paused_on, numbers }: Retainer, day: string, today: string): RetainerState {
  if (paused_on) return 'paused';
  if (day > today) return 'planned';
  return numbers ? 'due' : 'waiting';
}
