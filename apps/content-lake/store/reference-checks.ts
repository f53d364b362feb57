import { mutationError } from './mutation-error.ts';
import { referencesOf } from './references.ts';
import type { DocumentChange } from './transaction.ts';

type Graph = {
  /** Whether a document exists after the transaction. */
  exists: (id: string) => boolean;
  /** Who referenced a document before the transaction. */
  referencing: (id: string) => { id: string; weak: boolean }[];
};

/** A strong reference must lead to a document, before and after: judged on the state after the whole transaction. */
export function refuseBrokenReferences(changes: DocumentChange[], graph: Graph) {
  const changed = new Map(changes.map((change) => [change.id, change]));
  for (const change of changes) {
    if (change.after) refuseMissingTargets(change, graph);
    else refuseDeletedTarget(change, changed, graph);
  }
}

function refuseMissingTargets({ id, before, after }: DocumentChange, graph: Graph) {
  const known = referencesOf(before);
  for (const reference of referencesOf(after).values()) {
    const unchanged = known.get(reference.target)?.weak === false;
    if (reference.weak || unchanged || graph.exists(reference.target)) continue;
    throw mutationError(
      409,
      'documentReferencesNonexistentDocumentError',
      id,
      `Document "${id}" references non-existent document "${reference.target}"`,
      { referenceID: reference.target },
    );
  }
}

function refuseDeletedTarget({ id }: DocumentChange, changed: Map<string, DocumentChange>, graph: Graph) {
  const staying = graph.referencing(id).filter((source) => {
    const change = changed.get(source.id);
    return change ? referencesOf(change.after).get(id)?.weak === false : !source.weak;
  });
  const ids = new Set(staying.map((source) => source.id));
  ids.delete(id);
  if (ids.size === 0) return;
  throw mutationError(
    409,
    'documentHasExistingReferencesError',
    id,
    `Document "${id}" cannot be deleted as there are references to it from "${[...ids][0]}"`,
    { referencingIDs: [...ids] },
  );
}
