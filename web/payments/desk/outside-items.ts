import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { outsideOf } from '#web/payments/ledger/vouchers.ts';

/** Milliseconds in which banks clear a cheque. */
const clearing = 7 * 24 * 3_600_000;

type OutsideItem = {
  kind: 'voucher-waiting' | 'cheque' | 'overpaid';
  subject: string;
  order_id: null;
  bill_id: string;
  amount: number;
  at: string;
  deadline: null;
  detail: string | null;
};

/** What waits for staff on bills that are settled outside the gateway. */
export async function outsideItems(db: Database, now: number): Promise<OutsideItem[]> {
  const { rows } = await sql<OutsideItem>`
    select case state when 'waiting' then 'voucher-waiting' else 'cheque' end as kind, id as subject,
      null as order_id, bill_id, amount, created_at as at, null as deadline, coalesce(reason, reference) as detail
    from vouchers
    where state = 'waiting' or (state = 'in-hand' and created_at < ${moment(now - clearing)})
    union all
    select 'overpaid', bill_number, null, id, cast(${outsideOf('bills')} - amount as bigint), created_at, null, null
    from bills where id in (select bill_id from vouchers where state = 'entered')
      and ${outsideOf('bills')} > amount
    order by at`.execute(db);
  return rows;
}
