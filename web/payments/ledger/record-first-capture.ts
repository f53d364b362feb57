import { sql } from 'kysely';
import type { GatewayPayment } from '#web/payments/gateway/entities.ts';
import type { LedgerDatabase } from './database.ts';
import { mismatch, moment, type Order } from './orders.ts';
import { firstRow, type Recorded, type Source } from './record.ts';

/**
 * The commonest news, a captured payment that the ledger has not heard of, in one statement of PostgreSQL: one trip
 * instead of the seven of `recordPayment`'s transaction, which were most of our own time on a verification. Resolves to
 * undefined, with nothing written, for all other news: those are for `recordPayment`.
 *
 * It holds the order's row before it writes the payment, as that transaction does, so that the two wait for each other
 * and cannot lock each other out. SQLite has no such statement, and no trips to save.
 */
export async function recordFirstCapture(
  db: LedgerDatabase,
  order: Order,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded | undefined> {
  if (seen.status !== 'captured' || mismatch(order, seen)) return undefined;
  const row = firstRow(seen, order.id, source, now);
  const at = moment(now);
  const { rows } = await sql<Order>`
    with held as (select id from orders where id = ${order.id} for no key update),
    stored as (
      insert into payments (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(row))} from held
      on conflict do nothing
      returning id, order_id
    ),
    noted as (
      insert into order_events (order_id, payment_id, source, event, at)
      select order_id, id, ${source}, 'payment.captured', ${at} from stored
    )
    update orders set status = 'paid', paid_at = coalesce(paid_at, ${row.captured_at}), next_check_at = null
    from stored where orders.id = stored.order_id
    returning orders.*`.execute(db);
  const [changed] = rows;
  if (!changed) return undefined;
  return {
    outcome: 'recorded',
    order: changed,
    payment: { verified_at: null, settled_at: null, ...row },
    before: undefined,
  };
}
