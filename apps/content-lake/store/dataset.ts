import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { httpError, typedError } from '../errors.ts';
import { CommitQueue } from './commit-queue.ts';
import { datasetMigrations } from './dataset-tables.ts';
import { parseStored, type SanityDocument } from './document.ts';
import { History } from './history.ts';
import { HistoryPruning } from './history-pruning.ts';
import { serialise } from './limits.ts';
import { openDatabase } from './open.ts';
import { referencesOf, requireIntactReferences } from './references.ts';
import { Staging } from './staging.ts';
import type { CommittedTransaction, DocumentChange } from './transaction.ts';

type CommitRequest<T> = {
  /** Chosen by the client, or made by the lake. */
  transactionId?: string | undefined;
  /** What is asked for, in full: asked again by the same author under the same id, it is not carried out twice. */
  request?: unknown;
  /** What to answer then, from what was done the first time. */
  repeated?: (transaction: CommittedTransaction) => T;
  /** Id of the user or token that writes. */
  author: string;
  dryRun?: boolean;
  /** Leaves `_updatedAt` as the staged documents have it. */
  keepTimes?: boolean;
  /** Puts the transaction together. Runs synchronously, sees the newest state, and may throw a LakeError. */
  stage: (staging: Staging) => T;
  /** Throws a LakeError for what the author may not do. `find` gives documents as they are after the transaction. */
  authorize: (changes: DocumentChange[], find: (id: string) => SanityDocument | null) => void;
};

type CommitResult<T> = {
  transaction: CommittedTransaction;
  /** What `stage` (or `repeated`) gave. */
  value: T;
};

/** Throws a LakeError for changes that a part above the store does not allow, whoever makes them. */
export type ChangeCheck = (changes: DocumentChange[], staging: Staging) => void;

/** One dataset: its documents, references and history in one SQLite file. All reads and the staging are synchronous. */
export class Dataset {
  /** New with every start: tells a dataset from a deleted one of the same name. */
  readonly id = randomUUID();
  readonly name: string;
  readonly file: string;
  readonly history: History;
  readonly pruning: HistoryPruning;
  readonly #db: Database.Database;
  readonly #queue: CommitQueue;
  readonly #listeners = new Set<(transaction: CommittedTransaction) => void>();
  readonly #checks: ChangeCheck[];
  readonly #sql;
  #seq: number;

  constructor(name: string, file: string, checks: ChangeCheck[]) {
    this.name = name;
    this.file = file;
    this.#checks = checks;
    this.#db = openDatabase(file, datasetMigrations);
    this.history = new History(this.#db);
    this.pruning = new HistoryPruning(this.#db);
    this.#queue = new CommitQueue(this.#db, () => {
      this.#seq = this.history.lastSeq();
    });
    this.#sql = {
      get: this.#db.prepare<[string], { body: string }>('SELECT body FROM documents WHERE id = ?'),
      ids: this.#db.prepare<[], { id: string; type: string }>('SELECT id, type FROM documents ORDER BY id'),
      idsFrom: this.#db.prepare<[string, string], { id: string }>(
        'SELECT id FROM documents WHERE id >= ? AND id < ? ORDER BY id',
      ),
      put: this.#db.prepare<[string, string, string]>(
        'INSERT OR REPLACE INTO documents (id, type, body) VALUES (?, ?, ?)',
      ),
      remove: this.#db.prepare<[string]>('DELETE FROM documents WHERE id = ?'),
      removeRefs: this.#db.prepare<[string]>('DELETE FROM refs WHERE source = ?'),
      putRef: this.#db.prepare<[string, string, number]>(
        'INSERT INTO refs (target, source, weak) VALUES (?, ?, ?)',
      ),
      referencing: this.#db.prepare<[string], { source: string; weak: number }>(
        'SELECT source, weak FROM refs WHERE target = ? ORDER BY source',
      ),
      known: this.#db.prepare<[string], { author: string; request: string | null }>(
        'SELECT author, request FROM transactions WHERE id = ?',
      ),
      putTransaction: this.#db.prepare<[number, string, string, string, string | null]>(
        'INSERT INTO transactions (seq, id, author, timestamp, request) VALUES (?, ?, ?, ?, ?)',
      ),
      putChange: this.#db.prepare<[number, number, string, string, string | null]>(
        'INSERT INTO changes (seq, position, document_id, mutations, body) VALUES (?, ?, ?, ?, ?)',
      ),
    };
    this.#seq = this.history.lastSeq();
  }

  /** Number of the newest transaction; what a reader must have seen to read its own writes. */
  get seq(): number {
    return this.#seq;
  }

  /** False once the dataset was deleted or the lake ends. */
  get isOpen(): boolean {
    return this.#db.open;
  }

  get(id: string): SanityDocument | null {
    const row = this.#sql.get.get(id);
    return row ? parseStored(row.body) : null;
  }

  /** The ids of all documents, or of those of some types, in order. Cheap to hold while the documents change. */
  ids(types?: string[]): string[] {
    const rows = this.#sql.ids.all();
    return rows.filter((row) => !types || types.includes(row.type)).map((row) => row.id);
  }

  /** The ids that begin with a prefix, in order. */
  idsFrom(prefix: string): string[] {
    // Ids are ASCII, so that this is after all of them.
    return this.#sql.idsFrom.all(prefix, `${prefix}\u007f`).map(({ id }) => id);
  }

  /** Who references a document, by id. */
  referencing(id: string): { id: string; weak: boolean }[] {
    return this.#sql.referencing.all(id).map((row) => ({ id: row.source, weak: row.weak === 1 }));
  }

  /** Hears of every transaction, in order, once it is on disk. Returns a function that ends that. */
  onCommit(listener: (transaction: CommittedTransaction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stages and writes one transaction; resolves when it is on disk. Rejects with a LakeError and no trace otherwise. */
  async commit<T>(request: CommitRequest<T>): Promise<CommitResult<T>> {
    if (!this.isOpen) throw httpError(404, `Dataset not found - Dataset "${this.name}" not found`);
    const { isNew, ...result } = await this.#queue.run(() => this.#write(request));
    if (isNew) for (const listener of this.#listeners) listener(result.transaction);
    return result;
  }

  close() {
    this.#db.close();
  }

  #write<T>(request: CommitRequest<T>): CommitResult<T> & { isNew: boolean } {
    const id = request.transactionId ?? newTransactionId();
    const fingerprint = fingerprintOf(request.request);
    const known = this.#known(id, request.author, fingerprint);
    if (known && request.repeated)
      return { transaction: known, value: request.repeated(known), isNew: false };
    const timestamp = new Date().toISOString();
    const staging = new Staging({ id, timestamp, keepTimes: request.keepTimes ?? false }, this);
    const value = request.stage(staging);
    const changes = staging.finish();
    request.authorize(changes, (documentId) => staging.get(documentId));
    for (const check of this.#checks) check(changes, staging);
    requireIntactReferences(changes, {
      exists: (documentId) => staging.get(documentId) !== null,
      referencing: (documentId) => this.referencing(documentId),
    });
    const transaction: CommittedTransaction = {
      seq: this.#seq + 1,
      id,
      author: request.author,
      timestamp,
      changes,
    };
    const isNew = !request.dryRun && changes.length > 0;
    if (isNew) this.#store(transaction, fingerprint);
    return { transaction, value, isNew };
  }

  /** The transaction of this id, if it was the same request. Throws 409 for another one. */
  #known(id: string, author: string, fingerprint: string | null): CommittedTransaction | null {
    const known = this.#sql.known.get(id);
    if (!known) return null;
    const isSame = fingerprint !== null && known.request === fingerprint && known.author === author;
    if (isSame) return this.history.transaction(id);
    throw typedError(409, 'transactionAlreadyExistsError', `Transaction "${id}" was already carried out`);
  }

  #store(transaction: CommittedTransaction, fingerprint: string | null) {
    const { seq, id, author, timestamp, changes } = transaction;
    this.#sql.putTransaction.run(seq, id, author, timestamp, fingerprint);
    for (const [position, change] of changes.entries()) {
      const body = change.after ? serialise(change.after) : null;
      this.#sql.putChange.run(seq, position, change.id, JSON.stringify(change.mutations), body);
      this.#sql.removeRefs.run(change.id);
      if (change.after && body) {
        this.#sql.put.run(change.id, change.after._type, body);
        for (const reference of referencesOf(change.after).values())
          this.#sql.putRef.run(reference.target, change.id, reference.weak ? 1 : 0);
      } else {
        this.#sql.remove.run(change.id);
      }
    }
    this.#seq = seq;
  }
}

function fingerprintOf(request: unknown): string | null {
  return request === undefined
    ? null
    : createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

/** 22 characters like Sanity's own transaction ids. */
function newTransactionId(): string {
  return randomBytes(16).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
}
