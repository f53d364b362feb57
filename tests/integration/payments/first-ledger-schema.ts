/** Returns the schema of a ledger before entries were introduced, with its migration record. */
export const firstLedgerSchema = (counter: 'integer' | 'serial'): string[] => [
  `create table orders (
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
  )`,
  `create table payments (
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
    captured_at text,
    verified_at text,
    settled_at text
  )`,
  `create table webhook_events (
    id text primary key,
    body_digest text not null unique,
    type text not null,
    order_id text not null,
    received_at text not null
  )`,
  `create table order_events (
    id ${counter} primary key,
    order_id text not null references orders (id),
    payment_id text,
    source text not null,
    event text not null,
    at text not null,
    actor text
  )`,
  'create index orders_by_bill on orders (bill_key, created_at)',
  'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  `insert into kysely_migration values ('001-orders-and-payments', '2026-01-01'), ('002-verified-payments', '2026-01-01'),
    ('003-settled-payments', '2026-01-01'), ('004-bills-by-any-dash', '2026-01-01')`,
];
