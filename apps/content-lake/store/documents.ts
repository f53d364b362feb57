import type Database from 'better-sqlite3';
import { type Base, parseStored, type SanityDocument } from './document.ts';
import { History } from './history.ts';

export class StoredDocuments {
  readonly history: History;
  readonly #sql;

  constructor(db: Database.Database) {
    this.history = new History(db);
    this.#sql = {
      get: db.prepare<[string], { body: string }>('SELECT body FROM documents WHERE id = ?'),
      base: db.prepare<[string], { body: string }>('SELECT body FROM bases WHERE id = ?'),
      ids: db.prepare<[], { id: string; type: string }>('SELECT id, type FROM documents ORDER BY id'),
      idsFrom: db.prepare<[string, string], { id: string }>(
        'SELECT id FROM documents WHERE id >= ? AND id < ? ORDER BY id',
      ),
      referencing: db.prepare<[string], { source: string; weak: number }>(
        'SELECT source, weak FROM refs WHERE target = ? ORDER BY source',
      ),
    };
  }

  get(id: string): SanityDocument | null {
    return parseStored(this.#sql.get.get(id)?.body);
  }

  /** Returns the published state that a draft or version is based on. Null if unknown. */
  base(id: string): Base | null {
    const row = this.#sql.base.get(id);
    return row ? JSON.parse(row.body) : null;
  }

  ids(types?: string[]): string[] {
    const rows = this.#sql.ids.all();
    return rows.filter((row) => !types || types.includes(row.type)).map((row) => row.id);
  }

  idsFrom(prefix: string): string[] {
    // Ids are ASCII, so this character sorts after all of them.
    return this.#sql.idsFrom.all(prefix, `${prefix}\u007f`).map(({ id }) => id);
  }

  referencing(id: string): { id: string; weak: boolean }[] {
    return this.#sql.referencing.all(id).map((row) => ({ id: row.source, weak: row.weak === 1 }));
  }
}
