import { createHash } from 'node:crypto';
import { publishedId, type SanityDocument } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { LookupPath } from './conditions.ts';
import { keysOf } from './document-index.ts';
import type { Lookup } from './view.ts';

/** Beyond, a result counts as depending on all. Next.js takes 128 tags a call. */
const maxTags = 100;

/** Word of results that any change may affect. */
const allDocuments = 'all';

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
  readonly #dependencies = new Set<string>();

  /** Matches satisfy all conditions, so the words of one suffice, even without matches. */
  lookup(lookups: Lookup[]) {
    for (const { word, covers, normalise } of scopes) {
      const keys = lookups.find(({ by }) => covers(by))?.keys;
      if (keys) return this.add(keys.map((key) => `${word}:${normalise?.(key) ?? key}`));
    }
    this.everything();
  }

  document(id: string) {
    this.#dependencies.add(`id:${publishedId(id)}`);
  }

  everything() {
    this.#dependencies.add(allDocuments);
  }

  add(dependencies: Iterable<string>) {
    for (const dependency of dependencies) this.#dependencies.add(dependency);
  }

  words(): string[] {
    return this.#dependencies.has(allDocuments) || this.#dependencies.size > maxTags
      ? [allDocuments]
      : [...this.#dependencies];
  }
}

/** Tags of the changes' states before and after, and of other documents that they show or hide. */
export function tagsOf(changes: DocumentChange[], alsoAffected: SanityDocument[]): string[] {
  const dependencies = new Set([allDocuments, ...changes.map(({ id }) => `id:${publishedId(id)}`)]);
  for (const state of [...changes.flatMap(({ before, after }) => [before, after]), ...alsoAffected]) {
    if (!state) continue;
    dependencies.add(`type:${state._type}`);
    for (const slug of keysOf(state, { kind: 'attribute', path: ['slug', 'current'] }))
      dependencies.add(`slug:${slug}`);
    for (const target of keysOf(state, { kind: 'references' })) dependencies.add(`ref:${target}`);
  }
  return [...dependencies].map(hashTag);
}

export function hashTag(dependency: string): string {
  return `s1:${createHash('sha1').update(dependency).digest('base64url').slice(0, 8)}`;
}
