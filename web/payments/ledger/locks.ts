import type { LedgerDatabase, Order, Payment } from './tables.ts';

/** Takes the row's lock by writing it as it is: the same statement locks in SQLite and in PostgreSQL. */
export function lockOrder(trx: LedgerDatabase, orderId: string): Promise<Order | undefined> {
  return trx
    .updateTable('orders')
    .set((expression) => ({ checks: expression.ref('checks') }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

/** The payment's own row as well, because a browser's report is accepted without holding the order's. */
export function lockPayment(trx: LedgerDatabase, paymentId: string): Promise<Payment | undefined> {
  return trx
    .updateTable('payments')
    .set((expression) => ({ status: expression.ref('status') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst();
}
