import { LRUCache } from 'lru-cache';
import type { SanityDocument } from '../store/document.ts';
import type { LookupPath } from './conditions.ts';
import type { KeptList } from './kept-list.ts';
import { KeyIndex, type KeyPath, keysOf, SortedDocuments } from './key-index.ts';
import type { IndexRequest } from './planner.ts';
import { WordIndex } from './word-index.ts';

/** One condition that an index answers: documents that have any of the keys. */
export type Lookup = { by: LookupPath; keys: string[] };

/** Indexes are made when they are first needed; more than this many at once, and the least used one goes. */
const maxIndexes = 32;
const maxWordIndexes = 128;

const maxLists = 64;
/** How many values all kept lists of a view may have. */
const maxListed = 400_000;

/** A dataset as seen from one perspective: documents by id, with indexes for what queries look up. */
export class View {
  /** Lists that queries computed, by name. Those that cannot follow a change are forgotten with it. */
  readonly lists = new LRUCache<string, KeptList>({
    max: maxLists,
    maxSize: maxListed,
    sizeCalculation: ({ values }) => values.length + 1,
  });
  readonly #all = new SortedDocuments();
  readonly #byId = new Map<string, SanityDocument>();
  /** Least used first. A plain Map, since a query may be stopped while it sets an entry. */
  readonly #indexes = new Map<string, KeyIndex>();
  readonly #wordIndexes = new LRUCache<string, WordIndex>({ max: maxWordIndexes });

  get documents(): SanityDocument[] {
    return this.#all.items;
  }

  get(id: string): SanityDocument | undefined {
    return this.#byId.get(id);
  }

  /** Makes the indexes by type and by reference ahead of the first query. */
  *preparations(): Generator<void> {
    this.#index({ kind: 'attribute', path: ['_type'] });
    yield;
    this.#index({ kind: 'references' });
    yield;
  }

  put(document: SanityDocument) {
    this.#replace(document._id, document);
    this.#byId.set(document._id, document);
    this.#all.put(document);
  }

  remove(id: string) {
    if (!this.#byId.has(id)) return;
    this.#replace(id, undefined);
    this.#byId.delete(id);
    this.#all.remove(id);
  }

  /** The indexes of words that the look-ups of a query use, made if they are missing, complete or not. */
  wordIndexes(requests: IndexRequest[]): WordIndex[] {
    const texts = requests.flat().flatMap(({ by }) => (by.kind === 'words' ? by.texts : []));
    return texts.map(({ name, node }) => {
      const known = this.#wordIndexes.get(name);
      if (known) return known;
      const made = new WordIndex(node, this.documents);
      this.#wordIndexes.set(name, made);
      return made;
    });
  }

  /** The documents that satisfy every condition, in the order of ids. */
  find(lookups: Lookup[]): SanityDocument[] {
    const lists = lookups.map((lookup) => ({ lookup, documents: this.#candidates(lookup) }));
    lists.sort((a, b) => a.documents.length - b.documents.length);
    const [smallest, ...others] = lists;
    if (!smallest) return this.documents;
    const tests = others.map(({ lookup: { by, keys }, documents }) => {
      if (by.kind !== 'words')
        return (document: SanityDocument) => keysOf(document, by).some((key) => keys.includes(key));
      const found = new Set(documents);
      return (document: SanityDocument) => found.has(document);
    });
    if (tests.length === 0) return smallest.documents;
    return smallest.documents.filter((document) => tests.every((test) => test(document)));
  }

  #replace(id: string, document: SanityDocument | undefined) {
    const before = this.#byId.get(id);
    for (const index of [...this.#indexes.values(), ...this.#wordIndexes.values()]) {
      if (before) index.remove(before);
      if (document) index.add(document);
    }
    for (const [name, list] of this.lists.entries()) if (!list.follow(id, document)) this.lists.delete(name);
  }

  #candidates({ by, keys }: Lookup): SanityDocument[] {
    if (by.kind === 'words') {
      const found = new Set(by.texts.flatMap(({ name }) => this.#wordIndex(name).find(keys)));
      return this.documents.filter((document) => found.has(document));
    }
    if (by.kind === 'attribute' && by.path.length === 1 && by.path[0] === '_id')
      return merge(keys.map((id) => this.#byId.get(id) ?? []).map((found) => [found].flat()));
    return merge([...new Set(keys)].map((key) => this.#index(by).find(key)));
  }

  #index(by: KeyPath): KeyIndex {
    const name = JSON.stringify(by);
    const known = this.#indexes.get(name);
    const index = known ?? new KeyIndex(by, this.documents);
    const [oldest] = this.#indexes.keys();
    if (known) this.#indexes.delete(name);
    else if (oldest !== undefined && this.#indexes.size >= maxIndexes) this.#indexes.delete(oldest);
    this.#indexes.set(name, index);
    return index;
  }

  #wordIndex(name: string): WordIndex {
    const index = this.#wordIndexes.peek(name);
    if (!index) throw new Error(`A query can search at most ${maxWordIndexes} different texts`);
    return index;
  }
}

function merge(lists: SanityDocument[][]): SanityDocument[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byId = new Map(filled.flat().map((document) => [document._id, document]));
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
}
