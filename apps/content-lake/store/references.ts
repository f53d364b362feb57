import { mutationError } from './mutation-error.ts';
import type { DocumentChange } from './transaction.ts';

/** One reference held by a document. A weak one does not hinder the deletion of its target. */
type Reference = { target: string; weak: boolean };

/** References anywhere in a document, but not to other datasets. A target referenced both ways counts as strong. */
export function referencesOf(document: unknown): Map<string, Reference> {
  const found = new Map<string, Reference>();
  collect(document, found);
  return found;
}

function collect(value: unknown, found: Map<string, Reference>) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  if (
    '_ref' in value &&
    typeof value._ref === 'string' &&
    !('_dataset' in value) &&
    !('_projectId' in value)
  ) {
    const weak = '_weak' in value && value._weak === true;
    const known = found.get(value._ref);
    found.set(value._ref, { target: value._ref, weak: weak && (known?.weak ?? true) });
  }
  for (const child of Object.values(value)) collect(child, found);
}

type Graph = {
  /** Whether a document exists after the transaction. */
  exists: (id: string) => boolean;
  /** Who referenced a document before the transaction. */
  referencing: (id: string) => { id: string; weak: boolean }[];
};

/** A strong reference must lead to a document, before and after: judged on the state after the whole transaction. */
export function requireIntactReferences(changes: DocumentChange[], graph: Graph) {
  const changed = new Map(changes.map((change) => [change.id, change]));
  for (const change of changes) {
    if (change.after) requireTargets(change, graph);
    else requireNoReferences(change, changed, graph);
  }
}

function requireTargets({ id, before, after }: DocumentChange, graph: Graph) {
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

function requireNoReferences({ id }: DocumentChange, changed: Map<string, DocumentChange>, graph: Graph) {
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
