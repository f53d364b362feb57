import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { httpError } from '../errors.ts';
import { Dataset, datasetNotFound } from './dataset.ts';

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export class Datasets {
  readonly #db: Database.Database;
  readonly #folder: string;
  readonly #open = new Map<string, Dataset>();
  readonly #removeListeners: ((name: string) => void)[] = [];

  /** `db` is the control database. */
  constructor(db: Database.Database, lakeFolder: string) {
    this.#db = db;
    this.#folder = path.join(lakeFolder, 'datasets');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const { name } of this.list()) this.#open.set(name, new Dataset(name, this.#buildPath(name)));
  }

  list(): { name: string; created: string }[] {
    const select = 'SELECT name, created FROM datasets ORDER BY name';
    return this.#db.prepare<[], { name: string; created: string }>(select).all();
  }

  all(): Dataset[] {
    return [...this.#open.values()];
  }

  has(name: string): boolean {
    return this.#open.has(name);
  }

  get(name: string): Dataset {
    const dataset = this.#open.get(name);
    if (!dataset) throw datasetNotFound(name);
    return dataset;
  }

  /** Throws 400 for an invalid name, 409 for an existing dataset. On a disk error, nothing is created. */
  create(name: string): Dataset {
    if (!namePattern.test(name))
      throw httpError(
        400,
        'Dataset names are 1 to 64 lowercase letters, digits, dashes and underscores, starting with a letter or digit',
      );
    if (this.has(name)) throw httpError(409, `Dataset "${name}" already exists`);
    try {
      this.#open.set(name, new Dataset(name, this.#buildPath(name)));
      const insert = 'INSERT INTO datasets (name, created) VALUES (?, ?)';
      this.#db.prepare(insert).run(name, new Date().toISOString());
    } catch (error) {
      this.#erase(name);
      throw error;
    }
    return this.get(name);
  }

  remove(name: string) {
    this.get(name);
    this.#db.prepare('DELETE FROM datasets WHERE name = ?').run(name);
    this.#erase(name);
    for (const listener of this.#removeListeners) listener(name);
  }

  /** Calls the listener with the name of each removed dataset. */
  onRemove(listener: (name: string) => void) {
    this.#removeListeners.push(listener);
  }

  close() {
    for (const dataset of this.all()) dataset.close();
  }

  #erase(name: string) {
    this.#open.get(name)?.close();
    this.#open.delete(name);
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#buildPath(name) + suffix, { force: true });
  }

  #buildPath(name: string): string {
    return path.join(this.#folder, `${name}.sqlite`);
  }
}
