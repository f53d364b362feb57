import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { httpError } from '../errors.ts';
import { Dataset, datasetNotFound } from './dataset.ts';

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function datasetsIn(db: Database.Database, lakeFolder: string) {
  const folder = path.join(lakeFolder, 'datasets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = new Map<string, Dataset>();
  const removeListeners: ((name: string) => void)[] = [];
  for (const { name } of list()) open.set(name, new Dataset(name, fileOf(name)));

  function list(): { name: string; created: string }[] {
    const select = 'SELECT name, created FROM datasets ORDER BY name';
    return db.prepare<[], { name: string; created: string }>(select).all();
  }

  const all = (): Dataset[] => [...open.values()];

  const has = (name: string): boolean => open.has(name);

  /** Throws 404 for a dataset that does not exist. */
  function get(name: string): Dataset {
    const dataset = open.get(name);
    if (!dataset) throw datasetNotFound(name);
    return dataset;
  }

  /** Throws 400 for an invalid name, 409 for an existing one, a disk's error without leaving anything. */
  function create(name: string): Dataset {
    if (!namePattern.test(name))
      throw httpError(
        400,
        'Dataset names are 1 to 64 lower-case letters, digits, dashes and underscores, starting with a letter or digit',
      );
    if (open.has(name)) throw httpError(409, `Dataset "${name}" already exists`);
    try {
      open.set(name, new Dataset(name, fileOf(name)));
      db.prepare('INSERT INTO datasets (name, created) VALUES (?, ?)').run(name, new Date().toISOString());
    } catch (error) {
      erase(name);
      throw error;
    }
    return get(name);
  }

  /** Throws 404 for an unknown dataset. */
  function remove(name: string) {
    get(name);
    db.prepare('DELETE FROM datasets WHERE name = ?').run(name);
    erase(name);
    for (const listener of removeListeners) listener(name);
  }

  function erase(name: string) {
    open.get(name)?.close();
    open.delete(name);
    for (const suffix of ['', '-wal', '-shm']) rmSync(fileOf(name) + suffix, { force: true });
  }

  function close() {
    for (const dataset of open.values()) dataset.close();
  }

  function fileOf(name: string): string {
    return path.join(folder, `${name}.sqlite`);
  }

  /** Calls back with the name of each dataset that was removed. */
  const onRemove = (listener: (name: string) => void) => removeListeners.push(listener);

  return { list, all, has, get, create, remove, onRemove, close };
}
export type Datasets = ReturnType<typeof datasetsIn>;
