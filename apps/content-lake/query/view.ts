import { LRUCache } from 'lru-cache';
import type { SanityDocument } from '../store/document.ts';
import { KeyIndex, type KeyPath, keysOf, SortedDocuments } from './key-index.ts';

/** One condition that an index answers: documents that have any of the keys. */
export type Lookup = { by: KeyPath; keys: string[] };

/** Indexes are made when they are first needed; more than this many at once, and the least used one goes. */
const maxIndexes = 32;

const maxDerived = 64;

/** A list that a query computed, with the sync-tag words of what it depends on. */
export type DerivedList = { value: unknown; words: string[] };

/** A dataset as seen from one perspective: documents by id, with indexes for what queries look up. */
export class View {
  /** Results that were derived from the documents as they are; emptied by every change. */
  readonly derived = new LRUCache<string, DerivedList>({ max: maxDerived });
  readonly #all = new SortedDocuments();
  readonly #byId = new Map<string, SanityDocument>();
  readonly #indexes = new LRUCache<string, KeyIndex>({ max: maxIndexes });

  get documents(): SanityDocument[] {
    return this.#all.items;
  }

  get(id: string): SanityDocument | undefined {
    return this.#byId.get(id);
  }

  /** Makes the indexes by type and by reference ahead of the first query. */
  warm() {
    this.#index({ kind: 'attribute', path: ['_type'] });
    this.#index({ kind: 'references' });
  }

  put(document: SanityDocument) {
    const before = this.#byId.get(document._id);
    for (const index of this.#indexes.values()) {
      if (before) index.remove(before);
      index.add(document);
    }
    this.#byId.set(document._id, document);
    this.#all.put(document);
    this.derived.clear();
  }

  remove(id: string) {
    const before = this.#byId.get(id);
    if (!before) return;
    for (const index of this.#indexes.values()) index.remove(before);
    this.#byId.delete(id);
    this.#all.remove(id);
    this.derived.clear();
  }

  /** The documents that satisfy every condition, in the order of ids. */
  find(lookups: Lookup[]): SanityDocument[] {
    const lists = lookups.map((lookup) => ({ lookup, documents: this.#candidates(lookup) }));
    lists.sort((a, b) => a.documents.length - b.documents.length);
    const [smallest, ...others] = lists;
    if (!smallest) return this.documents;
    if (others.length === 0) return smallest.documents;
    return smallest.documents.filter((document) => others.every(({ lookup }) => satisfies(document, lookup)));
  }

  #candidates({ by, keys }: Lookup): SanityDocument[] {
    if (by.kind === 'attribute' && by.path.length === 1 && by.path[0] === '_id')
      return merge(keys.map((id) => this.#byId.get(id) ?? []).map((found) => [found].flat()));
    return merge([...new Set(keys)].map((key) => this.#index(by).find(key)));
  }

  #index(by: KeyPath): KeyIndex {
    const name = JSON.stringify(by);
    const known = this.#indexes.get(name);
    if (known) return known;
    const index = new KeyIndex(by, this.documents);
    this.#indexes.set(name, index);
    return index;
  }
}

function satisfies(document: SanityDocument, { by, keys }: Lookup): boolean {
  return keysOf(document, by).some((key) => keys.includes(key));
}

function merge(lists: SanityDocument[][]): SanityDocument[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byId = new Map(filled.flat().map((document) => [document._id, document]));
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
}
