import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Column } from './column.ts';
import { counters, type Database, tables } from './tables.ts';

/** Kinds of entry that occur only once per subject. */
const onlyOnce = ['authorized', 'captured', 'refunded', 'disputed', 'unexplained', 'explained'];

const uniqueIndexes = [
  `entries_once on entries (kind, subject) where kind in (${onlyOnce.map((kind) => `'${kind}'`)})`,
  // Covers manual entries, because only they have a `bill_id`. A reversing entry has the opposite sign.
  'entries_of_bill_once on entries (kind, subject, amount) where bill_id is not null',
  "entries_settled_once on entries (subject, settlement_id, amount, at) where kind = 'settled'",
  'bills_by_key on bills (bill_key) where cancelled_at is null',
  'bills_by_link on bills (link_token)',
  'bills_by_stop on bills (stop_token)',
  'customer_notices_by_bill on customer_notices (bill_id, kind)',
  'visits_by_day on visits (day, path, source, kind)',
];
const indexes = [
  'orders_by_bill on orders (bill_key, created_at)',
  'orders_by_time on orders (created_at)',
  'orders_by_day on orders (coalesce(paid_at, created_at), id)',
  'orders_by_words on orders (bill_key, customer_name, id)',
  'orders_by_reference on orders (reference)',
  'orders_by_phone on orders (customer_phone)',
  // For searches by amount, or by the last four digits of a card, phone or reference.
  'orders_by_amount on orders (amount)',
  'orders_by_phone_end on orders (substr(customer_phone, length(customer_phone) - 3))',
  "orders_paid_by_bill on orders (bill_key) where status = 'paid'",
  'bills_by_time on bills (created_at, id)',
  // Includes cancelled bills.
  'bills_by_number on bills (bill_key, created_at, id)',
  'bills_by_customer on bills (customer_phone)',
  'bills_by_due on bills (due_on)',
  'payments_by_order on payments (order_id)',
  'payments_by_capture on payments (captured_at)',
  'payments_by_reference on payments (reference)',
  'payments_by_reference_end on payments (substr(reference, length(reference) - 3))',
  'payments_by_detail_end on payments (substr(method_detail, length(method_detail) - 3))',
  'payments_by_vpa on payments (vpa)',
  'payments_refunded on payments (order_id) where amount_refunded > 0',
  'payments_taken on payments (order_id) where captured_at is not null',
  'payments_taken_by_time on payments (created_at) where captured_at is not null',
  'entries_by_time on entries (at, kind, amount)',
  'entries_by_recording on entries (recorded_at)',
  'entries_by_order on entries (order_id)',
  'entries_by_subject on entries (subject)',
  'entries_by_settlement on entries (settlement_id)',
  'entries_by_bill on entries (bill_id, kind) where bill_id is not null',
  // For the sum of a payment's refunds and moves before an entry.
  "entries_by_payment on entries (payment_id) where kind in ('refunded', 'refund-failed', 'moved')",
  "entries_unexplained on entries (subject) where kind = 'unexplained'",
  'refunds_by_payment on refunds (payment_id)',
  'refunds_by_order on refunds (order_id)',
  'refunds_by_reference on refunds (reference)',
  'refund_requests_by_order on refund_requests (order_id)',
  'disputes_by_order on disputes (order_id)',
  'settlements_by_utr on settlements (utr)',
  'reports_by_order on reports (order_id)',
  'reservations_by_bill on reservations (bill_id)',
  'vouchers_by_bill on vouchers (bill_id)',
  "vouchers_open on vouchers (state) where state in ('waiting', 'in-hand')",
  'outbox_by_entry on outbox (entry_id)',
  'outbox_by_order on outbox (order_id)',
  'outbox_by_bill on outbox (bill_id)',
  'outbox_by_state on outbox (state, next_at)',
  'outbox_by_enquiry on outbox (enquiry_id)',
  'enquiries_by_time on enquiries (created_at, id)',
  'enquiries_to_erase on enquiries (erase_at)',
];

type Columns = Record<string, Column<unknown>>;

/** Returns the column list of `create table`. */
export function columnList(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, column]) => `${name} ${column.sql}`)
    .join(', ');
}

/**
 * Returns all migrations, oldest first. A released migration is frozen, which a test checks. Each is repeatable, because
 * SQLite does not undo half a migration if the process is killed. Each only adds to the schema, because the previous
 * release keeps running.
 */
export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  // Both types auto-increment.
  const counter = dialect === 'sqlite' ? 'integer' : 'serial';
  return {
    '001-baseline': {
      async up(db: Database) {
        const run = (statement: string) =>
          sql.raw(statement.replace('counter primary key', `${counter} primary key`)).execute(db);
        // Unlogged: counting does not wait for the disk. On SQLite, the counters are in a separate database file.
        if (dialect === 'postgres')
          await run(`create unlogged table if not exists rate_limits (${columnList(counters)})`);
        for (const [name, columns] of Object.entries<Columns>(tables))
          await run(`create table if not exists ${name} (${columnList(columns)})`);
        for (const index of uniqueIndexes) await run(`create unique index if not exists ${index}`);
        for (const index of indexes) await run(`create index if not exists ${index}`);
        // Messages are sent about everything from now on, even if the job that queues them runs late.
        await sql`insert into jobs (name, swept_to) values ('messages', ${Math.floor(Date.now() / 1000)})
          on conflict do nothing`.execute(db);
      },
    },
    '002-conditions': {
      async up(db: Database) {
        await sql`create table if not exists conditions (id text primary key, kind text not null, place text not null,
          subject text not null, detail text not null, began_at text not null, due_at text not null,
          seen_at text not null, notified_at text)`.execute(db);
      },
    },
    '003-bill-files': {
      async up(db: Database) {
        const bytes = sql.raw(dialect === 'sqlite' ? 'blob' : 'bytea');
        await sql`create table if not exists bill_files (bill_id text primary key references bills (id), name text not null,
          size integer not null, digest text not null, added_by text not null, added_at text not null,
          bytes ${bytes} not null)`.execute(db);
      },
    },
    '004-retainers': {
      async up(db: Database) {
        for (const statement of [
          `table if not exists retainers (id text primary key, customer_name text, customer_phone text,
            customer_email text, note text not null, bill_day integer not null, first_month text not null,
            last_month text, due_days integer not null, numbers text not null, paused_on text, ended_at text,
            created_at text not null, created_by text not null, erased_at text)`,
          `table if not exists retainer_amounts (retainer_id text not null references retainers (id),
            from_month text not null, amount bigint not null)`,
          `table if not exists retainer_months (retainer_id text not null references retainers (id),
            month text not null, bill_id text, decided_at text not null, decided_by text not null)`,
          'table if not exists bill_series (series text primary key, last integer not null)',
          'unique index if not exists retainer_amounts_once on retainer_amounts (retainer_id, from_month)',
          'unique index if not exists retainer_months_once on retainer_months (retainer_id, month)',
        ])
          await sql.raw(`create ${statement}`).execute(db);
      },
    },
    '005-applications': {
      async up(db: Database) {
        const bytes = sql.raw(dialect === 'sqlite' ? 'blob' : 'bytea');
        await sql`create table if not exists applications (id text primary key, request_key text not null unique,
          digest text not null, opening_id text not null, opening text not null, name text not null,
          phone text not null, email text not null, message text not null, file_type text not null,
          file_size integer not null, state text not null, note text not null, version integer default 0 not null,
          changed_by text, changed_at text, created_at text not null, erase_at text not null)`.execute(db);
        await sql`create table if not exists application_files (application_id text primary key,
          content ${bytes} not null)`.execute(db);
        for (const index of [
          'applications_by_digest on applications (digest)',
          'applications_by_time on applications (created_at, id)',
          'applications_to_erase on applications (erase_at)',
        ])
          await sql.raw(`create index if not exists ${index}`).execute(db);
      },
    },
  };
}
