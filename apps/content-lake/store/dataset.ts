import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { datasetMigrations } from './dataset-tables.ts';
import { StoredDocuments } from './documents.ts';
import { openDatabase } from './open.ts';

/** One dataset as the server's thread sees it: what is on disk, and the news of what was written. It never writes. */
export class Dataset extends StoredDocuments {
  /** New with every start: tells a dataset from a deleted one of the same name. */
  readonly id = randomUUID();
  readonly name: string;
  readonly file: string;
  readonly #db: Database.Database;
  readonly #listeners: (() => void)[] = [];
  #seq: number;

  constructor(name: string, file: string) {
    const db = openDatabase(file, datasetMigrations);
    super(db);
    this.name = name;
    this.file = file;
    this.#db = db;
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

  /** Is called when something was written that can be read now. */
  onCommit(listener: () => void) {
    this.#listeners.push(listener);
  }

  /** Takes note of what was written since the last time: of all of it, so that nothing can be left out. */
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
