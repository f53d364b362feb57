import { sql } from 'kysely';
import type { Database } from '#web/database/tables.ts';

/** Of the payments that a settlement pays out; the gateway's own `fees` are those of the transfer. */
const ofPayments = (column: 'fee' | 'tax') => sql<number>`cast(coalesce((
  select sum(p.${sql.ref(column)}) from payments p where p.id in (
    select e.subject from entries e where e.settlement_id = settlements.id and e.kind = 'settled'
    group by e.subject having sum(e.amount) <> 0)
), 0) as bigint)`;

const lines = sql<number>`cast(coalesce((
  select sum(e.amount) from entries e where e.settlement_id = settlements.id and e.kind = 'settled'
), 0) as bigint)`;

/** Settlements with the sum of their lines, and the fees that were taken from their payments, in paise. */
export function listedSettlements(db: Database) {
  return db
    .selectFrom('settlements')
    .selectAll('settlements')
    .select([
      lines.as('lines_amount'),
      ofPayments('fee').as('payment_fees'),
      ofPayments('tax').as('payment_tax'),
    ]);
}
