import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { billKey } from '#web/contracts/bill-key.ts';
import { counters, type Database, tables } from './tables.ts';

/** Entries of these kinds occur only once per subject. */
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

/** An SQL statement, or nullable columns to add. */
type Step = string | { table: string; columns: string[]; type?: string };

const table = (definition: string) => `create table if not exists ${definition}`;
const index = (definition: string) => `create index if not exists ${definition}`;
const uniqueIndex = (definition: string) => `create unique index if not exists ${definition}`;

/** Migrations after the first two. Frozen, including whitespace. */
const laterMigrations: Record<string, Step[]> = {
  '003-reports-and-link-tokens': [
    table(`reports (payment_id text primary key,
          order_id text not null references orders (id), reported_at text not null)`),
    index('reports_by_order on reports (order_id)'),
    { table: 'bills', columns: ['link_token', 'earlier_link_token'] },
    uniqueIndex('bills_by_link on bills (link_token)'),
    uniqueIndex('bills_by_earlier_link on bills (earlier_link_token)'),
  ],
  '004-disputes-and-settlements': [
    { table: 'disputes', columns: ['as_of'] },
    // If a settlement fails, another settlement pays out the same lines.
    'drop index if exists entries_once',
    uniqueIndex(`entries_once on entries (kind, subject) where kind in
          ('authorized', 'captured', 'refunded', 'disputed', 'unexplained', 'explained')`),
    // The previous release inserts the same lines again and relies on an index to reject them.
    uniqueIndex(`entries_settled_once
          on entries (subject, settlement_id, amount, at) where kind = 'settled'`),
  ],
  '005-money-outside': [
    { table: 'entries', columns: ['bill_id', 'belongs_to'] },
    { table: 'audit', columns: ['address'] },
    { table: 'payments', columns: ['amount_moved'], type: 'integer' },
    table(`vouchers (id text primary key, bill_id text not null references bills (id), kind text not null,
            amount bigint not null, on_day text not null, reference text, section text, rate text, reason text,
            payment_id text, state text not null, requested_by text not null, requester_id text not null,
            decided_by text, created_at text not null)`),
    table(`voucher_files (id text primary key, voucher_id text not null references vouchers (id), name text not null,
            type text not null, content text not null, added_by text not null, added_at text not null)`),
    table('closed_months (month text primary key, closed_at text not null, closed_by text not null)'),
    table(`kept_exports (month text not null, format text not null, content text not null,
            primary key (month, format))`),
    table(`statement_links (token text primary key, bill_id text not null references bills (id),
            created_by text not null, created_at text not null, expires_at text not null)`),
    index('vouchers_by_bill on vouchers (bill_id)'),
    index("vouchers_open on vouchers (state) where state in ('waiting', 'in-hand')"),
    index('voucher_files_by_voucher on voucher_files (voucher_id)'),
    index('entries_by_bill on entries (bill_id, kind) where bill_id is not null'),
    index('bills_by_customer on bills (customer_phone)'),
    // A reversing entry has the opposite sign.
    uniqueIndex(`entries_outside_once on entries (kind, subject, amount)
          where kind in ('received', 'cheque', 'tds', 'written-off', 'credited', 'moved')`),
  ],
  '006-settlements-and-bank': [
    { table: 'disputes', columns: ['deadline_since'] },
    // For searches by amount, or by the last four digits of a card, phone or reference.
    index('orders_by_amount on orders (amount)'),
    index('orders_by_phone_end on orders (substr(customer_phone, length(customer_phone) - 3))'),
    index('payments_by_reference_end on payments (substr(reference, length(reference) - 3))'),
    index('payments_by_detail_end on payments (substr(method_detail, length(method_detail) - 3))'),
  ],
  '006b-ledger-names': [table('ledger_names (ledger text primary key, name text not null)')],
  '006c-bank-statements': [
    table(`bank_lines (id text primary key, day text not null, text text not null, reference text not null,
            amount bigint not null, settlement_id text, note text, imported_at text not null)`),
    table(`bank_imports (from_day text not null, to_day text not null, lines integer not null,
            added integer not null, imported_at text not null, imported_by text not null)`),
    table('bank_columns (header text primary key, columns text not null, chosen_by text not null)'),
    uniqueIndex('bank_lines_by_settlement on bank_lines (settlement_id)'),
  ],
  '007-reminders': [
    table(`reminder_stops (address text primary key,
          stopped_at text not null)`),
    { table: 'bills', columns: ['stop_token'] },
    { table: 'outbox', columns: ['bill_id'] },
    uniqueIndex('bills_by_stop on bills (stop_token)'),
    index('bills_by_due on bills (due_on)'),
    index('outbox_by_bill on outbox (bill_id)'),
  ],
  '008-visits': [
    { table: 'orders', columns: ['came_from'] },
    { table: 'enquiries', columns: ['came_from'] },
    table(`visits (day text not null, path text not null, source text not null,
          device text not null, kind text not null, times integer not null,
          primary key (day, path, source, device, kind))`),
  ],
  '009-announced': [table('announced (url text primary key, modified_at text not null)')],
  '010-exact-statements-and-reminders': [
    // For the sum of a payment's refunds and moves before an entry.
    index("entries_by_payment on entries (payment_id) where kind in ('refunded', 'refund-failed', 'moved')"),
    { table: 'outbox', columns: ['asked_amount'], type: 'bigint' },
    { table: 'outbox', columns: ['asked_on'] },
  ],
  '011-links-and-reservations': [
    { table: 'bills', columns: ['link_withdrawn_at'] },
    table(`reservations (id text primary key, bill_id text not null references bills (id),
            amount bigint not null, made_at text not null)`),
    index('reservations_by_bill on reservations (bill_id)'),
    // Includes cancelled bills.
    index('bills_by_number on bills (bill_key, created_at, id)'),
    // Before this migration, payments were matched to bills only by number. Payments for a bill that was cancelled and
    // created again stay with the new bill.
    `update orders set bill_id = (select n.id from bills n where n.bill_key = orders.bill_key and n.cancelled_at is null)
      where bill_id in (select id from bills where cancelled_at is not null)
        and bill_key in (select bill_key from bills where cancelled_at is null)`,
  ],
  '012-manual-entries-once': [
    // Covers all kinds of entry, because only manual entries have a `bill_id`.
    uniqueIndex('entries_of_bill_once on entries (kind, subject, amount) where bill_id is not null'),
  ],
  '013-customer-notices': [
    table(`customer_notices (bill_id text not null references bills (id), kind text not null,
            reference text not null, created_at text not null, primary key (bill_id, kind))`),
  ],
  '014-reviewed-surplus': [
    { table: 'payments', columns: ['surplus_reviewed'], type: 'bigint' },
    { table: 'bills', columns: ['surplus_reviewed'], type: 'bigint' },
  ],
};

type Columns = Record<string, { sql?: string | undefined }>;

/** Returns those columns that the first two migrations create, with their SQL. */
const firstColumns = (table: Columns) =>
  Object.entries(table).flatMap(([name, { sql }]): [string, string][] => (sql ? [[name, sql]] : []));

/** Returns the column list of `create table`. */
export function columnsOf(table: Columns): string {
  return firstColumns(table)
    .map((column) => column.join(' '))
    .join(', ');
}

/**
 * Returns all migrations, oldest first. Each is frozen, which a test checks. Each is repeatable, because SQLite does
 * not undo half a migration if the process is killed. Each only adds to the schema, because the previous release keeps
 * running. The first two upgrade any older ledger to the columns with SQL in `tables.ts` and the indexes here.
 */
export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  // Both types auto-increment.
  const counter = dialect === 'sqlite' ? 'integer' : 'serial';
  const typed = (definition: string) => sql.raw(definition.replaceAll('counter', counter));
  const limits = async (db: Database) => {
    if (dialect === 'postgres') await setLimits(db);
  };
  const addMissingTables = async (db: Database) => {
    await limits(db);
    const known = await db.introspection.getTables();
    for (const [name, columns] of Object.entries<Columns>(tables)) {
      await sql`create table if not exists ${sql.table(name)} (${typed(columnsOf(columns))})`.execute(db);
      const old = known.find((table) => table.name === name)?.columns.map((column) => column.name);
      for (const [column, type] of firstColumns(columns))
        if (old && !old.includes(column))
          await sql`alter table ${sql.table(name)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(
            db,
          );
    }
    for (const statement of [...uniqueIndexes.map(uniqueIndex), ...indexes.map(index)])
      await sql.raw(statement).execute(db);
  };
  const run = (steps: Step[]): Migration => ({
    async up(db: Database) {
      await limits(db);
      for (const step of steps)
        if (typeof step === 'string') await sql.raw(step).execute(db);
        else await addColumns(db, step.table, step.columns, step.type);
    },
  });
  return {
    '001-tables': {
      async up(db: Database) {
        if (dialect === 'postgres') {
          // Unlogged: counting does not wait for the disk. On SQLite, the counters are in a separate database file.
          await sql`create unlogged table if not exists rate_limits (${typed(columnsOf(counters))})`.execute(
            db,
          );
        }
        await addMissingTables(db);
        await sql`drop table if exists webhook_events`.execute(db);
        await backfill(db);
      },
    },
    '002-enquiries': { up: addMissingTables },
    ...Object.fromEntries(Object.entries(laterMigrations).map(([name, steps]) => [name, run(steps)])),
  };
}

/**
 * Sets limits for a migration in PostgreSQL. There is no statement timeout, since a large ledger takes time. The
 * migration waits for a table lock for one second only, because other queries queue behind it; `migrate` retries.
 * PostgreSQL 14 or later ends the migration if this process is killed.
 */
async function setLimits(db: Database): Promise<void> {
  await sql`select set_config(name, value, true) from (values ('statement_timeout', '0'), ('lock_timeout', '1s'),
    ('client_connection_check_interval', '2s')) limits (name, value) where name in (select name from pg_settings)`.execute(
    db,
  );
}

/** Adds nullable columns. SQLite has no "if not exists" for columns. */
async function addColumns(db: Database, table: string, columns: string[], type = 'text'): Promise<void> {
  const known = (await db.introspection.getTables()).find(({ name }) => name === table);
  for (const column of columns.filter((one) => !known?.columns.some(({ name }) => name === one)))
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
}

/** Backfills entries from the tables of an older ledger. */
async function backfill(db: Database): Promise<void> {
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
  // Older ledgers have only the sum of refunds, so reconciliation reads the refunds from the gateway.
  const unknown = sql`select id from payments where amount_refunded > 0 and id not in (select payment_id from refunds)`;
  await sql`update payments set reported_refunded = amount_refunded where id in (${unknown})`.execute(db);
  await sql`update orders set next_check_at = ${now} where status = 'paid' and id in
    (select order_id from payments where id in (${unknown}))`.execute(db);
  // No messages are sent about events from before messages existed.
  await sql`insert into jobs (name, swept_to) values ('messages', ${Math.floor(Date.now() / 1000)})
    on conflict do nothing`.execute(db);
}
