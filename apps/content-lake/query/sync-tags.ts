import { createHash } from 'node:crypto';
import { publishedId } from '../store/document.ts';
import type { KeyPath } from './key-index.ts';
import type { Lookup } from './view.ts';

/** A result that depends on more single documents than this is said to depend on everything. Next.js takes 128 tags. */
const maxTags = 100;

/** The tag of results that may change with any document. */
const anything = 'all';

/**
 * Collects what a query looked at, so that a later change can name the results that it may have changed. The same words
 * are made from a change by `tagsOfChange`.
 */
export class SyncTags {
  readonly #seen = new Set<string>();

  /** A look-up by several conditions depends on each of them; the narrowest one is enough. */
  lookup(lookups: Lookup[]) {
    const by = (test: (by: KeyPath) => boolean) => lookups.find((lookup) => test(lookup.by))?.keys;
    const ids = by((path) => path.kind === 'versionOf' || isAttribute(path, '_id'));
    const references = by((path) => path.kind === 'references');
    const types = by((path) => isAttribute(path, '_type'));
    if (ids) this.add(ids.map((id) => `id:${publishedId(id)}`));
    else if (references) this.add(references.map((id) => `ref:${id}`));
    else if (types) this.add(types.map((type) => `type:${type}`));
    else this.everything();
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

  /** The words themselves, to be kept with a kept result. */
  words(): string[] {
    return this.#seen.has(anything) || this.#seen.size > maxTags ? [anything] : [...this.#seen];
  }
}

function isAttribute(path: KeyPath, name: string): boolean {
  return path.kind === 'attribute' && path.path.length === 1 && path.path[0] === name;
}

/** The tags of one changed document: what it was and is, and whom it referenced and references. */
export function tagsOfChange(change: { id: string; types: string[]; references: string[] }): string[] {
  const words = [anything, `id:${publishedId(change.id)}`];
  for (const type of change.types) words.push(`type:${type}`);
  for (const target of change.references) words.push(`ref:${target}`);
  return words.map(hashTag);
}

/** The short form that goes over the wire. */
export function hashTag(word: string): string {
  return `s1:${createHash('sha1').update(word).digest('base64url').slice(0, 8)}`;
}
