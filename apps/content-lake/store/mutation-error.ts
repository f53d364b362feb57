import { LakeError } from '../errors.ts';

type Item = { type: string; description: string; id?: string } & Record<string, unknown>;

/** A refused mutation in Sanity's form: what is wrong as an item, with the position of the mutation in the request. */
export function mutationError(status: number, item: Item, index = 0): LakeError {
  const description = `The mutation(s) failed: ${item.description}`;
  return new LakeError(status, description, {
    error: { description, items: [{ error: item, index }], type: 'mutationError' },
  });
}
