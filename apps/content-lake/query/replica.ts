import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Visibility } from '../access/principal.ts';
import { parseStored, type SanityDocument } from '../store/document.ts';
import { History } from '../store/history.ts';
import { openReadOnly } from '../store/open.ts';
import { second } from '../units.ts';
import { type Perspective, project } from './perspective.ts';
import { View } from './view.ts';

/**
 * Views of common perspectives are never evicted. Views of releases expire, because there can be many releases, and so do
 * those of assistants, which are rare.
 */
const releaseViewLimits = { max: 4, ttl: 45 * second, ttlAutopurge: true, updateAgeOnGet: true };
const commonPerspectives: Perspective[] = [['published'], 'raw', ['drafts', 'published']];
const loadBatch = 200;

/** Beyond these numbers of changes, rebuilding views or cached lists is faster than updating them. */
const maxIncrementalChanges = 500;
const maxListUpdates = 20;

type ProjectedView = { perspective: Perspective; sees: Visibility; view: View };

/** A copy of a dataset in memory, brought up to date from the database before each query. */
export class Replica {
  readonly #documents = new Map<string, SanityDocument>();
  readonly #commonViews = new Map<string, ProjectedView>();
  readonly #releaseViews = new LRUCache<string, ProjectedView>(releaseViewLimits);
  readonly #db: Database.Database;
  readonly #history: History;
  readonly #rows;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #seq: number;

  constructor(file: string) {
    this.#db = openReadOnly(file);
    this.#history = new History(this.#db);
    this.#rows = this.#db.prepare<[string, number], { id: string; body: string }>(
      'SELECT id, body FROM documents WHERE id > ? ORDER BY id LIMIT ?',
    );
    // Later changes are read again by `catchUp`, even if loading has seen them.
    this.#seq = this.#history.lastSeq();
  }

  /** Loads all documents in batches, between which other work runs. */
  load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  async #loadAll() {
    for (let last: string | undefined = ''; last !== undefined; await setImmediate()) {
      const rows = this.#rows.all(last, loadBatch);
      for (const { id, body } of rows) this.#documents.set(id, parseStored(body));
      last = rows.at(-1)?.id;
    }
    this.#isLoaded = true;
  }

  catchUp(seq: number) {
    if (this.#seq >= seq || !this.#isLoaded) return;
    const changes = this.#history.since(this.#seq);
    const caches = [this.#commonViews, this.#releaseViews];
    if (changes.length > maxIncrementalChanges) for (const cache of caches) cache.clear();
    const views = caches.flatMap((cache) => [...cache.values()]);
    if (changes.length > maxListUpdates) for (const { view } of views) view.lists.clear();
    for (const { seq, id, document } of changes) {
      if (document) this.#documents.set(id, document);
      else this.#documents.delete(id);
      for (const entry of views) this.#project(id, entry);
      this.#seq = seq;
    }
  }

  /** Builds the views and indexes that most queries use, one step at a time. */
  *warmUp(): Generator<void> {
    for (const perspective of commonPerspectives) {
      this.view(perspective, 'everything');
      yield;
      yield* this.view(perspective, 'everything').warmUp();
    }
    yield* this.view('raw', 'public').warmUp();
  }

  view(perspective: Perspective, sees: Visibility): View {
    const isFixed = sees === 'public' || sees === 'nothing';
    const name = isFixed ? sees : JSON.stringify(sees === 'drafts' ? [sees, perspective] : perspective);
    const isCommon = isFixed || commonPerspectives.some((one) => JSON.stringify(one) === name);
    const views = isCommon ? this.#commonViews : this.#releaseViews;
    const known = views.get(name);
    if (known) return known.view;
    const entry = { perspective, sees, view: new View() };
    for (const id of [...this.#documents.keys()].sort()) this.#project(id, entry);
    views.set(name, entry);
    return entry.view;
  }

  close() {
    this.#db.close();
  }

  #project(changedId: string, { perspective, sees, view }: ProjectedView) {
    const { id, document } = project(changedId, perspective, sees, (one) => this.#documents.get(one));
    if (document) view.put(document);
    else view.remove(id);
  }
}
