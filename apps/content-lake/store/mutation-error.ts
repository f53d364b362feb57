import { LakeError } from '../errors.ts';

/** The error of a mutation in Sanity's form; `index` is its position in the request. */
class MutationError extends LakeError {
  readonly at: (position: number) => MutationError;

  constructor(status: number, item: Record<string, unknown>, index = 0) {
    const description = `The mutation(s) failed: ${item.description}`;
    const body = { description, items: [{ error: item, index }], type: 'mutationError' };
    super(status, description, { error: body });
    this.at = (position) => new MutationError(status, item, position);
  }
}

/** Returns the error of a mutation. `more` holds the other fields that Sanity's API has for this type of error. */
export function mutationError(
  status: number,
  type: string,
  id: string,
  description: string,
  more: Record<string, unknown> = {},
): MutationError {
  return new MutationError(status, { type, id, description, ...more });
}

export function atIndex<T>(index: number, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof MutationError ? error.at(index) : error;
  }
}

/** Throws 409 unless the document has the expected revision. */
export function requireRevision(id: string, revision: string | undefined, expected: string | undefined) {
  if (expected === undefined || revision === expected) return;
  throw mutationError(
    409,
    'documentRevisionIDDoesNotMatchError',
    id,
    `document "${id}" has unexpected revision ID ("${revision ?? null}"), expected "${expected}"`,
    { currentRevisionID: revision ?? null, expectedRevisionID: expected },
  );
}
