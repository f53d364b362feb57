import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { z } from 'zod';
import { storedOrder, storedPayment, storedRefund } from './entities.ts';

const storedDelivery = z.object({
  /** `x-razorpay-event-id`. */
  id: z.string(),
  event: z.string(),
  body: z.string(),
  attempts: z.number(),
  state: z.enum(['waiting', 'delivered', 'lost', 'given-up']),
  lastStatus: z.number().nullable(),
  createdAt: z.number(),
});
export type Delivery = z.infer<typeof storedDelivery>;

const rowsSchema = z.array(z.object({ id: z.string(), json: z.string() }));

/** Entities of one kind by id: held in memory, every change written through to the file. */
export class Collection<T> {
  readonly #items = new Map<string, T>();
  readonly #write: SQLite.Statement;

  constructor(database: SQLite.Database, table: string, schema: z.ZodType<T>) {
    database.exec(`create table if not exists ${table} (id text primary key, json text not null)`);
    const rows = rowsSchema.parse(database.prepare(`select id, json from ${table} order by rowid`).all());
    for (const row of rows) this.#items.set(row.id, schema.parse(JSON.parse(row.json)));
    this.#write = database.prepare(
      `insert into ${table} (id, json) values (?, ?) on conflict (id) do update set json = excluded.json`,
    );
  }

  get(id: string): T | undefined {
    return this.#items.get(id);
  }

  set(id: string, item: T): void {
    this.#items.set(id, item);
    this.#write.run(id, JSON.stringify(item));
  }

  /** All entities, oldest first. */
  all(): T[] {
    return [...this.#items.values()];
  }
}

/** Orders, payments or refunds as Razorpay shows them, oldest first. */
export function entitiesOf<T>(items: Collection<{ entity: T }>): T[] {
  return items.all().map(({ entity }) => entity);
}

/** All that the sandbox knows, kept in DATA_DIR/razorpay-sandbox/. */
export class Store {
  readonly #database: SQLite.Database;
  readonly orders;
  readonly payments;
  readonly refunds;
  readonly deliveries;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#database = new SQLite(path.join(folder, 'sandbox.sqlite'));
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = NORMAL');
    this.orders = new Collection(this.#database, 'orders', storedOrder);
    this.payments = new Collection(this.#database, 'payments', storedPayment);
    this.refunds = new Collection(this.#database, 'refunds', storedRefund);
    this.deliveries = new Collection(this.#database, 'deliveries', storedDelivery);
  }

  close(): void {
    this.#database.close();
  }
}
