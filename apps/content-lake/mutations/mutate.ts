import { z } from 'zod';
import { typedError } from '../errors.ts';
import { json } from '../json.ts';
import { atIndex } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { applyMutation, type MutationResult, selectionOf } from './apply.ts';
import type { Mutation, Selection } from './schema.ts';

export type SelectionQuery = Extract<Selection, { query: string }>;

export function selectionsOf(mutations: Mutation[]): SelectionQuery[] {
  return mutations.flatMap((mutation) => {
    const selection = selectionOf(mutation);
    return selection && 'query' in selection ? selection : [];
  });
}

/** Stages mutations; `selected` holds the JSON result of each query, in order. */
export function applyMutations(staging: Staging, mutations: Mutation[], selected: string[]) {
  const answers = selected.values();
  return mutations.flatMap((mutation, index) => {
    const selection = selectionOf(mutation) ?? { id: [] };
    const ids = 'id' in selection ? [selection.id].flat() : idsIn(answers.next().value);
    return atIndex(index, () => applyMutation(staging, mutation, ids));
  });
}

/** Results for a repeated request. */
export function resultsOf({ changes }: CommittedTransaction): MutationResult[] {
  return changes.map(({ id, before, after }) => ({
    id,
    operation: !after ? 'delete' : before ? 'update' : 'create',
  }));
}

const found = json.pipe(
  z
    .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
    .pipe(z.array(z.union([z.string(), z.object({ _id: z.string() }).transform(({ _id }) => _id)]))),
);

function idsIn(answer: string | undefined): string[] {
  const ids = found.safeParse(answer);
  if (!ids.success) throw typedError(400, 'mutationError', 'The query of a mutation must give documents');
  return [...new Set(ids.data)];
}
