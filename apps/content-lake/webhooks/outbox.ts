import type Database from 'better-sqlite3';
import type { Webhook } from '../config.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { messages, type Operation } from './message.ts';

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

/** A message that has not been acknowledged yet. */
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

type NewDelivery = Omit<PendingDelivery, 'id' | 'attempts'>;

/** The first message of each document: those behind it wait, so that the messages of a document arrive in order. */
const heads = `
  SELECT id, dataset, document_id AS documentId, operation, transaction_id AS transactionId,
    transaction_time AS transactionTime, body, attempts, due
  FROM deliveries d WHERE NOT EXISTS (
    SELECT 1 FROM deliveries e WHERE e.dataset = d.dataset AND e.document_id = d.document_id AND e.id < d.id
  )`;

/**
 * What a webhook still has to send. It remembers how far it has read the dataset's log in the same transaction as what
 * it found there: no commit waits for a webhook, and a crash loses nothing (a message may be sent twice).
 */
export function outboxOf(db: Database.Database, webhook: Webhook) {
  const messageOf = messages(webhook);
  // What a crash of the machine takes from this file is read from the dataset's log again.
  db.pragma('synchronous = NORMAL');
  const select = db.prepare<[string], { seq: number }>('SELECT seq FROM cursors WHERE dataset = ?');
  const setCursor = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO cursors (dataset, seq) VALUES (?, ?)',
  );
  const put = db.prepare<[NewDelivery]>(
    `INSERT INTO deliveries (dataset, document_id, operation, transaction_id, transaction_time, body, due)
     VALUES (@dataset, @documentId, @operation, @transactionId, @transactionTime, @body, @due)`,
  );
  const earliest = db.prepare<[number], PendingDelivery>(`${heads} ORDER BY due, id LIMIT ?`);
  const latest = db.prepare<[number, number], PendingDelivery>(
    `${heads} AND due <= ? ORDER BY id DESC LIMIT ?`,
  );
  const beyond = db.prepare<[number], unknown>('SELECT 1 FROM deliveries LIMIT 1 OFFSET ?');
  const postpone = db.prepare<[number, number]>(
    'UPDATE deliveries SET attempts = attempts + 1, due = ? WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM deliveries WHERE id = ?');

  return {
    /** Number of the last transaction that was read; undefined for a dataset that was never followed. */
    cursor: (dataset: string) => select.get(dataset)?.seq,
    startAt: (dataset: string, seq: number) => setCursor.run(dataset, seq),
    /** Stores the messages that a transaction gives rise to, and that it was read. */
    async collect(dataset: string, { seq, id, timestamp, changes }: CommittedTransaction) {
      const found: NewDelivery[] = [];
      for (const change of changes) {
        const message = await messageOf(change);
        const about = { dataset, documentId: change.id, transactionId: id, transactionTime: timestamp };
        if (message) found.push({ ...message, ...about, due: Date.now() });
      }
      db.transaction(() => {
        for (const delivery of found) put.run(delivery);
        setCursor.run(dataset, seq);
      })();
    },
    /** At most `limit` messages, one for each document, those that are due first at the front. */
    earliest: (limit: number) => earliest.all(limit),
    /** The same, of those that are due now (milliseconds since 1970), the latest ones at the front. */
    latest: (limit: number, now: number) => latest.all(now, limit),
    holdsMoreThan: (count: number) => beyond.get(count) !== undefined,
    postpone: (id: number, due: number) => postpone.run(due, id),
    remove: (id: number) => remove.run(id),
  };
}
export type Outbox = ReturnType<typeof outboxOf>;
