import type { SanityDocument } from './document.ts';
import { checkStoredDocument } from './limits.ts';
import type { DocumentChange } from './transaction.ts';

/**
 * A transaction while it is being put together: reads see what was staged before. Nothing reaches the database until
 * the store writes the result in one go.
 */
export class Staging {
  readonly transactionId: string;
  readonly timestamp: string;
  /** Whether documents keep the time of change that they come with, as imports want it: see keep-times.ts. */
  readonly keepTimes: boolean;
  readonly #read: (id: string) => SanityDocument | null;
  readonly #touched = new Map<string, DocumentChange>();

  constructor(
    transaction: { id: string; timestamp: string; keepTimes: boolean },
    read: (id: string) => SanityDocument | null,
  ) {
    this.transactionId = transaction.id;
    this.timestamp = transaction.timestamp;
    this.keepTimes = transaction.keepTimes;
    this.#read = read;
  }

  get(id: string): SanityDocument | null {
    const touched = this.#touched.get(id);
    return touched ? touched.after : this.#read(id);
  }

  /** Stages a new state of a document (null deletes it) and remembers the mutation that led to it. */
  set(id: string, after: SanityDocument | null, mutation: unknown) {
    const touched = this.#touched.get(id);
    if (touched) {
      touched.after = after;
      touched.mutations.push(mutation);
    } else {
      this.#touched.set(id, { id, before: this.#read(id), after, mutations: [mutation] });
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
