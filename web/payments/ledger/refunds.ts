import { type GatewayRefund, refundStatuses } from '#web/payments/gateway.ts';
import { enter, type Fact, type Source } from './entries.ts';
import { lockOrder, lockPayment } from './locks.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase, Refund } from './tables.ts';
import { explanation } from './unexplained.ts';

/** When a refund that is under way, or unknown though reported, is asked about again, in milliseconds. */
const pendingCheckAfter = 6 * 3_600_000;

/**
 * Records what became known of a refund, and what it makes of its payment. News of an earlier state than the known one
 * is late and changes nothing. `unknown-payment`: the payment has to be recorded first.
 */
export function recordRefund(
  db: LedgerDatabase,
  seen: GatewayRefund,
  source: Source,
  now: number,
): Promise<'recorded' | 'known' | 'unknown-payment'> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('payments')
      .select('order_id')
      .where('id', '=', seen.paymentId)
      .executeTakeFirst();
    const order = found && (await lockOrder(trx, found.order_id));
    const payment = order && (await lockPayment(trx, seen.paymentId));
    if (!order || !payment) return 'unknown-payment';

    const known = await trx.selectFrom('refunds').selectAll().where('id', '=', seen.id).executeTakeFirst();
    const isNews =
      !known ||
      refundStatuses.indexOf(seen.status) > refundStatuses.indexOf(known.status) ||
      (seen.reference ?? known.reference) !== known.reference;
    if (isNews) await store(trx, known, seen, order.id, now);
    const { refunded, isUnknown } = await refundState(trx, payment.id, payment.reported_refunded);
    const pending = await trx
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', order.id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    const next = isUnknown || pending ? now + pendingCheckAfter : undefined;
    const status = payment.captured_at === null ? payment.status : takenStatus(payment.amount, refunded);
    await trx
      .updateTable('payments')
      .set({ amount_refunded: refunded, status })
      .where('id', '=', payment.id)
      .execute();
    if (order.status === 'paid')
      await trx
        .updateTable('orders')
        .set({ next_check_at: next === undefined ? null : moment(next) })
        .where('id', '=', order.id)
        .execute();
    if (!isNews) return 'known';
    const event = { order_id: order.id, payment_id: payment.id, source, at: moment(now) };
    await trx
      .insertInto('order_events')
      .values({ ...event, event: `refund.${seen.status}` })
      .execute();
    const about = { subject: seen.id, payment_id: payment.id, order_id: order.id, currency: seen.currency };
    const explained = known ? [] : await explanation(trx, about, now);
    await enter(trx, [...factsOf(known, seen, about, now), ...explained], source, now);
    return 'recorded';
  });
}

async function store(
  trx: LedgerDatabase,
  known: Refund | undefined,
  seen: GatewayRefund,
  orderId: string,
  now: number,
): Promise<void> {
  const isLater = !known || refundStatuses.indexOf(seen.status) > refundStatuses.indexOf(known.status);
  const values = {
    status: isLater ? seen.status : known.status,
    reference: seen.reference ?? known?.reference ?? null,
    ended_at: isLater ? (seen.status === 'pending' ? null : moment(now)) : known.ended_at,
  };
  await trx
    .insertInto('refunds')
    .values({
      id: seen.id,
      payment_id: seen.paymentId,
      order_id: orderId,
      amount: seen.amount,
      receipt: seen.receipt ?? null,
      created_at: moment(seen.createdAt * 1000),
      ...values,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

type About = Pick<Fact, 'subject' | 'payment_id' | 'order_id' | 'currency'>;

function factsOf(known: Refund | undefined, seen: GatewayRefund, on: About, now: number): Fact[] {
  const about = { ...on, amount: seen.amount };
  const facts: Fact[] = [];
  if (!known) facts.push({ ...about, kind: 'refunded', at: seen.createdAt * 1000 });
  if (seen.status === 'failed' && known?.status !== 'failed')
    facts.push({ ...about, kind: 'refund-failed', at: now });
  return facts;
}

/** What was given back of a payment in all, and whether a refund of it is still unknown, or may yet fail. */
export async function refundState(trx: LedgerDatabase, paymentId: string, reported: number) {
  const rows = await trx
    .selectFrom('refunds')
    .select(['amount', 'status'])
    .where('payment_id', '=', paymentId)
    .execute();
  const sumOf = (isFailed: boolean) =>
    rows.filter((row) => (row.status === 'failed') === isFailed).reduce((sum, row) => sum + row.amount, 0);
  const [kept, failed] = [sumOf(false), sumOf(true)];
  // The gateway goes on counting a refund that failed.
  return { refunded: Math.max(kept, reported - failed), isUnknown: reported - failed > kept };
}

/** The state of a payment that was captured: what was given back decides, and a refund can fail. */
export function takenStatus(amount: number, refunded: number): 'captured' | 'refunded' {
  return refunded >= amount ? 'refunded' : 'captured';
}
