import type { SanityDocument } from './document.ts';
import type { StoredDocuments } from './documents.ts';
import { checkStoredDocument } from './limits.ts';
import type { DocumentChange } from './transaction.ts';

/** Header with which an administrator's import keeps `_createdAt` and `_updatedAt` as its mutations write them. */
export const keepTimesHeader = 'x-content-lake-keep-times';

/** A transaction while it is put together: reads see what was staged before, the database sees nothing yet. */
export class Staging {
  readonly transactionId: string;
  readonly timestamp: string;
  /** Whether documents keep the time of change that they come with, as imports want it. */
  readonly keepTimes: boolean;
  readonly #mayChange: (document: SanityDocument) => void;
  readonly #stored: StoredDocuments;
  readonly #touched = new Map<string, DocumentChange>();

  constructor(
    transaction: { id: string; timestamp: string; keepTimes: boolean },
    stored: StoredDocuments,
    mayChange: (document: SanityDocument) => void = () => undefined,
  ) {
    this.transactionId = transaction.id;
    this.timestamp = transaction.timestamp;
    this.keepTimes = transaction.keepTimes;
    this.#mayChange = mayChange;
    this.#stored = stored;
  }

  get(id: string): SanityDocument | null {
    const touched = this.#touched.get(id);
    return touched ? touched.after : this.#stored.get(id);
  }

  /** To be called before the change of a document is computed. Throws a LakeError if its author may not. */
  requireMayChange(document: SanityDocument) {
    // What was staged before was asked about then, or is new.
    if (!this.#touched.has(document._id)) this.#mayChange(document);
  }

  /** Ids of the documents whose id begins with this, in order. */
  idsFrom(prefix: string): string[] {
    const staged = [...this.#touched.keys()].filter((id) => id.startsWith(prefix));
    const ids = new Set([...this.#stored.idsFrom(prefix), ...staged]);
    return [...ids].filter((id) => this.get(id) !== null).sort();
  }

  /** Stages a new state of a document (null deletes it) and remembers the mutation that led to it. */
  set(id: string, after: SanityDocument | null, mutation: unknown) {
    const touched = this.#touched.get(id);
    if (touched) {
      touched.after = after;
      touched.mutations.push(mutation);
    } else {
      this.#touched.set(id, { id, before: this.#stored.get(id), after, mutations: [mutation] });
    }
  }

  /** The finished changes: revision and time set, documents that came and went in the same transaction left out. */
  finish(): DocumentChange[] {
    const changes: DocumentChange[] = [];
    for (const change of this.#touched.values()) {
      if (!change.before && !change.after) continue;
      if (change.after) {
        const _updatedAt = this.keepTimes ? change.after._updatedAt : this.timestamp;
        change.after = { ...change.after, _rev: this.transactionId, _updatedAt };
        checkStoredDocument(change.after);
      }
      changes.push(change);
    }
    return changes;
  }
}
