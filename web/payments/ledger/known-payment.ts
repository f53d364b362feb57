import { enter, type Source } from './entries.ts';
import { lockOrder, lockPayment } from './locks.ts';
import type { LedgerDatabase, Order, Payment } from './tables.ts';

/** A refund or a dispute, with its payment. */
type News = { id: string; paymentId: string; amount: number; currency: string };

/**
 * Records news of a payment in a transaction that holds it and its order. What tells of a payment that the ledger does not
 * have is entered as unexplained, until it is heard of again after that payment.
 */
export function recordOfPayment(
  db: LedgerDatabase,
  what: 'refund' | 'dispute',
  { id: subject, paymentId, amount, currency }: News,
  source: Source,
  now: number,
  record: (trx: LedgerDatabase, order: Order, payment: Payment) => Promise<'recorded' | 'known'>,
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
    const odd = { kind: 'unexplained', subject, amount, currency, detail, at: now } as const;
    return (await enter(trx, [odd], source, now)) > 0 ? 'recorded' : 'known';
  });
}
