import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { httpError } from '../errors.ts';
import { datasetMigrations } from './dataset-tables.ts';
import { StoredDocuments } from './documents.ts';
import { openDatabase } from './open.ts';
import { requireReadableHistory } from './unpack-history.ts';

/** Returns a 404 as Sanity's API does. */
export const datasetNotFound = (name: string) =>
  httpError(404, `Dataset not found - Dataset "${name}" not found`);

/** A dataset in the server thread. It only reads, and notifies listeners of commits. */
export class Dataset extends StoredDocuments {
  /** New at every start and, unlike the name, never reused. */
  readonly id = randomUUID();
  readonly name: string;
  readonly file: string;
  readonly #db: Database.Database;
  readonly #listeners: (() => void)[] = [];
  #seq: number;

  constructor(name: string, file: string) {
    const db = openDatabase(file, datasetMigrations);
    requireReadableHistory(db, file);
    super(db);
    this.name = name;
    this.file = file;
    this.#db = db;
    this.#seq = this.history.lastSeq();
  }

  /** Sequence number of the newest transaction, which a reader needs to see its own writes. */
  get seq(): number {
    return this.#seq;
  }

  /** False once the dataset was deleted or the lake has stopped. */
  get isOpen(): boolean {
    return this.#db.open;
  }

  requireOpen() {
    if (!this.isOpen) throw datasetNotFound(this.name);
  }

  onCommit(listener: () => void) {
    this.#listeners.push(listener);
  }

  /** Notifies listeners of everything written since the last call. */
  catchUp() {
    if (!this.isOpen) return;
    const last = this.history.lastSeq();
    if (last === this.#seq) return;
    this.#seq = last;
    for (const listener of this.#listeners) listener();
  }

  close() {
    this.#db.close();
  }
}
