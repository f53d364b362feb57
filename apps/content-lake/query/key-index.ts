import { publishedId, type SanityDocument } from '../store/document.ts';

/** Separates the conditions of an index request, and the keys of one condition. No valid id or type has such characters. */
export const partSeparator = '\u0000';
export const keySeparator = '\u0002';

/** What documents are looked up by for exact keys: an attribute, the ids they reference, or the id they are a version of. */
export type KeyPath = { kind: 'attribute'; path: string[] } | { kind: 'references' } | { kind: 'versionOf' };

/** The strings under which a document is found. Follows groq-js exactly, so that a look-up equals the filter. */
export function keysOf(document: SanityDocument, by: KeyPath): string[] {
  if (by.kind === 'references') {
    const found = new Set<string>();
    collectReferences(document, found);
    return [...found];
  }
  if (by.kind === 'versionOf') return [...new Set([document._id, publishedId(document._id)])];
  let value: unknown = document;
  for (const name of by.path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return [];
    value = Reflect.get(value, name);
  }
  return typeof value === 'string' ? [value] : [];
}

// Like groq-js's references(): an object with a _ref is a leaf.
function collectReferences(value: unknown, found: Set<string>) {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && '_ref' in value && value._ref) {
    if (typeof value._ref === 'string') found.add(value._ref);
    return;
  }
  for (const child of Object.values(value)) collectReferences(child, found);
}

/** Documents in the order of their ids, without doubles. */
export class SortedDocuments {
  readonly items: SanityDocument[] = [];

  put(document: SanityDocument) {
    const at = this.#position(document._id);
    if (this.items[at]?._id === document._id) this.items[at] = document;
    else this.items.splice(at, 0, document);
  }

  remove(id: string) {
    const at = this.#position(id);
    if (this.items[at]?._id === id) this.items.splice(at, 1);
  }

  /** Where the document of this id is, or would be. */
  #position(id: string): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.items[middle];
      if (other && other._id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Documents by key, kept up to date one document at a time. */
export class KeyIndex {
  readonly #by: KeyPath;
  readonly #byKey = new Map<string, SortedDocuments>();

  constructor(by: KeyPath, documents: SanityDocument[]) {
    this.#by = by;
    for (const document of documents) this.add(document);
  }

  find(key: string): SanityDocument[] {
    return this.#byKey.get(key)?.items ?? [];
  }

  add(document: SanityDocument) {
    for (const key of keysOf(document, this.#by)) {
      const known = this.#byKey.get(key);
      if (known) known.put(document);
      else {
        const list = new SortedDocuments();
        list.put(document);
        this.#byKey.set(key, list);
      }
    }
  }

  remove(document: SanityDocument) {
    for (const key of keysOf(document, this.#by)) {
      const list = this.#byKey.get(key);
      list?.remove(document._id);
      if (list?.items.length === 0) this.#byKey.delete(key);
    }
  }
}
