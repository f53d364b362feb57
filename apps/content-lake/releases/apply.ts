import type { Action } from '../actions/schema.ts';
import {
  copyDocument,
  deleteDocument,
  patchDocument,
  strengthenReferences,
  writeDocument,
} from '../mutations/apply.ts';
import { draftId, isUnpublishing, isVersion, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import { rebase, requireNoConflicts } from './rebase.ts';
import {
  asRelease,
  changeRelease,
  findVersions,
  importedRelease,
  type Release,
  releaseDocumentId,
  releaseError,
  requireRelease,
  versionPrefix,
} from './release.ts';

type ReleaseAction = Extract<Action, { actionType: `sanity.action.release.${string}` }>;

/** Returns the last state of a deleted document, if its history still exists. */
export type LastState = (id: string) => SanityDocument | null;

export function applyReleaseAction(staging: Staging, action: ReleaseAction, lastState: LastState) {
  const { releaseId } = action;
  const find = (allowed: Parameters<typeof requireRelease>[2], doing: string) =>
    requireRelease(staging, releaseId, allowed, doing);
  switch (action.actionType) {
    case 'sanity.action.release.create':
      return writeDocument(staging, 'create', {
        _id: releaseDocumentId(releaseId),
        _type: 'system.release',
        name: releaseId,
        state: 'active',
        metadata: action.metadata,
      });
    case 'sanity.action.release.edit': {
      const before = find(['active', 'scheduled'], 'editing');
      patchDocument(staging, before._id, action.patch);
      return requireMetadataOnly(before, staging.get(before._id));
    }
    case 'sanity.action.release.publish':
      return publishRelease(staging, find(['active'], 'publishing'));
    case 'sanity.action.release.schedule': {
      const release = find(['active'], 'scheduling');
      requireNoConflicts(staging, release);
      return changeRelease(staging, release, {
        state: 'scheduled',
        publishAt: action.publishAt,
        error: undefined,
      });
    }
    case 'sanity.action.release.unschedule':
      return changeRelease(staging, find(['scheduled'], 'unscheduling'), {
        state: 'active',
        publishAt: undefined,
      });
    case 'sanity.action.release.archive':
      return archive(staging, find(['active'], 'archiving'));
    case 'sanity.action.release.unarchive':
      return unarchive(staging, find(['archived'], 'unarchiving'), lastState);
    case 'sanity.action.release.delete': {
      const { _id, finalDocumentStates = [] } = find(['archived', 'published'], 'deleting');
      for (const { id } of finalDocumentStates) if (isVersion(id)) staging.bases.set(id, null);
      return deleteDocument(staging, _id);
    }
    case 'sanity.action.release.import':
      return importRelease(staging, action);
  }
}

const importing = { fail: 'create', ignore: 'createIfNotExists', replace: 'createOrReplace' } as const;

function importRelease(staging: Staging, action: Extract<ReleaseAction, { ifExists: string }>) {
  const { releaseId, document, attributes = document, ifExists } = action;
  const id = releaseDocumentId(releaseId);
  if (attributes?._id !== id || attributes.name !== releaseId)
    throw mutationError(
      400,
      'validationError',
      id,
      `The document of the release must have the _id "${id}" and the name "${releaseId}"`,
    );
  writeDocument(staging, importing[ifExists], importedRelease(attributes));
}

export function publishRelease(staging: Staging, release: Release) {
  for (const { _id } of findVersions(staging, release.name)) rebase(staging, _id);
  requireNoConflicts(staging, release);
  const versions = findVersions(staging, release.name);
  for (const version of versions) {
    const id = publishedId(version._id);
    const published = staging.get(id);
    if (isUnpublishing(version)) {
      // As with the action, the document remains as a draft, which can be published again.
      if (published) writeDocument(staging, 'createIfNotExists', copyDocument(published, draftId(id)));
      deleteDocument(staging, id);
    } else {
      const { _system, ...fields } = strengthenReferences(copyDocument(version, id));
      writeDocument(staging, 'createOrReplace', {
        ...fields,
        _createdAt: published?._createdAt ?? version._createdAt,
      });
    }
    deleteDocument(staging, version._id);
  }
  changeRelease(staging, release, {
    state: 'published',
    publishedAt: staging.timestamp,
    finalDocumentStates: versions.map(({ _id }) => ({ _key: publishedId(_id), id: publishedId(_id) })),
  });
}

function archive(staging: Staging, release: Release) {
  const versions = findVersions(staging, release.name);
  for (const { _id } of versions) deleteDocument(staging, _id);
  changeRelease(staging, release, {
    state: 'archived',
    finalDocumentStates: versions.map(({ _id }) => ({ _key: _id, id: _id })),
  });
}

/** Restores the versions from history, all or none. */
function unarchive(staging: Staging, release: Release, lastState: LastState) {
  for (const { id } of release.finalDocumentStates ?? []) {
    const version = lastState(id);
    if (!version || !id.startsWith(versionPrefix(release.name)))
      throw releaseError(
        release._id,
        `The release "${release.name}" cannot be restored: "${id}" is no longer in the history`,
      );
    writeDocument(staging, 'create', copyDocument(version, id));
    staging.bases.set(id, staging.findBase(id));
  }
  changeRelease(staging, release, { state: 'active', finalDocumentStates: undefined });
}

const editable: ReadonlySet<string> = new Set(['metadata', '_rev', '_updatedAt']);

function requireMetadataOnly(before: Release, after: SanityDocument | null) {
  const fields = Object.keys({ ...before, ...after }).filter((field) => !editable.has(field));
  const isSame = fields.every((field) => JSON.stringify(before[field]) === JSON.stringify(after?.[field]));
  if (isSame && asRelease(after)) return;
  throw releaseError(
    before._id,
    'Only the metadata of a release can be edited: title, description, releaseType and intendedPublishAt',
  );
}
