import type { Database, Order, Payment } from '#web/database/tables.ts';
import { addEntries, type Fact, type Source } from './entries.ts';

/** Locks a row by writing it unchanged, which works in SQLite and PostgreSQL. */
export function lockOrder(trx: Database, orderId: string): Promise<Order | undefined> {
  return trx
    .updateTable('orders')
    .set((expression) => ({ checks: expression.ref('checks') }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

/** Locks a payment. The order's lock is not enough, because a browser's report is accepted without that lock. */
export function lockPayment(trx: Database, paymentId: string): Promise<Payment | undefined> {
  return trx
    .updateTable('payments')
    .set((expression) => ({ status: expression.ref('status') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst();
}

/** A refund or dispute with its payment's id. */
type GatewayReport = { id: string; paymentId: string; amount: number; currency: string; createdAt: number };

/**
 * Records a refund or dispute while its payment and order are locked. If the payment is unknown, the money is
 * unexplained until the refund or dispute is reported again after the payment.
 */
export function recordForPayment(
  db: Database,
  what: 'refund' | 'dispute',
  { id: subject, paymentId, amount, currency, createdAt }: GatewayReport,
  source: Source,
  now: number,
  record: (trx: Database, order: Order, payment: Payment) => Promise<'recorded' | 'known'>,
): Promise<'recorded' | 'known'> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('payments')
      .select('order_id')
      .where('id', '=', paymentId)
      .executeTakeFirst();
    const order = found && (await lockOrder(trx, found.order_id));
    const payment = order && (await lockPayment(trx, paymentId));
    if (order && payment) return record(trx, order, payment);
    const detail = `${what} of an unknown payment`;
    const about = { subject, payment_id: paymentId, amount, currency, detail };
    const odd: Fact = { kind: 'unexplained', ...about, at: createdAt * 1000 };
    const entered = await addEntries(trx, [odd], source, now);
    return entered > 0 ? 'recorded' : 'known';
  });
}
