import type { SanityDocument } from './document.ts';
import type { StoredDocuments } from './documents.ts';
import { checkStoredDocument } from './limits.ts';
import type { DocumentChange } from './transaction.ts';

/** Header with which an administrator's import keeps `_createdAt` and `_updatedAt` as its mutations write them. */
export const keepTimesHeader = 'x-content-lake-keep-times';

/**
 * A transaction while it is put together: reads see what was staged before, the database sees nothing yet. `keepTimes`:
 * whether documents keep the time of change that they come with, as imports want it.
 */
export function stagingOf(
  { id: transactionId, timestamp, keepTimes }: { id: string; timestamp: string; keepTimes: boolean },
  stored: StoredDocuments,
  mayChange: (document: SanityDocument) => void = () => undefined,
) {
  const touched = new Map<string, DocumentChange>();

  function get(id: string): SanityDocument | null {
    const change = touched.get(id);
    return change ? change.after : stored.get(id);
  }

  return {
    transactionId,
    timestamp,
    keepTimes,
    get,
    /** To be called before the change of a document is computed. Throws a LakeError if its author may not. */
    requireMayChange(document: SanityDocument) {
      // What was staged before was asked about then, or is new.
      if (!touched.has(document._id)) mayChange(document);
    },
    /** Ids of the documents whose id begins with this, in order. */
    idsFrom(prefix: string): string[] {
      const staged = [...touched.keys()].filter((id) => id.startsWith(prefix));
      const ids = new Set([...stored.idsFrom(prefix), ...staged]);
      return [...ids].filter((id) => get(id) !== null).sort();
    },
    /** Stages a new state of a document (null deletes it) and remembers the mutation that led to it. */
    set(id: string, after: SanityDocument | null, mutation: unknown) {
      const change = touched.get(id) ?? { id, before: stored.get(id), after, mutations: [] };
      touched.set(id, change);
      change.after = after;
      change.mutations.push(mutation);
    },
    /** The finished changes: revision and time set, documents that came and went in the same transaction left out. */
    finish(): DocumentChange[] {
      const changes = [...touched.values()].filter(({ before, after }) => before || after);
      for (const change of changes) {
        if (!change.after) continue;
        const _updatedAt = keepTimes ? change.after._updatedAt : timestamp;
        change.after = { ...change.after, _rev: transactionId, _updatedAt };
        checkStoredDocument(change.after);
      }
      return changes;
    },
  };
}
export type Staging = ReturnType<typeof stagingOf>;
