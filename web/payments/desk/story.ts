import { eventsOf, findOrder, paymentsOf } from '#web/payments/ledger/orders.ts';
import type { LedgerDatabase, Order } from '#web/payments/ledger/tables.ts';
import type { Story } from './contract.ts';
import { ordersOfSeconds, publicOrder } from './listing.ts';

/** All that is known of one order; undefined when there is none. */
export async function storyOf(db: LedgerDatabase, orderId: string): Promise<Story | undefined> {
  const order = await findOrder(db, orderId);
  return order && tell(db, order);
}

async function tell(db: LedgerDatabase, order: Order): Promise<Story> {
  const [payments, refunds, requests, disputes, entries, events, seconds] = await Promise.all([
    paymentsOf(db, order.id),
    db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).orderBy('created_at').execute(),
    db
      .selectFrom('refund_requests')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('disputes').selectAll().where('order_id', '=', order.id).orderBy('created_at').execute(),
    db
      .selectFrom('entries')
      .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
      .selectAll('entries')
      .select('settlements.utr')
      .where('order_id', '=', order.id)
      .orderBy('entries.id')
      .execute(),
    eventsOf(db, order.id),
    ordersOfSeconds(db, [order.id]),
  ]);
  const created = { id: 0, source: 'site', event: 'order.created', at: order.created_at, actor: null };
  return {
    order: {
      ...publicOrder(order),
      duplicate: seconds.length > 0,
      receipt: `/pay-online/receipt/${order.receipt_token}`,
    },
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
