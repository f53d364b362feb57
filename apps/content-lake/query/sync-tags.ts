import { createHash } from 'node:crypto';
import { publishedId, type SanityDocument } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { Lookup, LookupPath } from './conditions.ts';
import { readKeys } from './document-index.ts';

/** A result with more tags counts as dependent on all documents. Next.js takes 128 tags per call. */
const maxTags = 100;

/** The tag of results that any change may affect. */
const allDocuments = 'all';

const isAttribute = (by: LookupPath, ...path: string[]) =>
  by.kind === 'attribute' && by.path.join('.') === path.join('.');

/** Narrowest first. */
const scopes: { name: string; covers: (by: LookupPath) => boolean; normalise?: (key: string) => string }[] = [
  { name: 'id', covers: (by) => by.kind === 'versionOf' || isAttribute(by, '_id'), normalise: publishedId },
  { name: 'slug', covers: (by) => isAttribute(by, 'slug', 'current') },
  { name: 'ref', covers: (by) => by.kind === 'references' },
  { name: 'type', covers: (by) => isAttribute(by, '_type') },
];

/** Collects what a query depends on, such as `id:home`, `slug:about`, `ref:author-1`, `type:page` or `all`. */
export class SyncTags {
  readonly #dependencies = new Set<string>();

  /** Adds the narrowest condition of a lookup. Results match all conditions, so one condition is enough. */
  lookup(lookups: Lookup[]) {
    for (const { name, covers, normalise } of scopes) {
      const keys = lookups.find(({ by }) => covers(by))?.keys;
      if (keys) return this.add(keys.map((key) => `${name}:${normalise?.(key) ?? key}`));
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

  dependencies(): string[] {
    return this.#dependencies.has(allDocuments) || this.#dependencies.size > maxTags
      ? [allDocuments]
      : [...this.#dependencies];
  }
}

/** Returns the tags of documents before and after their changes, and of documents that the changes show or hide. */
export function buildTags(changes: DocumentChange[], alsoAffected: SanityDocument[]): string[] {
  const dependencies = new Set([allDocuments, ...changes.map(({ id }) => `id:${publishedId(id)}`)]);
  for (const state of [...changes.flatMap(({ before, after }) => [before, after]), ...alsoAffected]) {
    if (!state) continue;
    dependencies.add(`type:${state._type}`);
    for (const slug of readKeys(state, { kind: 'attribute', path: ['slug', 'current'] }))
      dependencies.add(`slug:${slug}`);
    for (const target of readKeys(state, { kind: 'references' })) dependencies.add(`ref:${target}`);
  }
  return [...dependencies].map(hashTag);
}

export function hashTag(dependency: string): string {
  return `s1:${createHash('sha1').update(dependency).digest('base64url').slice(0, 8)}`;
}
