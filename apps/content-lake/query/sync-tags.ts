import { createHash } from 'node:crypto';
import { publishedId } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { LookupPath } from './conditions.ts';
import { keysOf } from './document-index.ts';
import type { Lookup } from './view.ts';

/** A result that depends on more single documents than this counts as depending on all. Next.js takes 128 tags a call. */
const maxTags = 100;

/** The word of results that any change may concern. */
const anything = 'all';

const isAttribute = (by: LookupPath, ...path: string[]) =>
  by.kind === 'attribute' && by.path.join('.') === path.join('.');

/** What a query can be tagged by, narrowest first; the first one that a look-up answers is enough. */
const scopes: { word: string; covers: (by: LookupPath) => boolean; normalise?: (key: string) => string }[] = [
  { word: 'id', covers: (by) => by.kind === 'versionOf' || isAttribute(by, '_id'), normalise: publishedId },
  { word: 'slug', covers: (by) => isAttribute(by, 'slug', 'current') },
  { word: 'ref', covers: (by) => by.kind === 'references' },
  { word: 'type', covers: (by) => isAttribute(by, '_type') },
];

/** Collects what a query looked at, in the words that `tagsOfChange` makes of a change. */
export class SyncTags {
  readonly #seen = new Set<string>();

  /** Every match satisfies all conditions of a look-up, so the words of one condition suffice, also when nothing matched. */
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

  /** The words themselves, to be kept with a cached result. */
  words(): string[] {
    return this.#seen.has(anything) || this.#seen.size > maxTags ? [anything] : [...this.#seen];
  }
}

/** The tags of one changed document, by what it was and what it is. */
export function tagsOfChange({ id, before, after }: DocumentChange): string[] {
  const words = new Set([anything, `id:${publishedId(id)}`]);
  for (const state of [before, after]) {
    if (!state) continue;
    words.add(`type:${state._type}`);
    for (const slug of keysOf(state, { kind: 'attribute', path: ['slug', 'current'] }))
      words.add(`slug:${slug}`);
    for (const target of keysOf(state, { kind: 'references' })) words.add(`ref:${target}`);
  }
  return [...words].map(hashTag);
}

/** The short form that goes over the wire. */
export function hashTag(word: string): string {
  return `s1:${createHash('sha1').update(word).digest('base64url').slice(0, 8)}`;
}
