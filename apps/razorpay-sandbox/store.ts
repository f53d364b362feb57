import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { z } from 'zod';
import { disputeEntity, orderEntity, paymentEntity, refundEntity, settlementEntity } from './entities.ts';
import { badRequest } from './errors.ts';

/** A webhook's URL and signing secret. */
const storedRegistration = z.object({ id: z.string(), url: z.url(), secret: z.string() });
export type Registration = z.infer<typeof storedRegistration>;

const storedDelivery = z.object({
  /** The value of `x-razorpay-event-id`. */
  id: z.string(),
  registration: z.string().default('default'),
  event: z.string(),
  body: z.string(),
  attempts: z.number(),
  state: z.enum(['waiting', 'delivered', 'lost', 'given-up']),
  createdAt: z.number(),
});
export type Delivery = z.infer<typeof storedDelivery>;

/** The request and the refund of an idempotency key. */
const storedRefundKey = z.object({ request: z.string(), refundId: z.string() });

const storedLine = z.looseObject({
  /** Null while the payment is on hold. */
  settlement_id: z.string().nullable(),
  settled_at: z.number(),
  credit: z.number(),
  debit: z.number(),
});
export type SettlementLine = z.infer<typeof storedLine>;

const rowsSchema = z.array(z.object({ id: z.string(), json: z.string() }));

/** A map of items by id, in order of creation. Stored in memory and written through to the database. */
class Collection<T> {
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

  all(): T[] {
    return [...this.#items.values()];
  }
}

export type Page = { from: number; to: number; skip: number; count: number };

/** A collection of entities that have Razorpay ids. */
export class Entities<T extends { id: string; created_at: number }, New> {
  readonly #rows: Collection<{ entity: T }>;
  readonly #schema: z.ZodType<T, New>;

  constructor(database: SQLite.Database, table: string, schema: z.ZodType<T, New>) {
    this.#schema = schema;
    this.#rows = new Collection(database, table, z.object({ entity: schema }));
  }

  add(given: New): T {
    return this.put(this.#schema.parse(given));
  }

  put(entity: T): T {
    this.#rows.set(entity.id, { entity });
    return entity;
  }

  /** Returns the entity. Throws Razorpay's error for an invalid or unknown id. */
  find(id: string): T {
    const row = this.#rows.get(id);
    if (row) return row.entity;
    const isId = /^[a-z]+_[A-Za-z0-9]{14}$/.test(id);
    throw badRequest(isId ? 'The id provided does not exist' : `${id} is not a valid id`);
  }

  all(): T[] {
    return this.#rows.all().map(({ entity }) => entity);
  }

  /** Lists entities created from `from` to `to` (Unix seconds, inclusive), newest first. */
  page({ from, to, skip, count }: Page, matches: (entity: T) => boolean): T[] {
    return this.all()
      .filter((one) => one.created_at >= from && one.created_at <= to && matches(one))
      .reverse()
      .sort((one, other) => other.created_at - one.created_at)
      .slice(skip, skip + count);
  }
}

/** Opens the sandbox's data, a SQLite database in `folder`. */
export function openStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new SQLite(path.join(folder, 'sandbox.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  return {
    orders: new Entities(database, 'orders', orderEntity),
    /** For each order id, whether payments are captured on authorisation. */
    automaticCapture: new Collection(database, 'automatic_capture', z.boolean()),
    payments: new Entities(database, 'payments', paymentEntity),
    refunds: new Entities(database, 'refunds', refundEntity),
    refundKeys: new Collection(database, 'refund_keys', storedRefundKey),
    disputes: new Entities(database, 'disputes', disputeEntity),
    settlements: new Entities(database, 'settlements', settlementEntity),
    /** Lines by the id of the payment, refund or dispute that they settle. */
    settlementLines: new Collection(database, 'settlement_lines', storedLine),
    registrations: new Collection(database, 'registrations', storedRegistration),
    deliveries: new Collection(database, 'deliveries', storedDelivery),
  };
}
