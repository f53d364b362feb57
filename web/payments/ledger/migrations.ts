import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { billKey } from '#web/payments/bill.ts';
import { openBooks } from './migrate-books.ts';
import type { LedgerDatabase } from './tables.ts';

export const rateLimitColumns = 'key text primary key, uses integer not null, expires_at text not null';

/**
 * The ledger's migrations, oldest first. Each can be repeated: SQLite does not undo half a migration when the process is
 * killed in the middle.
 */
export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  // Both count up by themselves; only the names of the types differ.
  const counter = sql.raw(dialect === 'sqlite' ? 'integer' : 'serial');
  return {
    '001-orders-and-payments': {
      async up(db: Kysely<unknown>) {
        await sql`create table if not exists orders (
          id text primary key,
          bill_number text not null,
          bill_key text not null,
          customer_name text,
          customer_phone text,
          amount integer not null,
          currency text not null,
          status text not null,
          receipt_token text not null unique,
          request_key text unique,
          created_at text not null,
          paid_at text,
          next_check_at text,
          checks integer default 0 not null,
          erased_at text
        )`.execute(db);
        await sql`create table if not exists payments (
          id text primary key,
          order_id text not null references orders (id),
          amount integer not null,
          currency text not null,
          status text not null,
          method text,
          method_detail text,
          reference text,
          amount_refunded integer not null,
          fee integer,
          tax integer,
          error_reason text,
          created_at text not null,
          captured_at text
        )`.execute(db);
        await sql`create table if not exists webhook_events (
          id text primary key,
          body_digest text not null unique,
          type text not null,
          order_id text not null,
          received_at text not null
        )`.execute(db);
        await sql`create table if not exists order_events (
          id ${counter} primary key,
          order_id text not null references orders (id),
          payment_id text,
          source text not null,
          event text not null,
          at text not null
        )`.execute(db);
        await sql`create index if not exists orders_by_bill on orders (bill_key, created_at)`.execute(db);
        await sql`create index if not exists orders_by_time on orders (created_at)`.execute(db);
        await sql`create index if not exists orders_to_check on orders (next_check_at)`.execute(db);
        await sql`create index if not exists payments_by_order on payments (order_id)`.execute(db);
        await sql`create index if not exists order_events_by_order on order_events (order_id)`.execute(db);
      },
    },
    '002-verified-payments': {
      async up(db: Kysely<unknown>) {
        await addColumn(db, 'payments', 'verified_at');
      },
    },
    '003-settled-payments': {
      async up(db: Kysely<unknown>) {
        await addColumn(db, 'payments', 'settled_at');
        await addColumn(db, 'order_events', 'actor');
      },
    },
    '004-bills-by-any-dash': {
      async up(db: LedgerDatabase) {
        const orders = await db.selectFrom('orders').select(['id', 'bill_number', 'bill_key']).execute();
        for (const { id, bill_number, bill_key } of orders) {
          const key = billKey(bill_number);
          if (key !== bill_key) await sql`update orders set bill_key = ${key} where id = ${id}`.execute(db);
        }
      },
    },
    '005-books': {
      async up(db: LedgerDatabase) {
        await addColumn(db, 'orders', 'reference');
        await addColumn(db, 'payments', 'vpa');
        await addColumn(db, 'payments', 'reported_refunded', 'integer default 0 not null');
        await openBooks(db, counter);
      },
    },
    '006-rate-limits': {
      async up(db: Kysely<unknown>) {
        // SQLite has it in a file of its own (`database.ts`). Unlogged: counting waits for no disk, and a crash forgets it.
        if (dialect === 'postgres')
          await sql`create unlogged table if not exists rate_limits (${sql.raw(rateLimitColumns)})`.execute(
            db,
          );
      },
    },
    '007-bills': {
      async up(db: Kysely<unknown>) {
        await addColumn(db, 'orders', 'bill_id');
        await sql`create table if not exists bills (
          id text primary key,
          bill_number text not null,
          bill_key text not null,
          customer_name text,
          customer_phone text,
          customer_email text,
          amount bigint not null,
          due_on text,
          note text,
          expires_at text not null,
          created_at text not null,
          created_by text not null,
          cancelled_at text,
          cancelled_by text,
          erased_at text
        )`.execute(db);
        await sql`create unique index if not exists bills_by_key on bills (bill_key)
          where cancelled_at is null`.execute(db);
        await sql`create index if not exists bills_by_time on bills (created_at, id)`.execute(db);
      },
    },
    '008-outbox': {
      async up(db: LedgerDatabase) {
        await addColumn(db, 'orders', 'customer_email');
        await sql`create table if not exists outbox (
          id ${counter} primary key,
          dedupe_key text not null unique,
          entry_id integer,
          kind text not null,
          recipient text,
          order_id text,
          subject text not null,
          text text,
          state text not null,
          attempts integer default 0 not null,
          next_at text,
          message_id text not null,
          problem text,
          created_at text not null,
          sent_at text
        )`.execute(db);
        await sql`create index if not exists outbox_by_entry on outbox (entry_id)`.execute(db);
        await sql`create index if not exists outbox_by_order on outbox (order_id)`.execute(db);
        await sql`create index if not exists outbox_by_state on outbox (state, next_at)`.execute(db);
        await sql`create index if not exists entries_by_recording on entries (recorded_at)`.execute(db);
        // What happened before there were messages is told to nobody.
        const sweptTo = Math.floor(Date.now() / 1000);
        await sql`insert into jobs (name, swept_to) values ('messages', ${sweptTo}) on conflict do nothing`.execute(
          db,
        );
      },
    },
  };
}

/** Adds a column, unless it is there: SQLite has no `add column if not exists`. */
async function addColumn<T>(db: Kysely<T>, table: string, column: string, type = 'text'): Promise<void> {
  const tables = await db.introspection.getTables();
  const known = tables.find(({ name }) => name === table)?.columns ?? [];
  if (known.some(({ name }) => name === column)) return;
  await db.schema.alterTable(table).addColumn(column, sql.raw(type)).execute();
}
