import { sql } from 'kysely';
import type { GatewayPayment } from '#web/payments/gateway/gateway.ts';
import type { LedgerDatabase } from './database.ts';
import { mismatch, moment, type Order } from './orders.ts';
import { firstRow, type Recorded, type Source } from './record.ts';

/**
 * `recordPayment` for the commonest case, a captured payment that is new to the ledger, in one statement of PostgreSQL:
 * one round trip instead of seven, which were most of our own time on a verification. Resolves to undefined, with nothing
 * written, in all other cases. It locks the order's row first, as that transaction does, so that the two cannot deadlock.
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
