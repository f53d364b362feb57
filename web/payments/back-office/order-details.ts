import { meaningOf } from '#web/contracts/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';
import { orderSums } from '#web/payments/ledger/order-state.ts';
import { eventsOf, paymentsOf } from '#web/payments/ledger/orders.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { publicColumns } from './listing.ts';
import { refundableNow } from './refund-requests.ts';

export async function orderDetails(db: Database, orderId: string) {
  const found = await db
    .selectFrom('orders')
    .select([...publicColumns, 'receipt_token'])
    .select(orderSums)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { receipt_token, ...order } = found;
  const [payments, refunds, requests, disputes, entries, events, tooMuch] = await Promise.all([
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
    surplusPayments(db, [orderId]),
  ]);
  const created = { id: 0, source: 'site', event: 'order.created', at: order.created_at, actor: null };
  return {
    order: {
      ...order,
      hasSurplus: tooMuch.length > 0,
      receipt: `/pay-online/receipt/${receipt_token}`,
    },
    // `surplus`: paise above the bill, or the whole of a duplicate payment.
    payments: await Promise.all(
      payments.map(async (payment) => ({
        ...payment,
        surplus: tooMuch.find(({ id }) => id === payment.id)?.surplus ?? 0,
        refundable: await refundableNow(db, order, payment),
      })),
    ),
    refunds,
    requests,
    disputes,
    settlements: entries.flatMap(({ settlement_id: id, utr, subject, amount, at }) =>
      id === null ? [] : [{ id, utr, subject, amount, at }],
    ),
    entries: entries.map((entry) => ({ ...entry, title: meaningOf(entry.kind).title })),
    events: [created, ...events],
  };
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof orderDetails>>>;
