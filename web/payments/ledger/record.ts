import { sql } from 'kysely';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { orderStatusAfter } from '#web/payments/states.ts';
import { enter, entryRows, type Fact, type Source } from './entries.ts';
import { mismatch, moment } from './orders.ts';
import { firstRow, isSame, lockOrder, lockPayment, refundedOf, storePayment } from './payment-row.ts';
import type { LedgerDatabase, Order, Payment } from './tables.ts';

export type Recorded =
  | { outcome: 'recorded' | 'known'; order: Order; payment: Payment; before: Payment | undefined }
  /** It fits no order of ours; money that arrived is in the books as unexplained. */
  | { outcome: 'unexplained'; why: 'unknown order' | 'order' | 'currency' | 'amount' };

/** How soon reconciliation checks whether an authorised payment was captured, in milliseconds. */
const captureCheckAfter = 2 * 60_000;

/**
 * Records what became known of a payment; the only way to do so, whatever the source. It happens in one transaction
 * that holds the order's row, so a browser's verification and a webhook that arrive together are recorded one after
 * the other, and the second finds nothing left to do.
 */
export function recordPayment(
  db: LedgerDatabase,
  seen: GatewayPayment,
  source: Source,
  now: number,
): Promise<Recorded> {
  return db.transaction().execute(async (trx): Promise<Recorded> => {
    const order = await lockOrder(trx, seen.orderId ?? '');
    const known = order && (await lockPayment(trx, seen.id));
    const why = order ? mismatch(order, seen) : 'unknown order';
    if (!order || why || (known && known.order_id !== order.id)) {
      await enterUnexplained(trx, seen, why ?? 'order', source, now);
      return { outcome: 'unexplained', why: why ?? 'order' };
    }

    const refunded = await refundedOf(trx, seen, known);
    const payment = await storePayment(trx, known, seen, refunded, source, now);
    if (known && isSame(known, payment)) return { outcome: 'known', order, payment, before: known };

    const status = orderStatusAfter(order.status, payment.captured_at !== null);
    const changes = {
      status,
      paid_at: status === 'paid' ? (order.paid_at ?? payment.captured_at) : null,
      next_check_at: nextCheck(order, status, payment, now),
    };
    await trx.updateTable('orders').set(changes).where('id', '=', order.id).execute();
    await trx
      .insertInto('order_events')
      .values({
        order_id: order.id,
        payment_id: payment.id,
        source,
        event: trailEvent(known, payment),
        at: moment(now),
      })
      .execute();
    await enter(
      trx,
      [...factsOf(known, payment, now), ...(await explanation(trx, payment, now))],
      source,
      now,
    );
    return { outcome: 'recorded', order: { ...order, ...changes }, payment, before: known };
  });
}

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
  if (seen.status !== 'captured' || seen.amountRefunded > 0 || mismatch(order, seen)) return undefined;
  const row = firstRow(seen, order.id, 0, source, now);
  const payment = { verified_at: null, settled_at: null, ...row };
  const facts = entryRows(factsOf(undefined, payment, now), source, now);
  const [first] = facts;
  if (!first) return undefined;
  const columns = (of: object) => sql.join(Object.keys(of).map((column) => sql.ref(column)));
  const at = moment(now);
  const { rows } = await sql<Order>`
    with held as (select id from orders where id = ${order.id} for no key update),
    stored as (
      insert into payments (${columns(row)})
      select ${sql.join(Object.values(row))} from held
      on conflict do nothing
      returning id, order_id
    ),
    noted as (
      insert into order_events (order_id, payment_id, source, event, at)
      select order_id, id, ${source}, 'payment.captured', ${at} from stored
    ),
    entered as (
      insert into entries (${columns(first)})
      select fact.* from stored, (values ${sql.join(
        facts.map(
          ({ amount, ...fact }) =>
            sql`(${sql.join(Object.entries({ ...first, ...fact, amount }).map(([column, value]) => (column === 'amount' ? sql`${value}::bigint` : sql`${value}::text`)))})`,
        ),
      )}) fact
    )
    update orders set status = 'paid', paid_at = coalesce(paid_at, ${row.captured_at}), next_check_at = null
    from stored where orders.id = stored.order_id
    returning orders.*`.execute(db);
  const [changed] = rows;
  return changed && { outcome: 'recorded', order: changed, payment, before: undefined };
}

/**
 * Accepts a browser's report of a payment that the ledger has as captured, once: true for the first report, false for
 * every later one, also when several come at the same time.
 */
export async function acceptReport(db: LedgerDatabase, paymentId: string, now: number): Promise<boolean> {
  const accepted = await db
    .updateTable('payments')
    .set({ verified_at: moment(now) })
    .where('id', '=', paymentId)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

async function enterUnexplained(
  trx: LedgerDatabase,
  seen: GatewayPayment,
  detail: string,
  source: Source,
  now: number,
): Promise<void> {
  // An attempt that failed moved no money.
  if (!seen.isTaken && (detail === 'unknown order' || seen.status !== 'authorized')) return;
  const { id: subject, amount, currency, createdAt } = seen;
  const fact = { kind: 'unexplained', subject, payment_id: subject, amount, currency, detail } as const;
  await enter(trx, [{ ...fact, at: createdAt * 1000 }], source, now);
}

/** Closes what was unexplained about a payment that turned out to fit. */
async function explanation(trx: LedgerDatabase, payment: Payment, now: number): Promise<Fact[]> {
  const open = await trx
    .selectFrom('entries')
    .select('amount')
    .where('subject', '=', payment.id)
    .where('kind', '=', 'unexplained')
    .executeTakeFirst();
  const { id: subject, order_id, currency } = payment;
  return open
    ? [{ kind: 'explained', subject, payment_id: subject, order_id, amount: open.amount, currency, at: now }]
    : [];
}

/** What the books have to say about a payment that they did not say before. */
function factsOf(known: Payment | undefined, payment: Payment, now: number): Fact[] {
  const about = {
    subject: payment.id,
    payment_id: payment.id,
    order_id: payment.order_id,
    currency: payment.currency,
  };
  const began = Date.parse(payment.created_at);
  const takenAt = payment.captured_at === null ? undefined : Date.parse(payment.captured_at);
  const facts: Fact[] = [];
  if (payment.status === 'authorized' && known?.status !== 'authorized')
    facts.push({ ...about, kind: 'authorized', amount: payment.amount, at: began });
  if (takenAt === undefined) return facts;
  if (!known?.captured_at) facts.push({ ...about, kind: 'captured', amount: payment.amount, at: takenAt });
  for (const kind of ['fee', 'tax'] as const) {
    const before = known?.captured_at ? (known[kind] ?? 0) : 0;
    const change = (payment[kind] ?? 0) - before;
    // What is learned later belongs to the day on which it was learned, so that past months stay as they were.
    if (change !== 0) facts.push({ ...about, kind, amount: change, at: known?.captured_at ? now : takenAt });
  }
  return facts;
}

function nextCheck(order: Order, status: Order['status'], payment: Payment, now: number): string | null {
  // The refunds themselves are asked for when the gateway only said how much they are.
  if (status === 'paid') return payment.reported_refunded > 0 ? moment(now) : null;
  if (payment.status !== 'authorized') return order.next_check_at;
  const soon = moment(now + captureCheckAfter);
  return order.next_check_at !== null && order.next_check_at < soon ? order.next_check_at : soon;
}

function trailEvent(known: Payment | undefined, payment: Payment): string {
  if (known && known.status === payment.status) {
    if (payment.amount_refunded > known.amount_refunded) return 'payment.partly_refunded';
    return 'payment.details';
  }
  return `payment.${payment.status}`;
}
