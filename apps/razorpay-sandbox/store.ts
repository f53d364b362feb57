import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { z } from 'zod';
import { storedDispute, storedOrder, storedPayment, storedRefund, storedSettlement } from './entities.ts';
import { badRequest } from './errors.ts';

/** A place that webhooks are sent to, with the secret that they are signed with. */
const storedRegistration = z.object({ id: z.string(), url: z.url(), secret: z.string() });
export type Registration = z.infer<typeof storedRegistration>;

const storedDelivery = z.object({
  /** `x-razorpay-event-id`. */
  id: z.string(),
  registration: z.string().default('default'),
  event: z.string(),
  body: z.string(),
  attempts: z.number(),
  state: z.enum(['waiting', 'delivered', 'lost', 'given-up']),
  lastStatus: z.number().nullable(),
  createdAt: z.number(),
});
export type Delivery = z.infer<typeof storedDelivery>;

/** A refund that was asked for with an idempotency key. */
const storedRefundKey = z.object({ request: z.string(), refundId: z.string() });

const rowsSchema = z.array(z.object({ id: z.string(), json: z.string() }));

/** Entities of one kind by id: held in memory, every change written through to the file. */
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

  /** All entities, oldest first. */
  all(): T[] {
    return [...this.#items.values()];
  }
}

type Stored = { entity: { id: string; created_at: number } };
export type Page = { from: number; to: number; skip: number; count: number; group?: string | undefined };

const idsSchema = z.array(z.string());

/** A collection that Razorpay lists: by time, and by the order or payment (or receipt) that its entities belong to. */
export class Entities<T extends Stored> extends Collection<T> {
  readonly #prefix: string;
  readonly #page: SQLite.Statement;
  readonly #pageOfGroup: SQLite.Statement;

  constructor(
    database: SQLite.Database,
    table: string,
    prefix: string,
    schema: z.ZodType<T>,
    groupedBy: keyof T['entity'] & string = 'id',
  ) {
    super(database, table, schema);
    this.#prefix = prefix;
    const time = "json_extract(json, '$.entity.created_at')";
    const group = `json_extract(json, '$.entity.${groupedBy}')`;
    database.exec(`create index if not exists ${table}_by_time on ${table} (${time});
      create index if not exists ${table}_by_group on ${table} (${group}, ${time})`);
    const page = (where: string) =>
      database
        .prepare(
          `select id from ${table} where ${where} ${time} between ? and ?
            order by ${time} desc, rowid desc limit ? offset ?`,
        )
        .pluck();
    this.#page = page('');
    this.#pageOfGroup = page(`${group} = ? and`);
  }

  /** Throws what Razorpay answers about an id that is none, or unknown. */
  find(id: string): T {
    if (!new RegExp(`^${this.#prefix}_[A-Za-z0-9]{14}$`).test(id))
      throw badRequest(`${id} is not a valid id`);
    const item = this.get(id);
    if (!item) throw badRequest('The id provided does not exist');
    return item;
  }

  /** What was created from a second to another, both included; newest first. */
  page({ from, to, skip, count, group }: Page): T['entity'][] {
    const window = [from, to, count, skip];
    const ids = group === undefined ? this.#page.all(window) : this.#pageOfGroup.all(group, ...window);
    return idsSchema.parse(ids).map((id) => this.find(id).entity);
  }

  /** All that belongs to an order or payment, oldest first. */
  of(group: string): T['entity'][] {
    return this.page({ group, from: 0, to: Number.MAX_SAFE_INTEGER, skip: 0, count: -1 }).reverse();
  }
}

/** All that the sandbox knows, kept in DATA_DIR/razorpay-sandbox/. */
export class Store {
  readonly #database: SQLite.Database;
  readonly orders;
  readonly payments;
  readonly refunds;
  readonly refundKeys;
  readonly disputes;
  readonly settlements;
  readonly registrations;
  readonly deliveries;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = new SQLite(path.join(folder, 'sandbox.sqlite'));
    this.#database = database;
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    this.orders = new Entities(database, 'orders', 'order', storedOrder, 'receipt');
    this.payments = new Entities(database, 'payments', 'pay', storedPayment, 'order_id');
    this.refunds = new Entities(database, 'refunds', 'rfnd', storedRefund, 'payment_id');
    this.refundKeys = new Collection(database, 'refund_keys', storedRefundKey);
    this.disputes = new Entities(database, 'disputes', 'disp', storedDispute);
    this.settlements = new Entities(database, 'settlements', 'setl', storedSettlement);
    this.registrations = new Collection(database, 'registrations', storedRegistration);
    this.deliveries = new Collection(database, 'deliveries', storedDelivery);
  }

  close(): void {
    this.#database.close();
  }
}
