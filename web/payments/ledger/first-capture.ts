import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Database, Order } from '#web/database/tables.ts';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { entryRows, logEntries, mayBeClosed, type Source } from './entries.ts';
import { mismatch } from './orders.ts';
import { factsOf, mergePayment, type Recorded } from './record.ts';

/**
 * Does the work of `recordPayment` for a new captured payment in one PostgreSQL statement: one round trip instead of
 * seven. Writes nothing in any other case, or if the money was unexplained before. Locks the order first, like
 * `recordPayment`, so that the two cannot deadlock.
 */
export async function recordFirstCapture(
  db: Database,
  order: Order,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded | undefined> {
  if (seen.status !== 'captured' || seen.amountRefunded > 0 || mismatch(order, seen)) return undefined;
  const payment = mergePayment(undefined, seen, order.id, 0, source, now);
  const facts = factsOf(undefined, payment);
  // `recordPayment` handles closed months.
  if (facts.some((fact) => mayBeClosed(fact, now))) return undefined;
  const rows = entryRows(facts, source, now);
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const result = await sql<Order>`
    with held as (
      select id from orders where id = ${order.id}
      and not exists (select 1 from entries where subject = ${payment.id} and kind = 'unexplained')
      for no key update
    ),
    stored as (
      insert into payments
      select payment.* from held, json_populate_record(null::payments, ${JSON.stringify(payment)}) payment
      on conflict do nothing
      returning id, order_id
    ),
    noted as (
      insert into order_events (order_id, payment_id, source, event, at)
      select order_id, id, ${source}, 'payment.captured', ${moment(now)} from stored
    ),
    entered as (
      insert into entries (${columns})
      select ${columns} from json_populate_recordset(null::entries, ${JSON.stringify(rows)})
      where exists (select 1 from stored)
    )
    update orders set status = 'paid', paid_at = coalesce(paid_at, ${payment.captured_at}), next_check_at = null
    from stored where orders.id = stored.order_id
    returning orders.*`.execute(db);
  const [changed] = result.rows;
  if (!changed) return undefined;
  logEntries(facts, source);
  return { outcome: 'recorded', order: changed, payment, before: undefined };
}
