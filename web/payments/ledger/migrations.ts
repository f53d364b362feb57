import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { billKey } from '#web/payments/bill.ts';
import type { LedgerTables } from './tables.ts';

/**
 * The ledger's migrations, oldest first. Each can be repeated: SQLite does not undo half a migration when the process is
 * killed in the middle.
 */
export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  // Both count up by themselves; only the names of the types differ.
  const counter = dialect === 'sqlite' ? 'integer' : 'serial';
  return {
    '001-orders-and-payments': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('orders')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('bill_number', 'text', (column) => column.notNull())
          .addColumn('bill_key', 'text', (column) => column.notNull())
          .addColumn('customer_name', 'text')
          .addColumn('customer_phone', 'text')
          .addColumn('amount', 'integer', (column) => column.notNull())
          .addColumn('currency', 'text', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('receipt_token', 'text', (column) => column.notNull().unique())
          .addColumn('request_key', 'text', (column) => column.unique())
          .addColumn('created_at', 'text', (column) => column.notNull())
          .addColumn('paid_at', 'text')
          .addColumn('next_check_at', 'text')
          .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('erased_at', 'text')
          .execute();
        await db.schema
          .createTable('payments')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
          .addColumn('amount', 'integer', (column) => column.notNull())
          .addColumn('currency', 'text', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('method', 'text')
          .addColumn('method_detail', 'text')
          .addColumn('reference', 'text')
          .addColumn('amount_refunded', 'integer', (column) => column.notNull())
          .addColumn('fee', 'integer')
          .addColumn('tax', 'integer')
          .addColumn('error_reason', 'text')
          .addColumn('created_at', 'text', (column) => column.notNull())
          .addColumn('captured_at', 'text')
          .execute();
        await db.schema
          .createTable('webhook_events')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('body_digest', 'text', (column) => column.notNull().unique())
          .addColumn('type', 'text', (column) => column.notNull())
          .addColumn('order_id', 'text', (column) => column.notNull())
          .addColumn('received_at', 'text', (column) => column.notNull())
          .execute();
        await db.schema
          .createTable('order_events')
          .ifNotExists()
          .addColumn('id', counter, (column) => column.primaryKey())
          .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
          .addColumn('payment_id', 'text')
          .addColumn('source', 'text', (column) => column.notNull())
          .addColumn('event', 'text', (column) => column.notNull())
          .addColumn('at', 'text', (column) => column.notNull())
          .execute();
        const indexes: [string, keyof Indexed, string[]][] = [
          ['orders_by_bill', 'orders', ['bill_key', 'created_at']],
          ['orders_by_time', 'orders', ['created_at']],
          ['orders_to_check', 'orders', ['next_check_at']],
          ['payments_by_order', 'payments', ['order_id']],
          ['order_events_by_order', 'order_events', ['order_id']],
        ];
        for (const [name, table, columns] of indexes)
          await db.schema.createIndex(name).ifNotExists().on(table).columns(columns).execute();
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
      async up(db: Kysely<Pick<LedgerTables, 'orders'>>) {
        const orders = await db.selectFrom('orders').select(['id', 'bill_number', 'bill_key']).execute();
        for (const { id, bill_number, bill_key } of orders) {
          const key = billKey(bill_number);
          if (key !== bill_key) await sql`update orders set bill_key = ${key} where id = ${id}`.execute(db);
        }
      },
    },
  };
}

/** Adds a column of text that may be empty, unless it is there: SQLite has no `add column if not exists`. */
async function addColumn(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const tables = await db.introspection.getTables();
  const known = tables.find(({ name }) => name === table)?.columns ?? [];
  if (known.some(({ name }) => name === column)) return;
  await db.schema.alterTable(table).addColumn(column, 'text').execute();
}

type Indexed = { orders: unknown; payments: unknown; order_events: unknown };
