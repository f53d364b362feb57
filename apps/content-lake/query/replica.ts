import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Visibility } from '../access/principal.ts';
import { parseStored, type SanityDocument } from '../store/document.ts';
import { openToRead } from '../store/open.ts';
import { type Perspective, project } from './perspective.ts';
import { View } from './view.ts';

/** Releases make many perspectives; the least used views are dropped. */
const maxViews = 8;

/** Changes at once beyond which rebuilding the views, and the kept lists, is quicker. */
const rebuildAfter = 500;
const relistAfter = 20;

type ShownView = { perspective: Perspective; sees: Visibility; view: View };

/** A worker's copy of a dataset in memory, brought up to date from the database before each query. */
export class Replica {
  readonly #documents = new Map<string, SanityDocument>();
  readonly #views = new LRUCache<string, ShownView>({ max: maxViews });
  readonly #db: Database.Database;
  readonly #changes;
  #seq = -1;

  constructor(file: string) {
    this.#db = openToRead(file);
    this.#changes = this.#db.prepare<[number], { seq: number; document_id: string; body: string | null }>(
      'SELECT seq, document_id, body FROM changes WHERE seq > ? ORDER BY seq, position',
    );
  }

  catchUp(seq: number) {
    if (this.#seq < 0) this.#load();
    if (this.#seq >= seq) return;
    const changes = this.#changes.all(this.#seq);
    if (changes.length > rebuildAfter) this.#views.clear();
    if (changes.length > relistAfter) for (const { view } of this.#views.values()) view.lists.clear();
    for (const change of changes) {
      if (change.body === null) this.#documents.delete(change.document_id);
      else this.#documents.set(change.document_id, parseStored(change.body));
      for (const entry of this.#views.values()) this.#show(change.document_id, entry);
      this.#seq = change.seq;
    }
  }

  /** Builds what nearly every query uses, a step at a time. */
  *preparations(): Generator<void> {
    for (const perspective of [['published'], 'raw', ['drafts', 'published']] satisfies Perspective[]) {
      this.view(perspective, 'everything');
      yield;
      yield* this.view(perspective, 'everything').preparations();
    }
    yield* this.view('raw', 'public').preparations();
  }

  view(perspective: Perspective, sees: Visibility): View {
    const name = sees === 'everything' ? JSON.stringify(perspective) : sees;
    const known = this.#views.get(name);
    if (known) return known.view;
    const entry = { perspective, sees, view: new View() };
    for (const id of [...this.#documents.keys()].sort()) this.#show(id, entry);
    this.#views.set(name, entry);
    return entry.view;
  }

  close() {
    this.#db.close();
  }

  #show(changedId: string, { perspective, sees, view }: ShownView) {
    const { id, document } = project(changedId, perspective, sees, (wanted) => this.#documents.get(wanted));
    if (document) view.put(document);
    else view.remove(id);
  }

  #load() {
    this.#db.transaction(() => {
      const last = this.#db
        .prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM transactions')
        .get();
      const rows = this.#db.prepare<[], { id: string; body: string }>('SELECT id, body FROM documents');
      for (const row of rows.iterate()) this.#documents.set(row.id, parseStored(row.body));
      this.#seq = last?.seq ?? 0;
    })();
  }
}
