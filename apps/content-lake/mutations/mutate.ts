import { z } from 'zod';
import { requireChangesAllowed } from '../access/permissions.ts';
import type { SignedIn } from '../access/principal.ts';
import { httpError, typedError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { atIndex } from '../store/mutation-error.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { applyMutation, type MutationResult, type ResolvedMutation } from './apply.ts';
import { withArrayKeys } from './array-keys.ts';
import { type Mutation, patchOperations, type Selection } from './schema.ts';

type MutateOptions = {
  transactionId?: string | undefined;
  dryRun: boolean;
  autoGenerateArrayKeys: boolean;
  /** Keeps `_updatedAt` as the mutations write it. */
  keepTimes: boolean;
};

const maxAttempts = 5;
const selected = z.array(
  z.union([z.string(), z.object({ _id: z.string() }).transform((found) => found._id)]),
);

/** Carries out a mutate request as one transaction: all of it, or nothing and a LakeError. */
export async function mutate(
  lake: Lake,
  dataset: Dataset,
  principal: SignedIn,
  mutations: Mutation[],
  { autoGenerateArrayKeys, ...options }: MutateOptions,
): Promise<{ transaction: CommittedTransaction; results: MutationResult[] }> {
  const given = autoGenerateArrayKeys ? withArrayKeys(mutations) : mutations;
  const isByQuery = given.some((mutation) => 'query' in (selectionOf(mutation) ?? {}));
  const select = (query: string, params: Record<string, unknown>) =>
    lake.queries.run(dataset, principal, { query, params, perspective: 'raw' });
  for (let attempt = 1; ; attempt++) {
    const { seq } = dataset;
    const resolved: ResolvedMutation[] = [];
    for (const mutation of given) resolved.push(await resolve(mutation, select));
    try {
      const { transaction, value } = await dataset.commit({
        ...options,
        request: mutations,
        repeated: resultsOf,
        author: principal.id,
        stage: (staging) => {
          if (isByQuery && dataset.seq !== seq) throw new OutdatedSelection();
          return resolved.flatMap((mutation, index) =>
            atIndex(index, () => applyMutation(staging, mutation)),
          );
        },
        authorize: (changes, find) => requireChangesAllowed(principal, changes, find),
      });
      return { transaction, results: value };
    } catch (error) {
      if (!(error instanceof OutdatedSelection)) throw error;
      if (attempt === maxAttempts)
        throw httpError(409, 'Other writes kept changing what the query of this mutation selects; try again');
    }
  }
}

/** Something was written between answering a mutation's query and the transaction: the answer may be another now. */
class OutdatedSelection extends Error {}

function resultsOf({ changes }: CommittedTransaction): MutationResult[] {
  return changes.map(({ id, before, after }) => ({
    id,
    operation: !after ? 'delete' : before ? 'update' : 'create',
  }));
}

function selectionOf(mutation: Mutation): Selection | undefined {
  if ('patch' in mutation) return mutation.patch;
  return 'delete' in mutation ? mutation.delete : undefined;
}

async function resolve(
  mutation: Mutation,
  select: (query: string, params: Record<string, unknown>) => Promise<{ json: string }>,
): Promise<ResolvedMutation> {
  if (!('patch' in mutation || 'delete' in mutation)) return mutation;
  const selection = 'patch' in mutation ? mutation.patch : mutation.delete;
  const ids = 'id' in selection ? [selection.id].flat() : await idsOf(selection, select);
  return 'patch' in mutation ? { patch: patchOperations.parse(mutation.patch), ids } : { delete: true, ids };
}

async function idsOf(
  { query, params = {} }: Extract<Selection, { query: string }>,
  select: Parameters<typeof resolve>[1],
): Promise<string[]> {
  const { json } = await select(query, params);
  const ids = selected.safeParse([JSON.parse(json)].flat());
  if (!ids.success) throw typedError(400, 'mutationError', 'The query of a mutation must give documents');
  return [...new Set(ids.data)];
}
