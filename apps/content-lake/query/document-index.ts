import { type ExprNode, evaluateSync } from 'groq-js';
import { publishedId, type SanityDocument } from '../store/document.ts';

/** Separators of conditions and of keys. Ids and types never contain them. */
export const partSeparator = '\u0000';
export const keySeparator = '\u0002';

export type KeyPath = { kind: 'attribute'; path: string[] } | { kind: 'references' } | { kind: 'versionOf' };

/** Returns a document's keys exactly as groq-js compares them, so that a lookup finds what the filter would find. */
export function readKeys(document: SanityDocument, by: KeyPath): string[] {
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

/** Collects references like groq-js's `references()`, for which an object with a `_ref` is a leaf. */
function collectReferences(value: unknown, found: Set<string>) {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && '_ref' in value && value._ref) {
    if (typeof value._ref === 'string') found.add(value._ref);
    return;
  }
  for (const child of Object.values(value)) collectReferences(child, found);
}

/** Returns the first position for which `isBefore` is false. */
export function binarySearch(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Sorted = SanityDocument[];

export function findPosition(id: string, list: Sorted): number {
  const isBefore = (at: number) => (list[at]?._id ?? '') < id;
  return list.length > 0 && isBefore(list.length - 1) ? list.length : binarySearch(list.length, isBefore);
}

export function insertSorted(document: SanityDocument, list: Sorted) {
  const at = findPosition(document._id, list);
  list.splice(at, list[at]?._id === document._id ? 1 : 0, document);
}

export function removeSorted(id: string, list: Sorted) {
  const at = findPosition(id, list);
  if (list[at]?._id === id) list.splice(at, 1);
}

export type IndexPath = KeyPath | ExprNode;

/** An index of documents by exact keys, or by the words of a text such as `title`. */
export class DocumentIndex {
  readonly byKey = new Map<string, Sorted>();
  /** Approximate. */
  bytes = 0;
  readonly #by: IndexPath;
  readonly #pending: Set<SanityDocument>;

  constructor(by: IndexPath, documents: Sorted) {
    this.#by = by;
    this.#pending = new Set(documents);
  }

  /** Adds pending documents until `deadline` (`performance.now()`). Returns whether the index is complete. */
  build(deadline: number): boolean {
    for (const document of this.#pending) {
      if (performance.now() > deadline) return false;
      this.#pending.delete(document);
      this.add(document);
    }
    return true;
  }

  add(document: SanityDocument) {
    for (const key of this.#readKeys(document)) {
      const known = this.byKey.get(key);
      this.bytes += known ? 10 : 150 + key.length;
      if (known) insertSorted(document, known);
      else this.byKey.set(key, [document]);
    }
  }

  remove(document: SanityDocument) {
    if (this.#pending.delete(document)) return;
    for (const key of this.#readKeys(document)) {
      const list = this.byKey.get(key) ?? [];
      removeSorted(document._id, list);
      if (list.length === 0) this.byKey.delete(key);
    }
  }

  #readKeys(document: SanityDocument): Iterable<string> {
    return 'kind' in this.#by ? readKeys(document, this.#by) : readWords(document, this.#by);
  }
}

/** The patterns with which groq-js evaluates `match`. */
const wordPattern = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g;
const termPattern = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g;
const edgePattern = /(\b\.+|\.+\b)/g;

function readWords(document: SanityDocument, text: ExprNode): Set<string> {
  const strings = [readText(document, text)].flat().filter((one) => typeof one === 'string');
  return new Set(strings.flatMap((one) => one.replace(edgePattern, '').match(wordPattern) ?? []));
}

function readText(document: SanityDocument, text: ExprNode): unknown {
  try {
    return evaluateSync(text, { root: document }).data;
  } catch {
    // groq-js fails on some documents, for example one with a field "hasOwnProperty".
    return null;
  }
}

/** Returns the documents whose words `match` every term of the patterns. */
export function matching(patterns: string[], byWord: Map<string, SanityDocument[]>): SanityDocument[] {
  const terms = patterns.flatMap((pattern) => pattern.replace(edgePattern, '').match(termPattern) ?? []);
  const [first, ...others] = terms.map((term) => {
    const like = new RegExp(`^${term.slice(0, 1024).replace(/\*/g, '.*')}$`, 'i');
    const found = new Set<SanityDocument>();
    for (const [word, documents] of byWord)
      if (like.test(word)) for (const document of documents) found.add(document);
    return found;
  });
  return [...(first ?? [])].filter((document) => others.every((found) => found.has(document)));
}
