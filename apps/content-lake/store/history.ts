import type Database from 'better-sqlite3';
import { parseStored, type SanityDocument } from './document.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';

type TransactionRow = { seq: number; id: string; author: string; timestamp: string };
/** A document's mutations and states, as JSON. */
export type ChangeTexts = { id: string; mutations: string; before: string | null; after: string | null };
/** A change as it is stored. `before` is set if the previous change was pruned. */
type ChangeRow = { seq: number; id: string; mutations: string; before: string | null; body: string | null };

const columns = 'seq, document_id AS id, mutations, before, body';

/** A dataset's transactions that history-pruner.ts has not removed. */
export class History {
  readonly #db: Database.Database;
  readonly #sql;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#sql = {
      last: db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM transactions'),
      count: db.prepare<[number, number], { count: number }>(
        'SELECT count(*) AS count FROM transactions WHERE seq > ? AND seq <= ?',
      ),
      byId: db.prepare<[string], TransactionRow>(
        'SELECT seq, id, author, timestamp FROM transactions WHERE id = ?',
      ),
      bySeq: db.prepare<[number], TransactionRow>(
        'SELECT seq, id, author, timestamp FROM transactions WHERE seq = ?',
      ),
      changedIds: db.prepare<[number], { id: string; position: number; isGone: number }>(
        'SELECT document_id AS id, position, body IS NULL AS isGone FROM changes WHERE seq = ? ORDER BY position',
      ),
      change: db.prepare<[number, number], ChangeRow>(
        `SELECT ${columns} FROM changes WHERE seq = ? AND position = ?`,
      ),
      since: db.prepare<[number], ChangeRow>(
        `SELECT ${columns} FROM changes WHERE seq > ? ORDER BY seq, position`,
      ),
      ofDocument: db.prepare<[string, number, number], TransactionRow>(
        `SELECT t.seq, t.id, t.author, t.timestamp FROM changes c JOIN transactions t ON t.seq = c.seq
         WHERE c.document_id = ? AND c.seq BETWEEN ? AND ? ORDER BY c.seq`,
      ),
      before: db.prepare<[string, number], ChangeRow>(
        `SELECT ${columns} FROM changes WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1`,
      ),
      seqAt: db.prepare<[string, string], { seq: number }>(
        `SELECT c.seq FROM changes c JOIN transactions t ON t.seq = c.seq
         WHERE c.document_id = ? AND t.timestamp <= ? ORDER BY c.seq DESC LIMIT 1`,
      ),
      lastExisting: db.prepare<[string], ChangeRow>(
        `SELECT ${columns} FROM changes
         WHERE document_id = ? AND coalesce(body, before) IS NOT NULL ORDER BY seq DESC LIMIT 1`,
      ),
    };
  }

  lastSeq(): number {
    return this.#sql.last.get()?.seq ?? 0;
  }

  count(after: number, to: number): number {
    return this.#sql.count.get(after, to)?.count ?? 0;
  }

  findSeq(transactionId: string): number | null {
    return this.#sql.byId.get(transactionId)?.seq ?? null;
  }

  transaction(id: string): CommittedTransaction | null {
    return this.#whole(() => this.#sql.byId.get(id));
  }

  at(seq: number): CommittedTransaction | null {
    return this.#whole(() => this.#sql.bySeq.get(seq));
  }

  /** Returns the transactions of documents, oldest first. The bounds are inclusive sequence numbers. */
  ofDocuments(ids: string[], fromSeq = 0, toSeq = Number.MAX_SAFE_INTEGER): TransactionRow[] {
    const rows = ids.flatMap((id) => this.#sql.ofDocument.all(id, fromSeq, toSeq));
    return [...new Map(rows.map((row) => [row.seq, row])).values()].sort((a, b) => a.seq - b.seq);
  }

  documentAfter(id: string, seq: number): SanityDocument | null {
    return parseStored(this.textAfter(id, seq));
  }

  documentAt(id: string, time: string): SanityDocument | null {
    const found = this.#sql.seqAt.get(id, time);
    return found ? this.documentAfter(id, found.seq) : null;
  }

  /** Returns a document's current state or, if it was deleted, its last state. */
  lastRevision(id: string): SanityDocument | null {
    const change = this.#sql.lastExisting.get(id);
    return parseStored(change && (change.body ?? change.before));
  }

  changedIds(seq: number): { id: string; isGone: boolean }[] {
    return this.#sql.changedIds.all(seq).map(({ id, isGone }) => ({ id, isGone: isGone === 1 }));
  }

  *texts(seq: number, isIncluded: (id: string) => boolean = () => true): Generator<ChangeTexts> {
    for (const { id, position } of this.#sql.changedIds.all(seq)) {
      const change = isIncluded(id) ? this.#sql.change.get(seq, position) : undefined;
      if (!change) continue;
      const before = change.before ?? this.textAfter(id, seq - 1);
      yield { id, before, after: change.body, mutations: change.mutations };
    }
  }

  changes(seq: number, isIncluded?: (id: string) => boolean): DocumentChange[] {
    return [...this.texts(seq, isIncluded)].map(({ id, mutations, before, after }) => ({
      id,
      before: parseStored(before),
      after: parseStored(after),
      mutations: JSON.parse(mutations),
    }));
  }

  /** Returns the changes after transaction `seq`, in order. `document` is the new state, or null for a deletion. */
  since(seq: number): { seq: number; id: string; document: SanityDocument | null }[] {
    return this.#db.transaction(() =>
      this.#sql.since
        .all(seq)
        .map((change) => ({ seq: change.seq, id: change.id, document: parseStored(change.body) })),
    )();
  }

  textAfter(id: string, seq: number): string | null {
    return this.#sql.before.get(id, seq + 1)?.body ?? null;
  }

  /** Reads a transaction and its changes in one snapshot, as another connection may prune the history. */
  #whole(find: () => TransactionRow | undefined): CommittedTransaction | null {
    return this.#db.transaction(() => {
      const row = find();
      return row ? { ...row, changes: this.changes(row.seq) } : null;
    })();
  }
}
