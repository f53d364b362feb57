import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';

/** How groq-js cuts texts and patterns into words for `match`. */
const wordPattern = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g;
const termPattern = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g;
const edgePattern = /(\b\.+|\.+\b)/g;

/** The words of one text of every document, such as `title` or `pt::text(body)`, to answer `match` by. */
export class WordIndex {
  readonly #text: ExprNode;
  readonly #byWord = new Map<string, SanityDocument[]>();
  /** Documents whose words are yet to be taken up. */
  readonly #pending: Set<SanityDocument>;

  constructor(text: ExprNode, documents: SanityDocument[]) {
    this.#text = text;
    this.#pending = new Set(documents);
  }

  get isComplete(): boolean {
    return this.#pending.size === 0;
  }

  /** Takes up documents for some milliseconds. Gives whether it is complete. */
  grow(milliseconds: number): boolean {
    const start = performance.now();
    for (const document of this.#pending) {
      if (performance.now() - start > milliseconds) return false;
      this.#pending.delete(document);
      this.add(document);
    }
    return true;
  }

  add(document: SanityDocument) {
    for (const word of this.#wordsOf(document)) {
      const known = this.#byWord.get(word);
      if (known) known.push(document);
      else this.#byWord.set(word, [document]);
    }
  }

  remove(document: SanityDocument) {
    if (this.#pending.delete(document)) return;
    for (const word of this.#wordsOf(document)) {
      const known = this.#byWord.get(word);
      const last = known?.pop();
      // Their order is of no matter, so the last one takes the place.
      if (known && last && last !== document) known[known.indexOf(document)] = last;
      if (known?.length === 0) this.#byWord.delete(word);
    }
  }

  /** The documents that `match` the patterns: each of their terms is like one of the words. */
  find(patterns: string[]): SanityDocument[] {
    const terms = patterns.flatMap((pattern) => pattern.replace(edgePattern, '').match(termPattern) ?? []);
    const [first, ...others] = terms.map((term) => this.#withWordLike(term));
    return [...(first ?? [])].filter((document) => others.every((found) => found.has(document)));
  }

  #withWordLike(term: string): Set<SanityDocument> {
    const like = new RegExp(`^${term.slice(0, 1024).replace(/\*/g, '.*')}$`, 'i');
    const found = new Set<SanityDocument>();
    for (const [word, documents] of this.#byWord)
      if (like.test(word)) for (const document of documents) found.add(document);
    return found;
  }

  #wordsOf(document: SanityDocument): Set<string> {
    const strings = [this.#textOf(document)].flat().filter((one) => typeof one === 'string');
    return new Set(strings.flatMap((text) => text.replace(edgePattern, '').match(wordPattern) ?? []));
  }

  #textOf(document: SanityDocument): unknown {
    try {
      return evaluateSync(this.#text, { root: document }).data;
    } catch {
      // groq-js does not read every document, such as one with a field "hasOwnProperty".
      return null;
    }
  }
}
