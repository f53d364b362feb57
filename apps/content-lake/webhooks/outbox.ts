import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CommittedTransaction } from '../store/transaction.ts';
import { merged, type Operation, payloadOf } from './site-webhook.ts';

export const outboxMigrations = [
  `
  CREATE TABLE cursors (
    dataset TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
  );

  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dataset TEXT NOT NULL,
    document_id TEXT NOT NULL,
    operation TEXT NOT NULL CHECK (operation IN ('create', 'update', 'delete')),
    transaction_id TEXT NOT NULL,
    transaction_time TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL
  );
  CREATE INDEX deliveries_document ON deliveries (dataset, document_id, id);
  CREATE INDEX deliveries_due ON deliveries (due, id);
  `,
] as const;

const rowSchema = z.object({
  id: z.number(),
  dataset: z.string(),
  document_id: z.string(),
  operation: z.enum(['create', 'update', 'delete']),
  transaction_id: z.string(),
  transaction_time: z.string(),
  body: z.string(),
  attempts: z.number(),
  due: z.number(),
});

/** One message to the site that has not been acknowledged yet. */
export type PendingDelivery = {
  id: number;
  dataset: string;
  documentId: string;
  operation: Operation;
  transactionId: string;
  /** ISO 8601, when the transaction was committed. */
  transactionTime: string;
  body: string;
  /** How often it was tried. */
  attempts: number;
  /** Milliseconds since 1970 from when it may be tried. */
  due: number;
};

/**
 * What is still to be sent. The dataset's own log of transactions says what has happened, durably and in order; the outbox
 * remembers up to where it has read that log, and moves on in the same SQLite transaction that stores what it found. So a
 * commit never waits for a webhook, and after a crash nothing is missing (a message may be sent twice).
 */
export class Outbox {
  readonly #db: Database.Database;
  readonly #collect: (dataset: string, transactions: CommittedTransaction[]) => void;
  readonly #sql;

  constructor(db: Database.Database) {
    this.#db = db;
    // What a crash of the machine takes from this file is read from the dataset's log again.
    db.pragma('synchronous = NORMAL');
    this.#sql = {
      cursor: db.prepare<[string], { seq: number }>('SELECT seq FROM cursors WHERE dataset = ?'),
      setCursor: db.prepare<[string, number]>('INSERT OR REPLACE INTO cursors (dataset, seq) VALUES (?, ?)'),
      put: db.prepare<[string, string, Operation, string, string, string, number]>(
        `INSERT INTO deliveries (dataset, document_id, operation, transaction_id, transaction_time, body, due)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ),
      // The first message of each document; the ones behind it wait, so that a document's messages arrive in order.
      heads: db.prepare<[number], unknown>(
        `SELECT * FROM deliveries d WHERE NOT EXISTS (
           SELECT 1 FROM deliveries e WHERE e.dataset = d.dataset AND e.document_id = d.document_id AND e.id < d.id
         ) ORDER BY due, id LIMIT ?`,
      ),
      latest: db.prepare<[number, number], unknown>(
        `SELECT * FROM deliveries d WHERE due <= ? AND NOT EXISTS (
           SELECT 1 FROM deliveries e WHERE e.dataset = d.dataset AND e.document_id = d.document_id AND e.id < d.id
         ) ORDER BY id DESC LIMIT ?`,
      ),
      beyond: db.prepare<[number], unknown>('SELECT 1 FROM deliveries LIMIT 1 OFFSET ?'),
      last: db.prepare<[string, string], unknown>(
        'SELECT * FROM deliveries WHERE dataset = ? AND document_id = ? ORDER BY id DESC LIMIT 1',
      ),
      postpone: db.prepare<[number, number]>(
        'UPDATE deliveries SET attempts = attempts + 1, due = ? WHERE id = ?',
      ),
      remove: db.prepare<[number]>('DELETE FROM deliveries WHERE id = ?'),
    };
    this.#collect = db.transaction((dataset: string, transactions: CommittedTransaction[]) => {
      for (const transaction of transactions) this.#add(dataset, transaction);
    });
  }

  /** Number of the last transaction that was read; undefined for a dataset that was never followed. */
  cursor(dataset: string): number | undefined {
    return this.#sql.cursor.get(dataset)?.seq;
  }

  startAt(dataset: string, seq: number) {
    this.#sql.setCursor.run(dataset, seq);
  }

  /** Stores the messages that these transactions give rise to, and that they were read. */
  collect(dataset: string, transactions: CommittedTransaction[]) {
    this.#collect(dataset, transactions);
  }

  /** At most `limit` messages that nothing of the same document is before, the ones that are due first at the front. */
  heads(limit: number): PendingDelivery[] {
    return read(this.#sql.heads.all(limit));
  }

  /** The same, of those that are due now (milliseconds since 1970), the latest ones at the front. */
  latest(limit: number, now: number): PendingDelivery[] {
    return read(this.#sql.latest.all(now, limit));
  }

  holdsMoreThan(count: number): boolean {
    return this.#sql.beyond.get(count) !== undefined;
  }

  postpone(id: number, due: number) {
    this.#sql.postpone.run(due, id);
  }

  remove(id: number) {
    this.#sql.remove.run(id);
  }

  close() {
    this.#db.close();
  }

  #add(dataset: string, transaction: CommittedTransaction) {
    for (const change of transaction.changes) {
      const payload = payloadOf(change);
      if (!payload) continue;
      const { id, timestamp } = transaction;
      const [waiting] = read([this.#sql.last.get(dataset, change.id)].filter((row) => row !== undefined));
      const message = (waiting && merged(waiting, payload)) ?? payload;
      // One that is on its way may arrive as well: the new one says all that it says.
      if (waiting && message !== payload) this.#sql.remove.run(waiting.id);
      this.#sql.put.run(dataset, change.id, message.operation, id, timestamp, message.body, Date.now());
    }
    this.#sql.setCursor.run(dataset, transaction.seq);
  }
}

function read(rows: unknown[]): PendingDelivery[] {
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ document_id, transaction_id, transaction_time, ...row }) => ({
      ...row,
      documentId: document_id,
      transactionId: transaction_id,
      transactionTime: transaction_time,
    }));
}
