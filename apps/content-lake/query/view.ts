import { LRUCache } from 'lru-cache';
import type { SanityDocument } from '../store/document.ts';
import type { LookupPath } from './conditions.ts';
import { DocumentIndex, type IndexPath, matching, placeOf, put, remove } from './document-index.ts';
import type { KeptList } from './kept-list.ts';
import { treeText } from './syntax-tree.ts';

export type Lookup = { by: LookupPath; keys: string[] };

/** Beyond, the least used index is dropped. */
const maxIndexes = 128;
/** Milliseconds of one step of `preparations`. */
const preparing = 10;

/** Kept lists of a view, and their bytes, more or less. */
const keptLists = { max: 64, maxSize: 32 * 1024 * 1024 };
const bytesOfValue = 80;
/** Texts, and bytes for each document, that indexes of words may take. */
const maxTexts = 256;
const wordBytes = { least: 16 * 1024 * 1024, document: 8 * 1024 };

/** A dataset in one perspective, with indexes. */
export class View {
  /** Computed lists by name, dropped on changes they cannot follow. */
  readonly lists = new LRUCache<string, KeptList>({
    ...keptLists,
    sizeCalculation: ({ values }, name) => values.length * bytesOfValue + 2 * name.length,
  });
  readonly documents: SanityDocument[] = [];
  readonly #byId = new Map<string, SanityDocument>();
  readonly #indexes = new LRUCache<string, DocumentIndex>({ max: maxIndexes });
  readonly #words = new LRUCache<string, DocumentIndex>({ max: maxTexts });

  get(id: string): SanityDocument | undefined {
    return this.#byId.get(id);
  }

  *preparations(): Generator<void> {
    const byType = { by: { kind: 'attribute', path: ['_type'] } } satisfies { by: LookupPath };
    do yield;
    while (!this.grow([[byType, { by: { kind: 'references' } }]], performance.now() + preparing));
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

  /** Makes the indexes of lookups until a `performance.now()`. Returns whether they are complete. */
  grow(requests: { by: LookupPath }[][], until: number): boolean {
    const paths = new Map(
      requests.flat().flatMap(({ by }) => pathsOf(by).map((path) => [treeText(path), path])),
    );
    if (paths.size > maxIndexes) throw tooManyWays;
    for (const [name, path] of paths) {
      const cache = 'kind' in path ? this.#indexes : this.#words;
      const index = cache.get(name) ?? new DocumentIndex(path, this.documents);
      cache.set(name, index);
      const isComplete = index.grow(until);
      this.#forgetWords(paths);
      if (!isComplete) return false;
    }
    return true;
  }

  /** Least used first, but what is needed now. */
  #forgetWords(needed: Map<string, IndexPath>) {
    const most = wordBytes.least + wordBytes.document * this.documents.length;
    let bytes = [...this.#words.values()].reduce((sum, index) => sum + index.bytes, 0);
    for (const [name, index] of [...this.#words.entries()].reverse()) {
      if (bytes <= most) return;
      if (needed.has(name)) continue;
      bytes -= index.bytes;
      this.#words.delete(name);
    }
    if (bytes <= most) return;
    for (const name of needed.keys()) this.#words.delete(name);
    throw new Error('A search in these texts needs too much memory');
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
    for (const index of [...this.#indexes.values(), ...this.#words.values()]) {
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

  /** Never creates the index, since queries are interrupted at their time limit. */
  #byKey(path: IndexPath): DocumentIndex['byKey'] {
    const index = ('kind' in path ? this.#indexes : this.#words).peek(treeText(path));
    if (!index) throw tooManyWays;
    return index.byKey;
  }
}

const tooManyWays = new Error(`A query can look documents up in at most ${maxIndexes} ways`);

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
