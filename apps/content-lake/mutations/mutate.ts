import { z } from 'zod';
import { requireChangesAllowed } from '../access/permissions.ts';
import type { SignedIn } from '../access/principal.ts';
import { httpError, typedError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { type Dataset, RepeatedTransaction } from '../store/dataset.ts';
import { atIndex } from '../store/mutation-error.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { applyMutation, type MutationResult, type ResolvedMutation } from './apply.ts';
import { withArrayKeys } from './array-keys.ts';
import type { Mutation, Selection } from './schema.ts';

type MutateOptions = {
  transactionId?: string | undefined;
  dryRun: boolean;
  autoGenerateArrayKeys: boolean;
  /** Keeps `_updatedAt` as the mutations write it: see store/keep-times.ts. */
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
  options: MutateOptions,
): Promise<{ transaction: CommittedTransaction; results: MutationResult[] }> {
  const given = options.autoGenerateArrayKeys ? withArrayKeys(mutations) : mutations;
  for (let attempt = 1; ; attempt++) {
    const seq = dataset.seq;
    const resolved: ResolvedMutation[] = [];
    for (const mutation of given) resolved.push(await resolve(lake, dataset, principal, mutation));
    const byQuery = given.some((mutation) => selectionOf(mutation) !== null);
    const outdated = () => byQuery && dataset.seq !== seq;
    try {
      const { transaction, value } = await dataset.commit({
        transactionId: options.transactionId,
        request: mutations,
        author: principal.id,
        dryRun: options.dryRun,
        keepTimes: options.keepTimes,
        stage: (staging) => {
          if (outdated()) throw new OutdatedSelection();
          return resolved.flatMap((mutation, index) =>
            atIndex(index, () => applyMutation(staging, mutation)),
          );
        },
        authorize: (changes, find) => requireChangesAllowed(principal, changes, find),
      });
      return { transaction, results: value };
    } catch (error) {
      if (error instanceof RepeatedTransaction)
        return { transaction: error.transaction, results: resultsOf(error.transaction) };
      if (!(error instanceof OutdatedSelection)) throw error;
      if (attempt === maxAttempts)
        throw httpError(409, 'Other writes kept changing what the query of this mutation selects; try again');
    }
  }
}

function resultsOf({ changes }: CommittedTransaction): MutationResult[] {
  return changes.map(({ id, before, after }) => ({
    id,
    operation: !after ? 'delete' : before ? 'update' : 'create',
  }));
}

/** Something was written between answering a mutation's query and the transaction: the answer may be another now. */
class OutdatedSelection extends Error {}

function selectionOf(
  mutation: Mutation,
): { query: string; params?: Record<string, unknown> | undefined } | null {
  if ('patch' in mutation && 'query' in mutation.patch) return mutation.patch;
  if ('delete' in mutation && 'query' in mutation.delete) return mutation.delete;
  return null;
}

async function resolve(
  lake: Lake,
  dataset: Dataset,
  principal: SignedIn,
  mutation: Mutation,
): Promise<ResolvedMutation> {
  if ('patch' in mutation) {
    const { patch } = mutation;
    return { patch: operationsOf(patch), ids: await idsOf(lake, dataset, principal, patch) };
  }
  if ('delete' in mutation)
    return { delete: true, ids: await idsOf(lake, dataset, principal, mutation.delete) };
  return mutation;
}

function operationsOf(patch: Extract<Mutation, { patch: unknown }>['patch']) {
  const { setIfMissing, set, unset, inc, dec, insert, diffMatchPatch, ifRevisionID } = patch;
  return { setIfMissing, set, unset, inc, dec, insert, diffMatchPatch, ifRevisionID };
}

async function idsOf(
  lake: Lake,
  dataset: Dataset,
  principal: SignedIn,
  selection: Selection,
): Promise<string[]> {
  if ('id' in selection) return [selection.id].flat();
  const { json } = await lake.queries.run(dataset, principal, {
    query: selection.query,
    params: selection.params ?? {},
    perspective: 'raw',
  });
  const ids = selected.safeParse([JSON.parse(json)].flat());
  if (!ids.success) throw typedError(400, 'mutationError', 'The query of a mutation must give documents');
  return [...new Set(ids.data)];
}
