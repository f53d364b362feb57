import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Visibility } from '../access/principal.ts';
import { parseStored, type SanityDocument } from '../store/document.ts';
import { History } from '../store/history.ts';
import { openReadOnly } from '../store/open.ts';
import { type Perspective, project } from './perspective.ts';
import { View } from './view.ts';

/** Releases make many perspectives, whose views are kept for a while; those that nearly all ask for stay. */
const releaseViewLimits = { max: 4, ttl: 45_000, ttlAutopurge: true, updateAgeOnGet: true };
const commonPerspectives: Perspective[] = [['published'], 'raw', ['drafts', 'published']];
/** Documents that are loaded at a time. */
const loadBatch = 200;

/** Changes at once beyond which rebuilding the views, and the kept lists, is quicker. */
const maxIncrementalChanges = 500;
const maxListUpdates = 20;

type ProjectedView = { perspective: Perspective; sees: Visibility; view: View };

/** A worker's copy of a dataset in memory, brought up to date from the database before each query. */
export class Replica {
  readonly #documents = new Map<string, SanityDocument>();
  readonly #commonViews = new Map<string, ProjectedView>();
  readonly #releaseViews = new LRUCache<string, ProjectedView>(releaseViewLimits);
  readonly #db: Database.Database;
  readonly #history: History;
  readonly #rows;
  /** Of the last one that is loaded; undefined once all are. */
  #lastLoadedId: string | undefined = '';
  #seq: number;

  constructor(file: string) {
    this.#db = openReadOnly(file);
    this.#history = new History(this.#db);
    this.#rows = this.#db.prepare<[string, number], { id: string; body: string }>(
      'SELECT id, body FROM documents WHERE id > ? ORDER BY id LIMIT ?',
    );
    // What changes while the documents are loaded is read again.
    this.#seq = this.#history.lastSeq();
  }

  /** Loads documents until a `performance.now()`. Returns whether they are complete. */
  load(until = Number.POSITIVE_INFINITY): boolean {
    while (this.#lastLoadedId !== undefined) {
      if (performance.now() > until) return false;
      const rows = this.#rows.all(this.#lastLoadedId, loadBatch);
      for (const { id, body } of rows) this.#documents.set(id, parseStored(body));
      this.#lastLoadedId = rows.at(-1)?.id;
    }
    return true;
  }

  catchUp(seq: number) {
    if (this.#seq >= seq || this.#lastLoadedId !== undefined) return;
    const changes = this.#history.since(this.#seq);
    const views = [this.#commonViews, this.#releaseViews];
    if (changes.length > maxIncrementalChanges) for (const some of views) some.clear();
    const shown = views.flatMap((some) => [...some.values()]);
    if (changes.length > maxListUpdates) for (const { view } of shown) view.lists.clear();
    for (const { seq, id, document } of changes) {
      if (document) this.#documents.set(id, document);
      else this.#documents.delete(id);
      for (const entry of shown) this.#project(id, entry);
      this.#seq = seq;
    }
  }

  /** Builds what nearly every query uses, a step at a time. */
  *warmUp(): Generator<void> {
    for (const perspective of commonPerspectives) {
      this.view(perspective, 'everything');
      yield;
      yield* this.view(perspective, 'everything').warmUp();
    }
    yield* this.view('raw', 'public').warmUp();
  }

  view(perspective: Perspective, sees: Visibility): View {
    const name = sees === 'everything' ? JSON.stringify(perspective) : sees;
    const isUsual = sees !== 'everything' || commonPerspectives.some((one) => JSON.stringify(one) === name);
    const views = isUsual ? this.#commonViews : this.#releaseViews;
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
    const { id, document } = project(changedId, perspective, sees, (wanted) => this.#documents.get(wanted));
    if (document) view.put(document);
    else view.remove(id);
  }
}
