import type { StoredDocuments } from './documents.ts';
import { mutationError } from './mutation-error.ts';
import type { Staging } from './staging.ts';
import type { DocumentChange } from './transaction.ts';

/** Returns the targets of a document's references, and for each whether all references to it are weak. */
export function collectReferences(
  document: unknown,
  found = new Map<string, boolean>(),
): Map<string, boolean> {
  if (typeof document !== 'object' || document === null) return found;
  if ('_ref' in document && typeof document._ref === 'string') {
    const weak = '_weak' in document && document._weak === true;
    found.set(document._ref, weak && (found.get(document._ref) ?? true));
  }
  for (const child of Object.values(document)) collectReferences(child, found);
  return found;
}

/** Throws 409 if a strong reference has no target after the transaction, 400 for references to another dataset. */
export function requireIntactReferences(
  changes: DocumentChange[],
  staging: Staging,
  stored: StoredDocuments,
  allowMissingTargets = false,
) {
  const changed = new Map(changes.map((change) => [change.id, change]));
  for (const change of changes) {
    if (change.after) requireTargets(change, allowMissingTargets ? undefined : staging);
    else requireNoReferences(change, changed, stored);
  }
}

function requireTargets({ id, before, after }: DocumentChange, staging: Staging | undefined) {
  if (refersElsewhere(after))
    throw mutationError(
      400,
      'validationError',
      id,
      `Document "${id}" refers to another dataset, which is not supported`,
    );
  if (!staging) return;
  const known = collectReferences(before);
  for (const [target, weak] of collectReferences(after)) {
    if (weak || known.get(target) === false || staging.get(target)) continue;
    throw mutationError(
      409,
      'documentReferencesNonexistentDocumentError',
      id,
      `Document "${id}" references non-existent document "${target}"`,
      { referenceID: target },
    );
  }
}

function refersElsewhere(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isReference = '_ref' in value && ('_dataset' in value || '_projectId' in value);
  return isReference || Object.values(value).some(refersElsewhere);
}

function requireNoReferences(
  { id }: DocumentChange,
  changed: Map<string, DocumentChange>,
  stored: StoredDocuments,
) {
  const staying = stored.referencing(id).filter((source) => {
    const change = changed.get(source.id);
    return change ? collectReferences(change.after).get(id) === false : !source.weak;
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
