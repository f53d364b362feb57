import { type RawBuilder, sql } from 'kysely';
import { enter, type Fact } from './entries.ts';
import { moment } from './orders.ts';
import type { LedgerDatabase } from './tables.ts';

const pageSize = 500;

/**
 * Makes the tables of the books, and enters what the ledger knew before there were any. Refunds were known by their sum
 * alone: their orders are asked about again.
 */
export async function openBooks(db: LedgerDatabase, counter: RawBuilder<unknown>): Promise<void> {
  await sql`create table if not exists entries (
    id ${counter} primary key,
    kind text not null,
    subject text not null,
    payment_id text,
    order_id text,
    settlement_id text,
    amount bigint not null,
    currency text not null,
    at text not null,
    recorded_at text not null,
    source text not null,
    detail text
  )`.execute(db);
  await sql`create table if not exists refunds (
    id text primary key,
    payment_id text not null references payments (id),
    order_id text not null references orders (id),
    amount integer not null,
    status text not null,
    receipt text,
    reference text,
    created_at text not null,
    ended_at text
  )`.execute(db);
  await sql`create table if not exists disputes (
    id text primary key,
    payment_id text not null references payments (id),
    order_id text not null references orders (id),
    amount integer not null,
    deducted integer not null,
    reason text,
    phase text not null,
    status text not null,
    respond_by text,
    created_at text not null,
    ended_at text
  )`.execute(db);
  await sql`create table if not exists settlements (
    id text primary key,
    amount bigint not null,
    fees bigint not null,
    tax bigint not null,
    utr text,
    status text not null,
    created_at text not null
  )`.execute(db);
  await sql`create table if not exists jobs (
    name text primary key,
    claimed_until text,
    ran_at text,
    swept_to integer,
    report text
  )`.execute(db);
  await sql`create table if not exists refund_requests (
    id text primary key,
    order_id text not null references orders (id),
    payment_id text not null references payments (id),
    amount integer not null,
    reason text not null,
    state text not null,
    requested_by text not null,
    requester_id text not null,
    decided_by text,
    refund_id text,
    problem text,
    created_at text not null,
    claimed_until text
  )`.execute(db);
  await sql`create table if not exists audit (
    id ${counter} primary key,
    at text not null,
    actor text not null,
    act text not null,
    subject text not null,
    detail text
  )`.execute(db);
  // What can happen only once, whoever reports it.
  await sql`create unique index if not exists entries_once on entries (kind, subject)
    where kind in ('authorized', 'captured', 'refunded', 'disputed', 'settled', 'unexplained', 'explained')`.execute(
    db,
  );
  await sql`create index if not exists entries_by_time on entries (at, kind, amount)`.execute(db);
  await sql`create index if not exists entries_unexplained on entries (subject) where kind = 'unexplained'`.execute(
    db,
  );
  await sql`create index if not exists payments_taken_by_time on payments (created_at)
    where captured_at is not null`.execute(db);
  await sql`create index if not exists entries_by_order on entries (order_id)`.execute(db);
  await sql`create index if not exists entries_by_subject on entries (subject)`.execute(db);
  await sql`create index if not exists entries_by_settlement on entries (settlement_id)`.execute(db);
  await sql`create index if not exists refunds_by_payment on refunds (payment_id)`.execute(db);
  await sql`create index if not exists refunds_by_order on refunds (order_id)`.execute(db);
  await sql`create index if not exists refund_requests_by_order on refund_requests (order_id)`.execute(db);
  await sql`create index if not exists disputes_by_order on disputes (order_id)`.execute(db);
  await sql`create index if not exists payments_by_capture on payments (captured_at)`.execute(db);
  await sql`create index if not exists payments_by_reference on payments (reference)`.execute(db);
  await sql`create index if not exists payments_by_vpa on payments (vpa)`.execute(db);
  await sql`create index if not exists orders_by_phone on orders (customer_phone)`.execute(db);
  await sql`create index if not exists payments_refunded on payments (order_id) where amount_refunded > 0`.execute(
    db,
  );
  await sql`create index if not exists payments_taken on payments (order_id) where captured_at is not null`.execute(
    db,
  );
  await sql`create index if not exists refunds_by_reference on refunds (reference)`.execute(db);
  await sql`create index if not exists settlements_by_utr on settlements (utr)`.execute(db);
  await sql`create index if not exists orders_by_day on orders (coalesce(paid_at, created_at), id)`.execute(
    db,
  );
  await sql`create index if not exists orders_by_words on orders (bill_key, customer_name, id)`.execute(db);
  await sql`create index if not exists orders_by_reference on orders (reference)`.execute(db);
  await sql`create index if not exists orders_paid_by_bill on orders (bill_key) where status = 'paid'`.execute(
    db,
  );
  await sql`drop table if exists webhook_events`.execute(db);
  await enterWhatIsKnown(db);
}

async function enterWhatIsKnown(db: LedgerDatabase): Promise<void> {
  const now = Date.now();
  for (let after = ''; ; ) {
    const payments = await db
      .selectFrom('payments')
      .selectAll()
      .where('captured_at', 'is not', null)
      .where('id', '>', after)
      // A migration that was killed goes on where it stood.
      .where('id', 'not in', db.selectFrom('entries').select('subject').where('kind', '=', 'captured'))
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const facts = payments.flatMap((payment): Fact[] => {
      const { id, order_id, currency, captured_at } = payment;
      const about = { subject: id, payment_id: id, order_id, currency, at: Date.parse(captured_at ?? '') };
      const costs = (['fee', 'tax'] as const).filter((kind) => payment[kind]);
      return [
        { ...about, kind: 'captured', amount: payment.amount },
        ...costs.map((kind) => ({ ...about, kind, amount: payment[kind] ?? 0 })),
      ];
    });
    await enter(db, facts, 'migration', now);
    const last = payments.at(-1);
    if (!last || payments.length < pageSize) break;
    after = last.id;
  }
  await sql`update payments set reported_refunded = amount_refunded where amount_refunded > 0`.execute(db);
  await sql`update orders set next_check_at = ${moment(now)} where status = 'paid' and id in
    (select order_id from payments where amount_refunded > 0)`.execute(db);
}
