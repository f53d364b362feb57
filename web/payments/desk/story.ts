import type { Story } from '#web/contracts/payments.ts';
import type { Database } from '#web/database/tables.ts';
import { eventsOf, paymentsOf } from '#web/payments/ledger/orders.ts';
import { ordersOfSeconds, publicColumns } from './listing.ts';

/** All that is known of one order; undefined when there is none. */
export async function storyOf(db: Database, orderId: string): Promise<Story | undefined> {
  const found = await db
    .selectFrom('orders')
    .select([...publicColumns, 'receipt_token'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { receipt_token, ...order } = found;
  const [payments, refunds, requests, disputes, entries, events, seconds] = await Promise.all([
    paymentsOf(db, orderId),
    db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute(),
    db
      .selectFrom('refund_requests')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('disputes').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute(),
    db
      .selectFrom('entries')
      .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
      .selectAll('entries')
      .select('settlements.utr')
      .where('order_id', '=', orderId)
      .orderBy('entries.id')
      .execute(),
    eventsOf(db, orderId),
    ordersOfSeconds(db, [orderId]),
  ]);
  const created = { id: 0, source: 'site', event: 'order.created', at: order.created_at, actor: null };
  return {
    order: { ...order, duplicate: seconds.length > 0, receipt: `/pay-online/receipt/${receipt_token}` },
    payments,
    refunds,
    requests,
    disputes,
    settlements: entries.flatMap(({ settlement_id: id, utr, subject, amount, at }) =>
      id === null ? [] : [{ id, utr, subject, amount, at }],
    ),
    entries,
    events: [created, ...events],
  };
}
