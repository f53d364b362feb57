import { Mutation as Mutator } from '@sanity/mutator';
import { z } from 'zod';
import type { SanityDocument } from '../store/document.ts';
import { mutationError, requireRevision } from '../store/mutation-error.ts';
import type { PatchOperations } from './schema.ts';

const patched = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string(),
  _createdAt: z.string(),
  _updatedAt: z.string(),
});

/** Fields that a patch can never change. */
const protectedFields = ['_id', '_type', '_createdAt'] as const;

/** Applies a patch with the Studio's own library, so that both come to the same document. Throws a mutation error. */
export function applyPatch(document: SanityDocument, patch: PatchOperations): SanityDocument {
  const { ifRevisionID, ...operations } = patch;
  const { _id: id } = document;
  requireRevision(id, document._rev, ifRevisionID);
  let after: SanityDocument;
  try {
    // A copy: the mutator shares unchanged parts, and some operations write into what they are given.
    const mutator = new Mutator({ mutations: [{ patch: { id, ...given(operations) } }] });
    after = patched.parse(mutator.apply(structuredClone(document)));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'a system field would be removed' : messageOf(error);
    throw mutationError(400, 'patchError', id, `Patch of "${id}" cannot be applied: ${reason}`);
  }
  const changed = protectedFields.find((field) => after[field] !== document[field]);
  if (changed)
    throw mutationError(409, 'immutableFieldError', id, `Cannot modify immutable attribute "${changed}"`);
  return after;
}

// The mutator reads the mere presence of a key as an operation.
function given(operations: Omit<PatchOperations, 'ifRevisionID'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(operations).filter(([, value]) => value !== undefined));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
