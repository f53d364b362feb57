import { createHash } from 'node:crypto';
import { publishedId, type SanityDocument } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { LookupPath } from './conditions.ts';
import { keysOf } from './document-index.ts';
import type { Lookup } from './view.ts';

/** Beyond, a result counts as depending on all. Next.js takes 128 tags a call. */
const maxTags = 100;

/** Word of results that any change may affect. */
const anything = 'all';

const isAttribute = (by: LookupPath, ...path: string[]) =>
  by.kind === 'attribute' && by.path.join('.') === path.join('.');

/** Narrowest first; the first that a lookup answers is enough. */
const scopes: { word: string; covers: (by: LookupPath) => boolean; normalise?: (key: string) => string }[] = [
  { word: 'id', covers: (by) => by.kind === 'versionOf' || isAttribute(by, '_id'), normalise: publishedId },
  { word: 'slug', covers: (by) => isAttribute(by, 'slug', 'current') },
  { word: 'ref', covers: (by) => by.kind === 'references' },
  { word: 'type', covers: (by) => isAttribute(by, '_type') },
];

export class SyncTags {
  readonly #seen = new Set<string>();

  /** Matches satisfy all conditions, so the words of one suffice, even without matches. */
  lookup(lookups: Lookup[]) {
    for (const { word, covers, normalise } of scopes) {
      const keys = lookups.find(({ by }) => covers(by))?.keys;
      if (keys) return this.add(keys.map((key) => `${word}:${normalise?.(key) ?? key}`));
    }
    this.everything();
  }

  document(id: string) {
    this.#seen.add(`id:${publishedId(id)}`);
  }

  everything() {
    this.#seen.add(anything);
  }

  add(words: Iterable<string>) {
    for (const word of words) this.#seen.add(word);
  }

  words(): string[] {
    return this.#seen.has(anything) || this.#seen.size > maxTags ? [anything] : [...this.#seen];
  }
}

/** Tags of the changes' states before and after, and of other documents that they show or hide. */
export function tagsOf(changes: DocumentChange[], others: SanityDocument[]): string[] {
  const words = new Set([anything, ...changes.map(({ id }) => `id:${publishedId(id)}`)]);
  for (const state of [...changes.flatMap(({ before, after }) => [before, after]), ...others]) {
    if (!state) continue;
    words.add(`type:${state._type}`);
    for (const slug of keysOf(state, { kind: 'attribute', path: ['slug', 'current'] }))
      words.add(`slug:${slug}`);
    for (const target of keysOf(state, { kind: 'references' })) words.add(`ref:${target}`);
  }
  return [...words].map(hashTag);
}

export function hashTag(word: string): string {
  return `s1:${createHash('sha1').update(word).digest('base64url').slice(0, 8)}`;
}
