import { createHash, randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { httpError, typedError } from '../errors.ts';
import { type CommitQueue, commitQueue } from './commit-queue.ts';
import type { SanityDocument } from './document.ts';
import { StoredDocuments } from './documents.ts';
import { HistoryPruner, newProgress, type Progress } from './history-pruner.ts';
import { serialise } from './limits.ts';
import { openMigrated } from './open.ts';
import { referencesOf, requireIntactReferences } from './references.ts';
import { Staging } from './staging.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';
import { defineUnpackedSize } from './unpack-history.ts';

export type WriteRequest<T> = {
  transactionId: string;
  /** The raw request body. If the author repeats a request under the same id, it is not executed twice. */
  request?: Uint8Array;
  /** Returns the result of a repeated request. */
  replay?: (transaction: CommittedTransaction) => T;
  author: string;
  dryRun?: boolean;
  /** Keeps `_updatedAt` of the staged documents. */
  keepTimestamps?: boolean;
  /** Allows strong references to documents that do not exist yet. */
  allowMissingTargets?: boolean;
  /** Throws a LakeError if the author may not change a document. */
  requireMayChange?: (document: SanityDocument) => void;
  /** Stages the author's changes. May throw a LakeError. */
  stage: (staging: Staging) => T;
  /** Throws a LakeError for changes that are not allowed. */
  authorize?: (changes: DocumentChange[], staging: Staging) => void;
  /** Stages further changes by the lake itself, for which the author needs no permission. */
  stageFollowUps?: (changes: DocumentChange[], staging: Staging) => void;
};

/** The error of an optimistic write whose documents were changed by other writes. The write can be retried. */
export const writeConflict = httpError(409, 'Other writes kept changing the same documents. Try again.');

/** A dataset in a writer thread. Callers open the transaction, or use `writeOptimistically`. */
export class DatasetWriter extends StoredDocuments {
  readonly db: Database.Database;
  /** Runs a job and resolves when its transaction is on disk. */
  readonly commit: CommitQueue;
  readonly historyPruner: HistoryPruner;
  readonly progress: Progress;
  readonly #sql;
  #isOptimistic = false;

  constructor({ db, commit, progress }: Pick<DatasetWriter, 'db' | 'commit' | 'progress'>) {
    super(db);
    this.db = db;
    this.commit = commit;
    this.progress = progress;
    this.historyPruner = new HistoryPruner(db, this.history, progress);
    this.#sql = {
      put: db.prepare<[string, string, string]>(
        'INSERT OR REPLACE INTO documents (id, type, body) VALUES (?, ?, ?)',
      ),
      remove: db.prepare<[string]>('DELETE FROM documents WHERE id = ?'),
      removeRefs: db.prepare<[string]>('DELETE FROM refs WHERE source = ?'),
      putRef: db.prepare<[string, string, number]>(
        'INSERT INTO refs (target, source, weak) VALUES (?, ?, ?)',
      ),
      putBase: db.prepare<[string, string]>('INSERT OR REPLACE INTO bases (id, body) VALUES (?, ?)'),
      removeBase: db.prepare<[string]>('DELETE FROM bases WHERE id = ?'),
      known: db.prepare<[string], { author: string; request: string | null }>(
        'SELECT author, request FROM transactions WHERE id = ?',
      ),
      changedSince: db.prepare<[number], { id: string }>(
        'SELECT document_id AS id FROM changes WHERE seq > ?',
      ),
      putTransaction: db.prepare<[number, string, string, string, string | null]>(
        'INSERT INTO transactions (seq, id, author, timestamp, request) VALUES (?, ?, ?, ?, ?)',
      ),
      putChange: db.prepare<[number, number, string, string, string | null]>(
        'INSERT INTO changes (seq, position, document_id, mutations, body) VALUES (?, ?, ?, ?, ?)',
      ),
    };
  }

  static open(file: string): DatasetWriter {
    const db = openMigrated(file);
    defineUnpackedSize(db);
    return new DatasetWriter({ db, commit: commitQueue(db), progress: newProgress() });
  }

  get seq(): number {
    return this.history.lastSeq();
  }

  /** Writes a transaction. `value` is the result of `stage` or `replay`. After a LakeError, nothing was written. */
  write<T>(request: WriteRequest<T>): { transaction: CommittedTransaction; value: T } {
    const { transactionId: id, author, keepTimestamps = false, requireMayChange } = request;
    const fingerprint = request.request
      ? createHash('sha256').update(request.request).digest('base64url')
      : null;
    const repeated = request.replay && this.#findRepeated(id, author, fingerprint);
    if (repeated && request.replay) return { transaction: repeated, value: request.replay(repeated) };
    const staging = new Staging(this, { transactionId: id, keepTimestamps, requireMayChange });
    const value = request.stage(staging);
    const requested = staging.finish();
    request.authorize?.(requested, staging);
    staging.endAuthorization();
    request.stageFollowUps?.(requested, staging);
    const changes = staging.finish();
    requireIntactReferences(changes, staging, this, request.allowMissingTargets);
    const isStored = !request.dryRun && changes.length > 0;
    if (isStored && this.#isOptimistic) this.#lockForCommit(staging, changes);
    const transaction = { seq: this.seq + 1, id, author, timestamp: staging.timestamp, changes };
    if (isStored) this.#store(transaction, fingerprint, staging);
    return { transaction, value };
  }

  /** Computes a write without a lock, and locks the database only to store it. Throws `writeConflict`. */
  writeOptimistically<T>(work: () => T): T {
    this.#isOptimistic = true;
    try {
      this.db.exec('BEGIN');
      const value = work();
      this.db.exec('COMMIT');
      return value;
    } finally {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      this.#isOptimistic = false;
    }
  }

  #lockForCommit(staging: Staging, changes: DocumentChange[]) {
    const { seq } = this;
    this.db.exec('COMMIT');
    this.db.exec('BEGIN IMMEDIATE');
    const others = this.#sql.changedSince.all(seq);
    // A deletion conflicts with every other write, which may have added a reference to the document.
    const isDeleting = changes.some(({ after }) => !after);
    const isAffected = others.some(({ id }) => isDeleting || staging.hasRead(id));
    if (isAffected || this.#sql.known.get(staging.transactionId)) throw writeConflict;
    staging.updateTimestamp();
  }

  /** Finds the transaction of an identical earlier request. Throws 409 if the id was used for another request. */
  #findRepeated(id: string, author: string, fingerprint: string | null): CommittedTransaction | null {
    const known = this.#sql.known.get(id);
    if (!known) return null;
    const isSame = fingerprint !== null && known.request === fingerprint && known.author === author;
    if (isSame) return this.history.transaction(id);
    throw typedError(409, 'transactionAlreadyExistsError', `Transaction "${id}" already exists`);
  }

  #store(transaction: CommittedTransaction, fingerprint: string | null, { bases }: Staging) {
    const { seq, id, author, timestamp, changes } = transaction;
    const bodies = changes.map(({ after }) => (after ? serialise(after) : null));
    this.#sql.putTransaction.run(seq, id, author, timestamp, fingerprint);
    for (const [position, change] of changes.entries()) {
      const body = bodies[position] ?? null;
      this.#sql.putChange.run(seq, position, change.id, JSON.stringify(change.mutations), body);
      this.#sql.removeRefs.run(change.id);
      if (change.after && body) {
        this.#sql.put.run(change.id, change.after._type, body);
        for (const [target, weak] of referencesOf(change.after))
          this.#sql.putRef.run(target, change.id, weak ? 1 : 0);
      } else {
        this.#sql.remove.run(change.id);
      }
    }
    for (const [documentId, base] of bases) {
      if (base) this.#sql.putBase.run(documentId, JSON.stringify(base));
      else this.#sql.removeBase.run(documentId);
    }
  }
}

/** Returns 22 random characters, like Sanity's transaction ids. */
export function newTransactionId(): string {
  return randomBytes(16).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
}
