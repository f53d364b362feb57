import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { httpError } from '../errors.ts';
import { Dataset } from './dataset.ts';

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The datasets of the lake, one SQLite file each. */
export class Datasets {
  readonly #db: Database.Database;
  readonly #folder: string;
  readonly #open = new Map<string, Dataset>();

  constructor(db: Database.Database, folder: string) {
    this.#db = db;
    this.#folder = path.join(folder, 'datasets');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const { name } of this.list()) this.#open.set(name, new Dataset(name, this.#file(name)));
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

  /** Throws 404 in Sanity's words for a dataset that does not exist. */
  get(name: string): Dataset {
    const dataset = this.#open.get(name);
    if (!dataset) throw httpError(404, `Dataset not found - Dataset "${name}" not found`);
    return dataset;
  }

  /** Makes an empty dataset. Throws 400 for a bad name and 409 when it exists. */
  create(name: string): Dataset {
    if (!namePattern.test(name))
      throw httpError(
        400,
        'Dataset names are 1 to 64 lower-case letters, digits, dashes and underscores, starting with a letter or digit',
      );
    if (this.#open.has(name)) throw httpError(409, `Dataset "${name}" already exists`);
    const dataset = new Dataset(name, this.#file(name));
    this.#db
      .prepare('INSERT INTO datasets (name, created) VALUES (?, ?)')
      .run(name, new Date().toISOString());
    this.#open.set(name, dataset);
    return dataset;
  }

  /** Removes a dataset with everything in it. Throws 404 when there is none. */
  delete(name: string) {
    this.get(name).close();
    this.#open.delete(name);
    this.#db.prepare('DELETE FROM datasets WHERE name = ?').run(name);
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#file(name) + suffix, { force: true });
  }

  close() {
    for (const dataset of this.#open.values()) dataset.close();
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.sqlite`);
  }
}
