import { LRUCache } from 'lru-cache';
import type { SanityDocument } from '../store/document.ts';
import type { LookupPath } from './conditions.ts';
import { DocumentIndex, type IndexPath, placeOf, put, remove } from './document-index.ts';
import type { KeptList } from './kept-list.ts';
import { matching } from './words.ts';

/** Selects documents that have any of the keys. */
export type Lookup = { by: LookupPath; keys: string[] };

/** Beyond, the least used index is dropped. */
const maxIndexes = 128;
/** Milliseconds of one step of `preparations`. */
const preparing = 10;

const maxLists = 64;
/** Values in all kept lists of a view. */
const maxListed = 400_000;

/** A dataset in one perspective, with indexes. */
export class View {
  /** Computed lists by name, dropped on changes they cannot follow. */
  readonly lists = new LRUCache<string, KeptList>({
    max: maxLists,
    maxSize: maxListed,
    sizeCalculation: ({ values }) => values.length + 1,
  });
  readonly documents: SanityDocument[] = [];
  readonly #byId = new Map<string, SanityDocument>();
  readonly #indexes = new LRUCache<string, DocumentIndex>({ max: maxIndexes });

  get(id: string): SanityDocument | undefined {
    return this.#byId.get(id);
  }

  *preparations(): Generator<void> {
    const byType = { by: { kind: 'attribute', path: ['_type'] } } satisfies { by: LookupPath };
    for (const index of this.indexes([[byType, { by: { kind: 'references' } }]]))
      do yield;
      while (!index.grow(performance.now() + preparing));
  }

  put(document: SanityDocument) {
    this.#replace(document._id, document);
    this.#byId.set(document._id, document);
    put(document, this.documents);
  }

  remove(id: string) {
    if (!this.#byId.has(id)) return;
    this.#replace(id, undefined);
    this.#byId.delete(id);
    remove(id, this.documents);
  }

  /** The indexes of lookups, created if missing; may be incomplete. */
  indexes(requests: { by: LookupPath }[][]): DocumentIndex[] {
    return requests.flat().flatMap(({ by }) => pathsOf(by).map((path) => this.#index(path)));
  }

  /** In the order of ids. */
  find(lookups: Lookup[]): SanityDocument[] {
    const lists = lookups.map((lookup) => this.#candidates(lookup)).sort((a, b) => a.length - b.length);
    const [smallest = this.documents, ...others] = lists;
    if (others.length === 0) return smallest;
    return smallest.filter((one) => others.every((list) => list[placeOf(one._id, list)] === one));
  }

  #replace(id: string, document: SanityDocument | undefined) {
    const before = this.#byId.get(id);
    for (const index of this.#indexes.values()) {
      if (before) index.remove(before);
      if (document) index.add(document);
    }
    for (const [name, list] of this.lists.entries()) if (!list.follow(id, document)) this.lists.delete(name);
  }

  #candidates({ by, keys }: Lookup): SanityDocument[] {
    if (by.kind === 'words') {
      const found = new Set(by.texts.flatMap((text) => matching(keys, this.#byKey(text))));
      return this.documents.filter((document) => found.has(document));
    }
    if (isId(by)) return merge(keys.map((id) => [this.#byId.get(id) ?? []].flat()));
    const byKey = this.#byKey(by);
    return merge([...new Set(keys)].map((key) => byKey.get(key) ?? []));
  }

  #index(path: IndexPath): DocumentIndex {
    const name = JSON.stringify(path);
    const index = this.#indexes.get(name) ?? new DocumentIndex(path, this.documents);
    this.#indexes.set(name, index);
    return index;
  }

  /** Never creates the index, since queries are interrupted at their time limit. */
  #byKey(path: IndexPath): DocumentIndex['byKey'] {
    const index = this.#indexes.peek(JSON.stringify(path));
    if (!index) throw new Error(`A query can look documents up in at most ${maxIndexes} ways`);
    return index.byKey;
  }
}

function pathsOf(by: LookupPath): IndexPath[] {
  if (by.kind === 'words') return by.texts;
  return isId(by) ? [] : [by];
}

function isId(by: LookupPath): boolean {
  return by.kind === 'attribute' && by.path.length === 1 && by.path[0] === '_id';
}

function merge(lists: SanityDocument[][]): SanityDocument[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byId = new Map(filled.flat().map((document) => [document._id, document]));
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
}
