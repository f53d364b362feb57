import type { z } from 'zod';
import { requireApprovals, requireApproved } from './access/approvals.ts';
import { mayManage, requireChangesAllowed, requireMayUpdate } from './access/permissions.ts';
import type { CurrentRoles, SignedIn } from './access/principal.ts';
import { applyAction } from './actions/apply.ts';
import { actionsBody } from './actions/schema.ts';
import { assetTypes } from './assets/asset-name.ts';
import { httpError, LakeError } from './errors.ts';
import { parseBody } from './json.ts';
import {
  addArrayKeys,
  applyMutations,
  buildResults,
  idsFromResult,
  listSelections,
} from './mutations/apply.ts';
import { protectAssetFields } from './mutations/asset-documents.ts';
import { mutateBody } from './mutations/schema.ts';
import type { Queries } from './query/queries.ts';
import { publishRelease } from './releases/apply.ts';
import { clearBases, rebaseDraftsAndVersions } from './releases/rebase.ts';
import { asRelease, changeRelease, type Release, requireUnlockedVersions } from './releases/release.ts';
import type { Dataset, WriteRequest } from './store/dataset.ts';
import { atIndex } from './store/mutation-error.ts';
import type { Staging } from './store/staging.ts';

/** How often the queries of mutations run while other writes may change their results. */
const maxAttempts = 5;
/** Prefix of the request tags of Sanity's importer. */
const importTag = 'sanity.import.';

/** A client's write. `body` is the unparsed request body. */
type ClientCommand = { author: SignedIn; roles: () => CurrentRoles; body: Uint8Array };
type MutateCommand = ClientCommand & {
  transactionId?: string | undefined;
  tag?: string | undefined;
  dryRun: boolean;
  autoGenerateArrayKeys: boolean;
  /** If true, `_updatedAt` and asset fields stay, and references may point to documents of a later transaction. */
  isImport: boolean;
  returnDocuments: boolean;
  returnIds: boolean;
};

/** Runs mutations. Returns the response as JSON. */
export async function mutate(queries: Pick<Queries, 'run'>, dataset: Dataset, command: MutateCommand) {
  const body = parseBody(command.body, mutateBody);
  const selections = listSelections(body.mutations);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { seq } = dataset;
    const selected: string[][] = [];
    for (const { query, params = {} } of selections) {
      const { json } = await queries.run(dataset, command.author, { query, params, perspective: 'raw' });
      selected.push(idsFromResult(new TextDecoder().decode(json)));
    }
    if (dataset.seq === seq) return writeMutations(dataset, command, body, selected);
  }
  throw httpError(409, 'Other writes kept changing what this mutation selects. Try again.');
}

/** Writes parsed mutations. `selected` has the ids that each query of a mutation found, in order. */
export function writeMutations(
  dataset: Dataset,
  command: MutateCommand,
  { mutations, transactionId = command.transactionId }: z.infer<typeof mutateBody>,
  selected: string[][] = [],
): string {
  const { author, body, returnDocuments, returnIds, isImport, dryRun, tag } = command;
  const given = command.autoGenerateArrayKeys ? addArrayKeys(mutations) : mutations;
  const { transaction, value } = dataset.write({
    ...clientChecks(command, { mayWriteAssets: isImport, mayImport: mayManage(author) }),
    stageFollowUps: isImport || tag?.startsWith(importTag) ? clearBases : rebaseDraftsAndVersions,
    transactionId,
    request: body,
    replay: buildResults,
    dryRun,
    keepTimestamps: isImport,
    allowMissingTargets: isImport,
    stage: (staging) => applyMutations(staging, given, selected),
  });
  const written = new Map(transaction.changes.map((change) => [change.id, change.after]));
  const results = value.map((result) =>
    returnDocuments
      ? { ...result, document: written.get(result.id) ?? dataset.get(result.id) ?? undefined }
      : result,
  );
  return JSON.stringify({ transactionId: transaction.id, results: returnIds ? results : [] });
}

/** Applies the Studio's actions. Returns the response as JSON. */
export function applyActions(dataset: Dataset, command: ClientCommand): string {
  const { body } = command;
  const { actions, transactionId, dryRun } = parseBody(body, actionsBody);
  const { transaction } = dataset.write({
    ...clientChecks(command),
    transactionId,
    request: body,
    replay: () => undefined,
    dryRun,
    stage(staging) {
      for (const [index, action] of actions.entries())
        atIndex(index, () => applyAction(staging, action, (id) => dataset.history.lastRevision(id)));
    },
  });
  return JSON.stringify({ transactionId: transaction.id });
}

type AssetDocument = { _id: string; _type: string; [field: string]: unknown };

/** Stores an asset document with its revision and times, unless it exists. Returns the stored document as JSON. */
export function createAsset(
  dataset: Dataset,
  author: Omit<ClientCommand, 'body'>,
  created: AssetDocument,
): string {
  const { value } = dataset.write({
    ...clientChecks(author, { mayWriteAssets: true }),
    stage(staging) {
      const known = staging.get(created._id);
      if (known) return known;
      const { transactionId: _rev, timestamp: _createdAt } = staging;
      const document = { ...created, _rev, _createdAt, _updatedAt: _createdAt };
      staging.set(created._id, document, { createIfNotExists: document });
      return document;
    },
  });
  return JSON.stringify(value);
}

/** Publishes a scheduled release. On failure it becomes active again and stores the error. */
export function publishScheduledRelease(dataset: Dataset, id: string, roles: () => CurrentRoles) {
  const author = findScheduler(dataset, id) ?? 'system';
  const write = (end: (staging: Staging, release: Release) => void) =>
    dataset.write({
      author,
      stage(staging) {
        const release = asRelease(staging.get(id));
        if (release?.state === 'scheduled') end(staging, release);
      },
      authorize(changes, staging) {
        requireUnlockedVersions(changes, staging);
        requireApproved(author, changes, staging, roles);
      },
      stageFollowUps: rebaseDraftsAndVersions,
    });
  try {
    write(publishRelease);
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const { message } = error;
    write((staging, release) =>
      changeRelease(staging, release, { state: 'active', publishAt: undefined, error: { message } }),
    );
  }
}

/** Returns who scheduled a release. Others may have changed its title since, which approves nothing. */
function findScheduler({ history }: Dataset, id: string): string | undefined {
  const isScheduled = (seq: number) => asRelease(history.documentAfter(id, seq))?.state === 'scheduled';
  return history.ofDocuments([id]).findLast(({ seq }) => isScheduled(seq) && !isScheduled(seq - 1))?.author;
}

/** Updates the `url` of assets after a change of the lake's public address. */
export function updateAssetUrls(dataset: Dataset, url: string) {
  dataset.write({
    author: 'content-lake',
    // A new address is not an edit, so `_updatedAt` stays.
    keepTimestamps: true,
    stage(staging) {
      for (const id of dataset.ids(Object.values(assetTypes))) {
        const document = staging.get(id);
        if (typeof document?.path !== 'string') continue;
        const set = { url: `${url}/${document.path}` };
        if (document.url !== set.url) staging.set(id, { ...document, ...set }, { patch: { id, set } });
      }
    },
  });
}

type Checks = Pick<WriteRequest<unknown>, 'author' | 'requireMayChange' | 'authorize' | 'stageFollowUps'>;

/** Returns the checks for a request of this author. `mayImport` allows writes that Sanity's importer needs. */
function clientChecks(
  { author, roles }: Omit<ClientCommand, 'body'>,
  { mayWriteAssets = false, mayImport = false } = {},
): Checks {
  return {
    author: author.id,
    requireMayChange: (document) => requireMayUpdate(author, document),
    authorize(changes, staging) {
      requireChangesAllowed(author, changes, (id) => staging.get(id));
      requireApprovals(author, changes, staging, roles);
      if (!mayWriteAssets) protectAssetFields(changes, mayImport);
      // Sanity's importer may write a scheduled release before its versions.
      if (!mayImport) requireUnlockedVersions(changes, staging);
    },
    stageFollowUps: rebaseDraftsAndVersions,
  };
}
