import type Database from 'better-sqlite3';
import { parseStored, type SanityDocument } from './document.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';

type TransactionRow = { seq: number; id: string; author: string; timestamp: string };
type ChangeRow = { document_id: string; mutations: string; body: string | null; before: string | null };

/** What was written to a dataset, by transaction and by document, as far back as it is kept (history-pruning.ts). */
export class History {
  readonly #sql;

  constructor(db: Database.Database) {
    this.#sql = {
      last: db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM transactions'),
      since: db.prepare<[number, number], TransactionRow>(
        'SELECT seq, id, author, timestamp FROM transactions WHERE seq > ? ORDER BY seq LIMIT ?',
      ),
      byId: db.prepare<[string], TransactionRow>(
        'SELECT seq, id, author, timestamp FROM transactions WHERE id = ?',
      ),
      changes: db.prepare<[number], ChangeRow>(
        'SELECT document_id, mutations, body, before FROM changes WHERE seq = ? ORDER BY position',
      ),
      ofDocument: db.prepare<[string, number, number], TransactionRow>(
        `SELECT t.seq, t.id, t.author, t.timestamp FROM changes c JOIN transactions t ON t.seq = c.seq
         WHERE c.document_id = ? AND c.seq BETWEEN ? AND ? ORDER BY c.seq`,
      ),
      bodyBefore: db.prepare<[string, number], { seq: number; body: string | null }>(
        'SELECT seq, body FROM changes WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1',
      ),
      bodyAt: db.prepare<[string, string], { body: string | null }>(
        `SELECT c.body FROM changes c JOIN transactions t ON t.seq = c.seq
         WHERE c.document_id = ? AND t.timestamp <= ? ORDER BY c.seq DESC LIMIT 1`,
      ),
      lastExisting: db.prepare<[string], { body: string }>(
        `SELECT coalesce(body, before) AS body FROM changes
         WHERE document_id = ? AND coalesce(body, before) IS NOT NULL ORDER BY seq DESC LIMIT 1`,
      ),
    };
  }

  lastSeq(): number {
    return this.#sql.last.get()?.seq ?? 0;
  }

  /** Transactions after a sequence number, oldest first, at most `limit`. */
  since(seq: number, limit = 1000): CommittedTransaction[] {
    return this.#sql.since.all(seq, limit).map((row) => ({ ...row, changes: this.changes(row.seq) }));
  }

  /** The sequence number of a transaction, or null for one that never was. */
  seqOf(transactionId: string): number | null {
    return this.#sql.byId.get(transactionId)?.seq ?? null;
  }

  /** One transaction by its id, or null. */
  transaction(id: string): CommittedTransaction | null {
    const row = this.#sql.byId.get(id);
    return row ? { ...row, changes: this.changes(row.seq) } : null;
  }

  /** Transactions that touched one of the documents, oldest first. Bounds are sequence numbers, both inclusive. */
  ofDocuments(ids: string[], fromSeq = 0, toSeq = Number.MAX_SAFE_INTEGER): TransactionRow[] {
    const rows = ids.flatMap((id) => this.#sql.ofDocument.all(id, fromSeq, toSeq));
    return [...new Map(rows.map((row) => [row.seq, row])).values()].sort((a, b) => a.seq - b.seq);
  }

  /** A document as it was after the transaction `seq` (or the last one before it that touched it). */
  documentAfter(id: string, seq: number): SanityDocument | null {
    const row = this.#sql.bodyBefore.get(id, seq + 1);
    return row?.body ? parseStored(row.body) : null;
  }

  /** A document as it was at a time (ISO 8601). */
  documentAt(id: string, time: string): SanityDocument | null {
    const row = this.#sql.bodyAt.get(id, time);
    return row?.body ? parseStored(row.body) : null;
  }

  /** The last state of a document before it was deleted, or its present state. */
  lastRevision(id: string): SanityDocument | null {
    const row = this.#sql.lastExisting.get(id);
    return row ? parseStored(row.body) : null;
  }

  /** What one transaction did, document by document. */
  changes(seq: number): DocumentChange[] {
    return this.#sql.changes.all(seq).map((row) => {
      const mutations: unknown[] = JSON.parse(row.mutations);
      const before = row.before === null ? this.#sql.bodyBefore.get(row.document_id, seq)?.body : row.before;
      return {
        id: row.document_id,
        before: before ? parseStored(before) : null,
        after: row.body ? parseStored(row.body) : null,
        mutations,
      };
    });
  }
}
