import { requireApprovals, requireApproved } from '../access/approvals.ts';
import { mayManage, requireChangesAllowed, requireMayUpdate } from '../access/permissions.ts';
import type { CurrentRoles, SignedIn } from '../access/principal.ts';
import { applyAction } from '../actions/apply.ts';
import { actionsBody } from '../actions/schema.ts';
import { assetTypes } from '../assets/asset-name.ts';
import { LakeError } from '../errors.ts';
import { parseBody } from '../json.ts';
import { addArrayKeys, applyMutations, idsFromResult, resultsOf, selectionsOf } from '../mutations/apply.ts';
import { protectAssetFields } from '../mutations/asset-documents.ts';
import { mutateBody } from '../mutations/schema.ts';
import { publishRelease } from '../releases/apply.ts';
import { clearBases, rebaseDraftsAndVersions } from '../releases/rebase.ts';
import { asRelease, changeRelease, type Release, requireUnlockedVersions } from '../releases/release.ts';
import type { DatasetWriter, WriteRequest } from '../store/dataset-writer.ts';
import { atIndex } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { Command, Kind, Outcome } from './protocol.ts';

const done: Outcome = { json: 'null' };

/** Executes a command. `transactionId` is used unless the client has chosen an id. */
export function execute<K extends Kind>(dataset: DatasetWriter, command: Command<K>, transactionId: string) {
  return commands[command.kind](dataset, command, transactionId);
}

type Commands = {
  [K in Kind]: (dataset: DatasetWriter, command: Command<K>, transactionId: string) => Outcome;
};
const commands: Commands = {
  mutate,
  actions: applyActions,
  asset: createAsset,
  publishRelease: publishScheduledRelease,
  assetUrls: updateAssetUrls,
  prune: ({ historyPruner }, { limits, budget }) => ({ ...done, isDone: historyPruner.run(limits, budget) }),
  close(dataset) {
    dataset.db.close();
    return done;
  },
};

/** Prefix of the request tags of Sanity's importer. */
const importTag = 'sanity.import.';

type Checks = Pick<WriteRequest<unknown>, 'author' | 'requireMayChange' | 'authorize' | 'stageFollowUps'>;

/** Returns the checks for a request of this author. `mayImport` allows writes that Sanity's importer needs. */
function requestChecks(
  { author, roles }: { author: SignedIn; roles?: CurrentRoles },
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

function mutate(dataset: DatasetWriter, command: Command<'mutate'>, fallbackId: string): Outcome {
  const { author, body, selected, returnDocuments, returnIds, isImport, dryRun, tag } = command;
  const { mutations, transactionId = command.transactionId ?? fallbackId } = parseBody(body, mutateBody);
  const select = selectionsOf(mutations);
  // Other writes may have changed the results since the queries ran.
  if (select.length > 0 && selected?.seq !== dataset.seq) {
    for (const result of selected?.results ?? []) idsFromResult(result);
    return { ...done, select };
  }
  const given = command.autoGenerateArrayKeys ? addArrayKeys(mutations) : mutations;
  const { transaction, value } = dataset.write({
    ...requestChecks(command, { mayWriteAssets: isImport, mayImport: mayManage(author) }),
    stageFollowUps: isImport || tag?.startsWith(importTag) ? clearBases : rebaseDraftsAndVersions,
    transactionId,
    request: body,
    replay: resultsOf,
    dryRun,
    keepTimestamps: isImport,
    allowMissingTargets: isImport,
    stage: (staging) => applyMutations(staging, given, selected?.results ?? []),
  });
  const written = new Map(transaction.changes.map((change) => [change.id, change.after]));
  const results = value.map((result) =>
    returnDocuments
      ? { ...result, document: written.get(result.id) ?? dataset.get(result.id) ?? undefined }
      : result,
  );
  return { json: JSON.stringify({ transactionId: transaction.id, results: returnIds ? results : [] }) };
}

function applyActions(dataset: DatasetWriter, command: Command<'actions'>, fallbackId: string): Outcome {
  const { body } = command;
  const { actions, transactionId = fallbackId, dryRun = false } = parseBody(body, actionsBody);
  const { transaction } = dataset.write({
    ...requestChecks(command),
    transactionId,
    request: body,
    replay: () => undefined,
    dryRun,
    stage(staging) {
      for (const [index, action] of actions.entries())
        atIndex(index, () => applyAction(staging, action, (id) => dataset.history.lastRevision(id)));
    },
  });
  return { json: JSON.stringify({ transactionId: transaction.id }) };
}

function createAsset(dataset: DatasetWriter, command: Command<'asset'>, transactionId: string): Outcome {
  const { document: created } = command;
  const { value } = dataset.write({
    ...requestChecks(command, { mayWriteAssets: true }),
    transactionId,
    stage(staging) {
      const known = staging.get(created._id);
      if (known) return known;
      const { transactionId: _rev, timestamp: _createdAt } = staging;
      const document = { ...created, _rev, _createdAt, _updatedAt: _createdAt };
      staging.set(created._id, document, { createIfNotExists: document });
      return document;
    },
  });
  return { json: JSON.stringify(value) };
}

/** Publishes a scheduled release. On failure it becomes active again and stores the error. */
function publishScheduledRelease(
  dataset: DatasetWriter,
  { id, roles }: Command<'publishRelease'>,
  transactionId: string,
) {
  const author = schedulerOf(dataset, id) ?? 'system';
  const write = (end: (staging: Staging, release: Release) => void) =>
    dataset.write({
      author,
      transactionId,
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
  return done;
}

/** Returns who scheduled a release. Others may have changed its title since, which approves nothing. */
function schedulerOf({ history }: DatasetWriter, id: string): string | undefined {
  const isScheduled = (seq: number) => asRelease(history.documentAfter(id, seq))?.state === 'scheduled';
  return history.ofDocuments([id]).findLast(({ seq }) => isScheduled(seq) && !isScheduled(seq - 1))?.author;
}

/** Updates the `url` of assets after a change of the lake's public address. */
function updateAssetUrls(dataset: DatasetWriter, { url }: Command<'assetUrls'>, transactionId: string) {
  dataset.write({
    author: 'content-lake',
    transactionId,
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
  return done;
}
