import { LRUCache } from 'lru-cache';
import type { SanityDocument } from '../store/document.ts';
import { kilobyte, megabyte } from '../units.ts';
import type { CachedList } from './cached-list.ts';
import type { Lookup, LookupPath } from './conditions.ts';
import {
  DocumentIndex,
  findPosition,
  type IndexPath,
  insertSorted,
  matching,
  removeSorted,
} from './document-index.ts';
import { treeKey } from './syntax-tree.ts';

/** Above this number, the least recently used index is evicted. */
const maxIndexes = 128;
const warmUpStep = 10;

const listCacheLimits = { max: 64, maxSize: 32 * megabyte };
const bytesPerValue = 80;
const maxTexts = 256;
const textIndexBytes = { min: 16 * megabyte, perDocument: 8 * kilobyte };

/** A dataset in one perspective, with indexes. */
export class View {
  /** Cached lists by name. Each change removes the lists that cannot be updated. */
  readonly lists = new LRUCache<string, CachedList>({
    ...listCacheLimits,
    sizeCalculation: ({ values }, name) => values.length * bytesPerValue + 2 * name.length,
  });
  readonly documents: SanityDocument[] = [];
  readonly #byId = new Map<string, SanityDocument>();
  readonly #keyIndexes = new LRUCache<string, DocumentIndex>({ max: maxIndexes });
  readonly #textIndexes = new LRUCache<string, DocumentIndex>({ max: maxTexts });

  get(id: string): SanityDocument | undefined {
    return this.#byId.get(id);
  }

  *warmUp(): Generator<void> {
    const byType = { by: { kind: 'attribute', path: ['_type'] } } satisfies { by: LookupPath };
    do yield;
    while (!this.buildIndexes([[byType, { by: { kind: 'references' } }]], performance.now() + warmUpStep));
  }

  put(document: SanityDocument) {
    this.#replace(document._id, document);
    this.#byId.set(document._id, document);
    insertSorted(document, this.documents);
  }

  remove(id: string) {
    if (!this.#byId.has(id)) return;
    this.#replace(id, undefined);
    this.#byId.delete(id);
    removeSorted(id, this.documents);
  }

  /** Builds the indexes for lookups until `deadline` (`performance.now()`). Returns whether they are complete. */
  buildIndexes(requests: { by: LookupPath }[][], deadline: number): boolean {
    const paths = new Map(
      requests.flat().flatMap(({ by }) => buildPaths(by).map((path) => [treeKey(path), path])),
    );
    if (paths.size > maxIndexes) throw tooManyIndexes;
    for (const [name, path] of paths) {
      const cache = 'kind' in path ? this.#keyIndexes : this.#textIndexes;
      const index = cache.get(name) ?? new DocumentIndex(path, this.documents);
      cache.set(name, index);
      const isComplete = index.build(deadline);
      this.#evictTextIndexes(paths);
      if (!isComplete) return false;
    }
    return true;
  }

  /** Evicts the least recently used full-text indexes above the limit, except those in `needed`. */
  #evictTextIndexes(needed: Map<string, IndexPath>) {
    const maxBytes = textIndexBytes.min + textIndexBytes.perDocument * this.documents.length;
    let bytes = [...this.#textIndexes.values()].reduce((sum, index) => sum + index.bytes, 0);
    for (const [name, index] of [...this.#textIndexes.entries()].reverse()) {
      if (bytes <= maxBytes) return;
      if (needed.has(name)) continue;
      bytes -= index.bytes;
      this.#textIndexes.delete(name);
    }
    if (bytes <= maxBytes) return;
    for (const name of needed.keys()) this.#textIndexes.delete(name);
    throw new Error('A search in these texts needs too much memory');
  }

  /** Returns the documents that match all lookups, in the order of their ids. */
  find(lookups: Lookup[]): SanityDocument[] {
    const lists = lookups.map((lookup) => this.#candidates(lookup)).sort((a, b) => a.length - b.length);
    const [smallest = this.documents, ...others] = lists;
    if (others.length === 0) return smallest;
    return smallest.filter((one) => others.every((list) => list[findPosition(one._id, list)] === one));
  }

  #replace(id: string, document: SanityDocument | undefined) {
    const before = this.#byId.get(id);
    for (const index of [...this.#keyIndexes.values(), ...this.#textIndexes.values()]) {
      if (before) index.remove(before);
      if (document) index.add(document);
    }
    for (const [name, list] of this.lists.entries()) if (!list.update(id, document)) this.lists.delete(name);
  }

  #candidates({ by, keys }: Lookup): SanityDocument[] {
    if (by.kind === 'text') {
      const found = new Set(by.texts.flatMap((text) => matching(keys, this.#byKey(text))));
      return this.documents.filter((document) => found.has(document));
    }
    if (isId(by)) return mergeById(keys.map((id) => [this.#byId.get(id) ?? []].flat()));
    const byKey = this.#byKey(by);
    return mergeById([...new Set(keys)].map((key) => byKey.get(key) ?? []));
  }

  /** Returns an index that `buildIndexes` has built. Building it here could exceed the query's time limit. */
  #byKey(path: IndexPath): DocumentIndex['byKey'] {
    const index = ('kind' in path ? this.#keyIndexes : this.#textIndexes).peek(treeKey(path));
    if (!index) throw tooManyIndexes;
    return index.byKey;
  }
}

const tooManyIndexes = new Error(`A query can use at most ${maxIndexes} indexes`);

function buildPaths(by: LookupPath): IndexPath[] {
  if (by.kind === 'text') return by.texts;
  return isId(by) ? [] : [by];
}

function isId(by: LookupPath): boolean {
  return by.kind === 'attribute' && by.path.length === 1 && by.path[0] === '_id';
}

function mergeById(lists: SanityDocument[][]): SanityDocument[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byId = new Map(filled.flat().map((document) => [document._id, document]));
  return [...byId.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
}
