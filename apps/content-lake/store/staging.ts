import type { Base, SanityDocument } from './document.ts';
import type { StoredDocuments } from './documents.ts';
import { checkStoredDocument } from './limits.ts';
import type { DocumentChange } from './transaction.ts';

/** Header of requests by `lake import`, which checks all documents of the import together. Administrators only. */
export const importHeader = 'x-content-lake-import';

type Options = {
  transactionId: string;
  keepTimestamps: boolean;
  /** Throws a LakeError if the author may not change a document. */
  requireMayChange: ((document: SanityDocument) => void) | undefined;
};

/** A transaction in progress. Reads see the staged changes. */
export class Staging {
  readonly transactionId: string;
  readonly timestamp = new Date().toISOString();
  /** If true, as in imports, documents keep their `_updatedAt`. */
  readonly keepTimestamps: boolean;
  /** Bases to store with the documents; null removes a document's base. */
  readonly bases = new Map<string, Base | null>();
  readonly #stored: StoredDocuments;
  readonly #requireMayChange: Options['requireMayChange'];
  readonly #changes = new Map<string, DocumentChange>();
  #isAuthorized = false;

  constructor(stored: StoredDocuments, { transactionId, keepTimestamps, requireMayChange }: Options) {
    this.transactionId = transactionId;
    this.keepTimestamps = keepTimestamps;
    this.#stored = stored;
    this.#requireMayChange = requireMayChange;
  }

  get(id: string): SanityDocument | null {
    const change = this.#changes.get(id);
    return change ? change.after : this.#stored.get(id);
  }

  idsFrom(prefix: string): string[] {
    const staged = [...this.#changes.keys()].filter((id) => id.startsWith(prefix));
    const ids = new Set([...this.#stored.idsFrom(prefix), ...staged]);
    return [...ids].filter((id) => this.get(id) !== null).sort();
  }

  findBase(id: string): Base | null {
    const staged = this.bases.get(id);
    return staged === undefined ? this.#stored.base(id) : staged;
  }

  /** Call before a change is computed. Throws a LakeError if the author may not make the change. */
  requireMayChange(document: SanityDocument) {
    // Staged documents are new, or were checked before.
    if (!this.#isAuthorized && !this.#changes.has(document._id)) this.#requireMayChange?.(document);
  }

  /** Marks the end of the author's changes. Changes that the lake adds afterwards need no permission. */
  endAuthorization() {
    this.#isAuthorized = true;
  }

  /** Stages a change; `after` is null for a deletion. */
  set(id: string, after: SanityDocument | null, mutation: unknown) {
    const change = this.#changes.get(id) ?? { id, before: this.#stored.get(id), after, mutations: [] };
    this.#changes.set(id, change);
    change.after = after;
    change.mutations.push(mutation);
  }

  /** Sets revisions and times. Returns the changes, except for documents that were created and then deleted. */
  finish(): DocumentChange[] {
    const changes = [...this.#changes.values()].filter(({ before, after }) => before || after);
    for (const change of changes) {
      if (!change.after) continue;
      const _updatedAt = this.keepTimestamps ? change.after._updatedAt : this.timestamp;
      change.after = { ...change.after, _rev: this.transactionId, _updatedAt };
      checkStoredDocument(change.after);
    }
    return changes;
  }
}
