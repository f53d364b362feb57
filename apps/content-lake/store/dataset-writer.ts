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
import { type Staging, stagingOf } from './staging.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';
import { defineUnpackedSize } from './unpack-history.ts';

type WriteRequest<T> = {
  transactionId: string;
  /** The raw request: repeated by its author under the same id, it is not carried out twice. */
  request?: Uint8Array;
  /** The result of a repeated request. */
  replay?: (transaction: CommittedTransaction) => T;
  author: string;
  dryRun?: boolean;
  /** Leaves `_updatedAt` as the staged documents have it. */
  keepTimestamps?: boolean;
  /** Strong references may point to documents that do not exist yet. */
  allowMissingTargets?: boolean;
  /** Called with a document before it is changed; throws a LakeError. */
  requireMayChange?: (document: SanityDocument) => void;
  /** May throw a LakeError. */
  stage: (staging: Staging) => T;
  /** Throws a LakeError for changes that are not allowed. */
  authorize?: (changes: DocumentChange[], staging: Staging) => void;
  /** Stages what follows from the changes, whoever their author is. */
  stageFollowUps?: (changes: DocumentChange[], staging: Staging) => void;
};

/** Other writes have changed what one read that was worked out beside them; it can be tried again. */
export const writeConflict = httpError(409, 'Other writes kept changing what this one is about; try again');

/** A dataset in a writing thread; callers hold the transaction, or work beside it. */
export class DatasetWriter extends StoredDocuments {
  readonly db: Database.Database;
  /** Resolves when the job's transaction is on disk. */
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

  /** `value` is the result of `stage` or `repeated`. Throws a LakeError before anything is written. */
  write<T>(request: WriteRequest<T>): { transaction: CommittedTransaction; value: T } {
    const { transactionId: id, author, keepTimestamps = false } = request;
    const fingerprint = request.request
      ? createHash('sha256').update(request.request).digest('base64url')
      : null;
    const known = request.replay && this.#findRepeated(id, author, fingerprint);
    if (known && request.replay) return { transaction: known, value: request.replay(known) };
    const timestamp = new Date().toISOString();
    const staging = stagingOf({ id, timestamp, keepTimestamps }, this, request.requireMayChange);
    const value = request.stage(staging);
    const requested = staging.finish();
    request.authorize?.(requested, staging);
    staging.authorized();
    request.stageFollowUps?.(requested, staging);
    const changes = staging.finish();
    requireIntactReferences(changes, staging, this, request.allowMissingTargets);
    const isStored = !request.dryRun && changes.length > 0;
    if (isStored && this.#isOptimistic) this.#lockForCommit(staging, changes);
    const transaction = { seq: this.seq + 1, id, author, timestamp: staging.timestamp, changes };
    if (isStored) this.#store(transaction, fingerprint, staging);
    return { transaction, value };
  }

  /** Works out a write while others write, and holds them up only to store it. Throws `overtaken`. */
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
    // What refers to a document is not read by id.
    const isDeleting = changes.some(({ after }) => !after);
    const isAffected = others.some(({ id }) => isDeleting || staging.hasRead(id));
    if (isAffected || this.#sql.known.get(staging.transactionId)) throw writeConflict;
    staging.touch();
  }

  /** Throws 409 if the id was used for another request. */
  #findRepeated(id: string, author: string, fingerprint: string | null): CommittedTransaction | null {
    const known = this.#sql.known.get(id);
    if (!known) return null;
    const isSame = fingerprint !== null && known.request === fingerprint && known.author === author;
    if (isSame) return this.history.transaction(id);
    throw typedError(409, 'transactionAlreadyExistsError', `Transaction "${id}" was already carried out`);
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

/** 22 characters like Sanity's own transaction ids. */
export function newTransactionId(): string {
  return randomBytes(16).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
}
