import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';

/** How groq-js cuts texts and patterns into words for `match`. */
const wordPattern = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g;
const termPattern = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g;
const edgePattern = /(\b\.+|\.+\b)/g;

/** Documents taken up at once, between two looks at the clock. */
const batch = 100;

/** The words of one text of every document, such as `title` or `pt::text(body)`, to answer `match` by. */
export class WordIndex {
  readonly #texts: ExprNode;
  readonly #byWord = new Map<string, SanityDocument[]>();
  /** Documents whose words are yet to be taken up. */
  readonly #pending: Set<SanityDocument>;

  constructor(text: ExprNode, documents: SanityDocument[]) {
    this.#texts = { type: 'Map', base: { type: 'Everything' }, expr: text };
    this.#pending = new Set(documents);
  }

  get isComplete(): boolean {
    return this.#pending.size === 0;
  }

  /** Takes up more documents for some milliseconds. Gives whether it is complete. */
  grow(milliseconds: number): boolean {
    const start = performance.now();
    while (!this.isComplete && performance.now() - start < milliseconds) {
      const some: SanityDocument[] = [];
      for (const document of this.#pending) if (some.push(document) === batch) break;
      this.#put(some);
      for (const document of some) this.#pending.delete(document);
    }
    return this.isComplete;
  }

  add(document: SanityDocument) {
    if (this.isComplete) this.#put([document]);
    else this.#pending.add(document);
  }

  remove(document: SanityDocument) {
    if (this.#pending.delete(document)) return;
    for (const word of this.#wordsOf([document])[0] ?? []) {
      const known = this.#byWord.get(word);
      const last = known?.pop();
      if (!known || !last) continue;
      // Their order is of no matter, so the last one takes the place.
      if (last !== document) known[known.indexOf(document)] = last;
      if (known.length === 0) this.#byWord.delete(word);
    }
  }

  /** The documents that `match` the patterns: each of their terms is one of the words. */
  find(patterns: string[]): Set<SanityDocument> {
    const terms = patterns.flatMap((pattern) => pattern.replace(edgePattern, '').match(termPattern) ?? []);
    const [first, ...others] = terms.map((term) => this.#withWordLike(term));
    return new Set([...(first ?? [])].filter((document) => others.every((found) => found.has(document))));
  }

  #withWordLike(term: string): Set<SanityDocument> {
    const like = new RegExp(`^${term.slice(0, 1024).replace(/\*/g, '.*')}$`, 'i');
    const found = new Set<SanityDocument>();
    for (const [word, documents] of this.#byWord)
      if (like.test(word)) for (const document of documents) found.add(document);
    return found;
  }

  #put(documents: SanityDocument[]) {
    const words = this.#wordsOf(documents);
    for (const [at, document] of documents.entries())
      for (const word of words[at] ?? []) {
        const known = this.#byWord.get(word);
        if (known) known.push(document);
        else this.#byWord.set(word, [document]);
      }
  }

  #wordsOf(documents: SanityDocument[]): Set<string>[] {
    const texts: unknown = evaluateSync(this.#texts, { dataset: documents }).data;
    return Array.isArray(texts) ? texts.map((text) => new Set(strings(text).flatMap(wordsIn))) : [];
  }
}

function strings(text: unknown): string[] {
  return [text].flat().filter((one) => typeof one === 'string');
}

function wordsIn(text: string): string[] {
  return text.replace(edgePattern, '').match(wordPattern) ?? [];
}
