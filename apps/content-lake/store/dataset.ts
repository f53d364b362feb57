import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { httpError, typedError } from '../errors.ts';
import { datasetMigrations } from './dataset-tables.ts';
import type { SanityDocument } from './document.ts';
import { StoredDocuments } from './documents.ts';
import { serialise } from './limits.ts';
import { openDatabase } from './open.ts';
import { collectReferences, requireIntactReferences } from './references.ts';
import { Staging } from './staging.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';

/** Returns a 404 as Sanity's API does. */
export const datasetNotFound = (name: string) =>
  httpError(404, `Dataset not found - Dataset "${name}" not found`);

export type WriteRequest<T> = {
  /** If it is not given, the transaction gets a random id. */
  transactionId?: string | undefined;
  /** The raw request body. If the author repeats a request under the same id, it is not executed twice. */
  request?: Uint8Array;
  /** Returns the result of a repeated request. */
  replay?: (transaction: CommittedTransaction) => T;
  author: string;
  dryRun?: boolean | undefined;
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

/** A dataset: its documents, their history, and the transactions that change them. */
export class Dataset extends StoredDocuments {
  /** New at every start and, unlike the name, never reused. */
  readonly id = randomUUID();
  readonly name: string;
  readonly file: string;
  readonly db: Database.Database;
  readonly #sql;
  readonly #listeners = new Set<() => void>();
  #seq: number;

  constructor(name: string, file: string) {
    const db = openDatabase(file, datasetMigrations);
    super(db);
    this.name = name;
    this.file = file;
    this.db = db;
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
      putTransaction: db.prepare<[number, string, string, string, string | null]>(
        'INSERT INTO transactions (seq, id, author, timestamp, request) VALUES (?, ?, ?, ?, ?)',
      ),
      putChange: db.prepare<[number, number, string, string, string | null]>(
        'INSERT INTO changes (seq, position, document_id, mutations, body) VALUES (?, ?, ?, ?, ?)',
      ),
    };
    this.#seq = this.history.lastSeq();
  }

  /** Sequence number of the newest transaction. */
  get seq(): number {
    return this.#seq;
  }

  /** False once the dataset was deleted or the lake has stopped. */
  get isOpen(): boolean {
    return this.db.open;
  }

  /** Calls a listener after each commit and on closing. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  requireOpen() {
    if (!this.isOpen) throw datasetNotFound(this.name);
  }

  /**
   * Writes a transaction, which is on disk when the function returns. `value` is the result of `stage` or `replay`. After
   * an error, nothing was written.
   */
  write<T>(request: WriteRequest<T>): { transaction: CommittedTransaction; value: T } {
    this.requireOpen();
    const written = this.db.transaction(() => this.#writeInTransaction(request)).immediate();
    const last = this.history.lastSeq();
    if (last !== this.#seq) {
      this.#seq = last;
      for (const listener of this.#listeners) listener();
    }
    return written;
  }

  close() {
    this.db.close();
    for (const listener of this.#listeners) listener();
  }

  #writeInTransaction<T>(request: WriteRequest<T>): { transaction: CommittedTransaction; value: T } {
    const { author, keepTimestamps = false, requireMayChange } = request;
    const { transactionId: id = newTransactionId() } = request;
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
    const transaction = { seq: this.#seq + 1, id, author, timestamp: staging.timestamp, changes };
    if (!request.dryRun && changes.length > 0) this.#store(transaction, fingerprint, staging);
    return { transaction, value };
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
        for (const [target, weak] of collectReferences(change.after))
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
function newTransactionId(): string {
  return randomBytes(16).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
}
