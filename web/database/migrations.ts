import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { billKey } from '#web/contracts/bill-key.ts';
import { counters, type Database, tables } from './tables.ts';

/** Kinds that happen only once. */
const onlyOnce = ['authorized', 'captured', 'refunded', 'disputed', 'settled', 'unexplained', 'explained'];

const uniqueIndexes = [
  `entries_once on entries (kind, subject) where kind in (${onlyOnce.map((kind) => `'${kind}'`)})`,
  'bills_by_key on bills (bill_key) where cancelled_at is null',
];
const indexes = [
  'orders_by_bill on orders (bill_key, created_at)',
  'orders_by_time on orders (created_at)',
  'orders_by_day on orders (coalesce(paid_at, created_at), id)',
  'orders_by_words on orders (bill_key, customer_name, id)',
  'orders_by_reference on orders (reference)',
  'orders_by_phone on orders (customer_phone)',
  "orders_paid_by_bill on orders (bill_key) where status = 'paid'",
  'orders_to_check on orders (next_check_at)',
  'bills_by_time on bills (created_at, id)',
  'payments_by_order on payments (order_id)',
  'payments_by_capture on payments (captured_at)',
  'payments_by_reference on payments (reference)',
  'payments_by_vpa on payments (vpa)',
  'payments_refunded on payments (order_id) where amount_refunded > 0',
  'payments_taken on payments (order_id) where captured_at is not null',
  'payments_taken_by_time on payments (created_at) where captured_at is not null',
  'entries_by_time on entries (at, kind, amount)',
  'entries_by_recording on entries (recorded_at)',
  'entries_by_order on entries (order_id)',
  'entries_by_subject on entries (subject)',
  'entries_by_settlement on entries (settlement_id)',
  "entries_unexplained on entries (subject) where kind = 'unexplained'",
  'refunds_by_payment on refunds (payment_id)',
  'refunds_by_order on refunds (order_id)',
  'refunds_by_reference on refunds (reference)',
  'refund_requests_by_order on refund_requests (order_id)',
  'disputes_by_order on disputes (order_id)',
  'settlements_by_utr on settlements (utr)',
  'order_events_by_order on order_events (order_id)',
  'outbox_by_entry on outbox (entry_id)',
  'outbox_by_order on outbox (order_id)',
  'outbox_by_state on outbox (state, next_at)',
  'outbox_by_enquiry on outbox (enquiry_id)',
  'enquiries_by_time on enquiries (created_at, id)',
  'enquiries_to_erase on enquiries (erase_at)',
];

type Columns = Record<string, { sql?: string | undefined }>;

/** The columns that a table began with, each with its SQL. */
const firstColumns = (table: Columns) =>
  Object.entries(table).flatMap(([name, { sql }]): [string, string][] => (sql ? [[name, sql]] : []));

/** The columns of a new table. */
export function columnsOf(table: Columns): string {
  return firstColumns(table)
    .map((column) => column.join(' '))
    .join(', ');
}

/**
 * Oldest first. Each is frozen (a test holds it), repeatable, since SQLite does not undo half a migration when the
 * process is killed, and additive: the release before runs on beside it. The first two bring a ledger of any older
 * version to the columns that have SQL in `tables.ts`, and the indexes here.
 */
export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  // Both auto-increment.
  const counter = dialect === 'sqlite' ? 'integer' : 'serial';
  const typed = (definition: string) => sql.raw(definition.replaceAll('counter', counter));
  const addWhatIsMissing = async (db: Database) => {
    // A large ledger takes longer than a request may.
    if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
    const known = await db.introspection.getTables();
    for (const [name, columns] of Object.entries<Columns>(tables)) {
      if (!columnsOf(columns)) continue;
      await sql`create table if not exists ${sql.table(name)} (${typed(columnsOf(columns))})`.execute(db);
      const old = known.find((table) => table.name === name)?.columns.map((column) => column.name);
      for (const [column, type] of firstColumns(columns))
        if (old && !old.includes(column))
          await sql`alter table ${sql.table(name)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(
            db,
          );
    }
    for (const index of uniqueIndexes)
      await sql`create unique index if not exists ${sql.raw(index)}`.execute(db);
    for (const index of indexes) await sql`create index if not exists ${sql.raw(index)}`.execute(db);
  };
  return {
    '001-tables': {
      async up(db: Database) {
        if (dialect === 'postgres') {
          // SQLite has a file for it (`database.ts`). Unlogged: counting waits for no disk, a crash forgets it.
          await sql`create unlogged table if not exists rate_limits (${typed(columnsOf(counters))})`.execute(
            db,
          );
        }
        await addWhatIsMissing(db);
        await sql`drop table if exists webhook_events`.execute(db);
        await bringForward(db);
      },
    },
    '002-enquiries': { up: addWhatIsMissing },
    '003-reports-and-link-tokens': {
      async up(db: Database) {
        await sql`create table if not exists reports (payment_id text primary key,
          order_id text not null references orders (id), reported_at text not null)`.execute(db);
        await sql`create index if not exists reports_by_order on reports (order_id)`.execute(db);
        await addColumns(db, 'bills', ['link_token', 'earlier_link_token']);
        for (const index of [
          'bills_by_link on bills (link_token)',
          'bills_by_earlier_link on bills (earlier_link_token)',
        ])
          await sql`create unique index if not exists ${sql.raw(index)}`.execute(db);
      },
    },
    '004-disputes-and-settlements': {
      async up(db: Database) {
        if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
        await addColumns(db, 'disputes', ['as_of']);
        // Another settlement pays out what a failed one did not.
        await sql`drop index if exists entries_once`.execute(db);
        await sql`create unique index if not exists entries_once on entries (kind, subject) where kind in
          ('authorized', 'captured', 'refunded', 'disputed', 'unexplained', 'explained')`.execute(db);
        // The release before enters lines again and relies on an index against duplicates.
        await sql`create unique index if not exists entries_settled_once
          on entries (subject, settlement_id, amount, at) where kind = 'settled'`.execute(db);
      },
    },
    '005-money-outside': {
      async up(db: Database) {
        if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
        await addColumns(db, 'entries', ['bill_id', 'belongs_to']);
        await addColumns(db, 'audit', ['address']);
        await addColumns(db, 'payments', ['amount_moved'], 'integer');
        for (const table of [
          `vouchers (id text primary key, bill_id text not null references bills (id), kind text not null,
            amount bigint not null, on_day text not null, reference text, section text, rate text, reason text,
            payment_id text, state text not null, requested_by text not null, requester_id text not null,
            decided_by text, created_at text not null)`,
          `voucher_files (id text primary key, voucher_id text not null references vouchers (id), name text not null,
            type text not null, content text not null, added_by text not null, added_at text not null)`,
          'closed_months (month text primary key, closed_at text not null, closed_by text not null)',
          `kept_exports (month text not null, format text not null, content text not null,
            primary key (month, format))`,
          `statement_links (token text primary key, bill_id text not null references bills (id),
            created_by text not null, created_at text not null, expires_at text not null)`,
        ])
          await sql`create table if not exists ${sql.raw(table)}`.execute(db);
        for (const index of [
          'vouchers_by_bill on vouchers (bill_id)',
          "vouchers_open on vouchers (state) where state in ('waiting', 'in-hand')",
          'voucher_files_by_voucher on voucher_files (voucher_id)',
          'entries_by_bill on entries (bill_id, kind) where bill_id is not null',
          'bills_by_customer on bills (customer_phone)',
        ])
          await sql`create index if not exists ${sql.raw(index)}`.execute(db);
        // A counter-entry has the other sign.
        await sql`create unique index if not exists entries_outside_once on entries (kind, subject, amount)
          where kind in ('received', 'cheque', 'tds', 'written-off', 'credited', 'moved')`.execute(db);
      },
    },
    '006-settlements-and-bank': {
      async up(db: Database) {
        if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
        await addColumns(db, 'disputes', ['deadline_since']);
        // For what customers quote: an amount, or the last four digits of a card, a phone or a reference.
        for (const index of [
          'orders_by_amount on orders (amount)',
          'orders_by_phone_end on orders (substr(customer_phone, length(customer_phone) - 3))',
          'payments_by_reference_end on payments (substr(reference, length(reference) - 3))',
          'payments_by_detail_end on payments (substr(method_detail, length(method_detail) - 3))',
        ])
          await sql`create index if not exists ${sql.raw(index)}`.execute(db);
      },
    },
    '006b-ledger-names': {
      async up(db: Database) {
        await sql`create table if not exists ledger_names (ledger text primary key, name text not null)`.execute(
          db,
        );
      },
    },
    '006c-bank-statements': {
      async up(db: Database) {
        for (const table of [
          `bank_lines (id text primary key, day text not null, text text not null, reference text not null,
            amount bigint not null, settlement_id text, note text, imported_at text not null)`,
          `bank_imports (from_day text not null, to_day text not null, lines integer not null,
            added integer not null, imported_at text not null, imported_by text not null)`,
          'bank_columns (header text primary key, columns text not null, chosen_by text not null)',
        ])
          await sql`create table if not exists ${sql.raw(table)}`.execute(db);
        await sql`create unique index if not exists bank_lines_by_settlement on bank_lines (settlement_id)`.execute(
          db,
        );
      },
    },
    '007-reminders': {
      async up(db: Database) {
        await sql`create table if not exists reminder_stops (address text primary key,
          stopped_at text not null)`.execute(db);
        await addColumns(db, 'bills', ['stop_token']);
        await addColumns(db, 'outbox', ['bill_id']);
        await sql`create unique index if not exists bills_by_stop on bills (stop_token)`.execute(db);
        await sql`create index if not exists bills_by_due on bills (due_on)`.execute(db);
        await sql`create index if not exists outbox_by_bill on outbox (bill_id)`.execute(db);
      },
    },
    '008-visits': {
      async up(db: Database) {
        for (const table of ['orders', 'enquiries']) await addColumns(db, table, ['came_from']);
        await sql`create table if not exists visits (day text not null, path text not null, source text not null,
          device text not null, kind text not null, times integer not null,
          primary key (day, path, source, device, kind))`.execute(db);
      },
    },
    '009-announced': {
      async up(db: Database) {
        await sql`create table if not exists announced (url text primary key, modified_at text not null)`.execute(
          db,
        );
      },
    },
  };
}

/** Adds columns that may be empty. SQLite knows no "if not exists" here. */
async function addColumns(db: Database, table: string, columns: string[], type = 'text'): Promise<void> {
  const known = (await db.introspection.getTables()).find(({ name }) => name === table);
  for (const column of columns.filter((one) => !known?.columns.some(({ name }) => name === one)))
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
}

/** Enters what an older ledger knew, unless it is there. */
async function bringForward(db: Database): Promise<void> {
  const orders = await db.selectFrom('orders').select(['id', 'bill_number', 'bill_key']).execute();
  for (const { id, bill_number } of orders.filter((one) => billKey(one.bill_number) !== one.bill_key))
    await db
      .updateTable('orders')
      .set({ bill_key: billKey(bill_number) })
      .where('id', '=', id)
      .execute();
  const now = new Date().toISOString();
  await sql`insert into entries (kind, subject, payment_id, order_id, amount, currency, at, recorded_at, source)
    select kind, id, id, order_id, value, currency, captured_at, cast(${now} as text), 'migration' from (
      select payments.*, 'captured' as kind, amount as value from payments
      union all select payments.*, 'fee', fee from payments
      union all select payments.*, 'tax', tax from payments
    ) known
    where captured_at is not null and value > 0
      and not exists (select 1 from entries where entries.kind = known.kind and entries.subject = known.id)
    order by id, kind`.execute(db);
  // Refunds were known by their sum alone: the gateway is asked for them.
  const unknown = sql`select id from payments where amount_refunded > 0 and id not in (select payment_id from refunds)`;
  await sql`update payments set reported_refunded = amount_refunded where id in (${unknown})`.execute(db);
  await sql`update orders set next_check_at = ${now} where status = 'paid' and id in
    (select order_id from payments where id in (${unknown}))`.execute(db);
  // Nobody is notified of what happened before there were messages.
  await sql`insert into jobs (name, swept_to) values ('messages', ${Math.floor(Date.now() / 1000)})
    on conflict do nothing`.execute(db);
}
