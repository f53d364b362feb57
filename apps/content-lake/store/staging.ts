import type { Base, SanityDocument } from './document.ts';
import type { StoredDocuments } from './documents.ts';
import { checkStoredDocument } from './limits.ts';
import type { DocumentChange } from './transaction.ts';

/** Marks a transaction of `lake import`, which has checked its documents as a whole. Administrators only. */
export const importHeader = 'x-content-lake-import';

/** A transaction in progress: reads see staged changes. `keepTimestamps`: imports keep their `_updatedAt`. */
export function stagingOf(
  {
    id: transactionId,
    timestamp: begun,
    keepTimestamps,
  }: { id: string; timestamp: string; keepTimestamps: boolean },
  stored: StoredDocuments,
  mayChange: (document: SanityDocument) => void = () => undefined,
) {
  const touched = new Map<string, DocumentChange>();
  const read = new Set<string>();
  const listed: string[] = [];
  const bases = new Map<string, Base | null>();
  let timestamp = begun;
  let isAuthorized = false;

  function get(id: string): SanityDocument | null {
    read.add(id);
    const change = touched.get(id);
    return change ? change.after : stored.get(id);
  }

  return {
    transactionId,
    get timestamp() {
      return timestamp;
    },
    keepTimestamps,
    get,
    /** Call before a change is computed. Throws a LakeError if the author may not make it. */
    requireMayChange(document: SanityDocument) {
      // Staged documents are new, or were checked then.
      if (!isAuthorized && !touched.has(document._id)) mayChange(document);
    },
    /** Call once the author's changes are allowed: what follows from them is the lake's own. */
    authorized() {
      isAuthorized = true;
    },
    hasRead: (id: string) => read.has(id) || listed.some((prefix) => id.startsWith(prefix)),
    /** Makes now the time of the transaction, so that times rise in the order of transactions. */
    touch() {
      const now = new Date().toISOString();
      for (const { after } of touched.values())
        for (const field of ['_createdAt', '_updatedAt'] as const)
          if (after && !keepTimestamps && after[field] === timestamp) after[field] = now;
      timestamp = now;
    },
    idsFrom(prefix: string): string[] {
      listed.push(prefix);
      const staged = [...touched.keys()].filter((id) => id.startsWith(prefix));
      const ids = new Set([...stored.idsFrom(prefix), ...staged]);
      return [...ids].filter((id) => get(id) !== null).sort();
    },
    /** `after`: null deletes. */
    set(id: string, after: SanityDocument | null, mutation: unknown) {
      const change = touched.get(id) ?? { id, before: stored.get(id), after, mutations: [] };
      touched.set(id, change);
      change.after = after;
      change.mutations.push(mutation);
    },
    /** Bases to be stored with the documents; null removes one. */
    bases,
    baseOf(id: string): Base | null {
      const staged = bases.get(id);
      return staged === undefined ? stored.base(id) : staged;
    },
    /** Sets revisions and times; leaves out documents created and deleted in the transaction. */
    finish(): DocumentChange[] {
      const changes = [...touched.values()].filter(({ before, after }) => before || after);
      for (const change of changes) {
        if (!change.after) continue;
        const _updatedAt = keepTimestamps ? change.after._updatedAt : timestamp;
        change.after = { ...change.after, _rev: transactionId, _updatedAt };
        checkStoredDocument(change.after);
      }
      return changes;
    },
  };
}
export type Staging = ReturnType<typeof stagingOf>;
