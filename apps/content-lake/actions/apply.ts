import {
  createDocument,
  createIfMissing,
  createOrReplace,
  deleteDocument,
  existing,
  patchDocument,
} from '../mutations/apply.ts';
import { applyReleaseAction, type ReleaseContext } from '../releases/apply.ts';
import { isDraft, isVersion, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import { copyOf } from './copy.ts';
import type { Action } from './schema.ts';
import { strengthenReferences } from './strengthen.ts';

/** Stages one action of the actions API. */
export function applyAction(staging: Staging, action: Action, context: ReleaseContext) {
  const { index } = context;
  switch (action.actionType) {
    case 'sanity.action.document.create':
      return create(staging, action, index);
    case 'sanity.action.document.edit':
      return edit(staging, action, index);
    case 'sanity.action.document.publish':
      return publish(staging, action, index);
    case 'sanity.action.document.unpublish':
      return unpublish(staging, action, index);
    case 'sanity.action.document.delete':
      return remove(staging, action, index);
    case 'sanity.action.document.discard':
      return discard(staging, action.draftId, index);
    case 'sanity.action.document.replaceDraft':
      return replaceDraft(staging, action, index);
    case 'sanity.action.document.version.create':
      return createVersion(staging, action, index);
    case 'sanity.action.document.version.discard':
      return discard(staging, action.versionId, index);
    case 'sanity.action.document.version.replace':
      existing(staging, action.document._id, index);
      return createOrReplace(staging, editable(action.document, index));
    case 'sanity.action.document.version.unpublish':
      return unpublishVersion(staging, action, index);
    default:
      return applyReleaseAction(staging, action, context);
  }
}

type Of<Name extends string> = Extract<Action, { actionType: `sanity.action.document.${Name}` }>;

function create(staging: Staging, action: Of<'create'>, index: number) {
  const document = editable(action.attributes, index);
  if (staging.get(action.publishedId))
    throw refused(
      index,
      'documentAlreadyExistsError',
      action.publishedId,
      `Document "${action.publishedId}" is already published`,
    );
  return action.ifExists === 'ignore'
    ? createIfMissing(staging, document)
    : createDocument(staging, document, index);
}

function edit(staging: Staging, action: Of<'edit'>, index: number) {
  editable({ _id: action.draftId }, index);
  belongsTo(action.draftId, action.publishedId, index);
  if (!staging.get(action.draftId)) {
    const published = existing(staging, action.publishedId, index);
    createDocument(staging, copyOf(published, action.draftId), index);
  }
  return patchDocument(staging, action.draftId, action.patch, index);
}

function publish(staging: Staging, action: Of<'publish'>, index: number) {
  belongsTo(action.draftId, action.publishedId, index);
  const draft = existing(staging, action.draftId, index);
  const published = staging.get(action.publishedId);
  checkRevision(draft, action.draftId, action.ifDraftRevisionId, index);
  checkRevision(published, action.publishedId, action.ifPublishedRevisionId, index);
  createOrReplace(staging, {
    ...strengthenReferences(copyOf(draft, action.publishedId)),
    _createdAt: published?._createdAt ?? draft._createdAt,
  });
  deleteDocument(staging, action.draftId);
}

function unpublish(staging: Staging, action: Of<'unpublish'>, index: number) {
  belongsTo(action.draftId, action.publishedId, index);
  const published = existing(staging, action.publishedId, index);
  createIfMissing(staging, copyOf(published, action.draftId));
  deleteDocument(staging, action.publishedId);
}

function remove(staging: Staging, action: Of<'delete'>, index: number) {
  for (const id of action.includeDrafts) belongsTo(id, action.publishedId, index);
  const draft = `drafts.${action.publishedId}`;
  if (staging.get(draft) && !action.includeDrafts.includes(draft))
    throw refused(
      index,
      'draftExistsError',
      draft,
      `Document "${action.publishedId}" has a draft that is not part of the deletion`,
    );
  const deleted = [action.publishedId, ...action.includeDrafts].flatMap((id) => deleteDocument(staging, id));
  if (deleted.length === 0) existing(staging, action.publishedId, index);
}

function discard(staging: Staging, id: string, index: number) {
  editable({ _id: id }, index);
  existing(staging, id, index);
  deleteDocument(staging, id);
}

function replaceDraft(staging: Staging, action: Of<'replaceDraft'>, index: number) {
  const document = editable(action.attributes, index);
  belongsTo(document._id, action.publishedId, index);
  if (!staging.get(document._id)) existing(staging, action.publishedId, index);
  return createOrReplace(staging, document);
}

function createVersion(staging: Staging, action: Of<'version.create'>, index: number) {
  if (action.document) {
    if (action.publishedId) belongsTo(action.document._id, action.publishedId, index);
    return createDocument(staging, editable(action.document, index), index);
  }
  const { baseId, versionId } = action;
  if (!baseId || !versionId)
    throw refused(
      index,
      'invalidActionError',
      versionId ?? '',
      'Creating a version needs a document, or baseId and versionId',
    );
  const base = existing(staging, baseId, index);
  checkRevision(base, baseId, action.ifBaseRevisionId, index);
  belongsTo(versionId, action.publishedId ?? publishedId(baseId), index);
  return createDocument(staging, editable(copyOf(base, versionId), index), index);
}

/** Makes the version of a release the wish that publishing the release shall unpublish the document. */
function unpublishVersion(staging: Staging, action: Of<'version.unpublish'>, index: number) {
  const { versionId, publishedId: id } = action;
  belongsTo(editable({ _id: versionId }, index)._id, id, index);
  const base = staging.get(versionId) ?? existing(staging, id, index);
  createOrReplace(staging, { ...copyOf(base, versionId), _system: { delete: true } });
}

/** Actions write drafts and versions only; what is published changes by publishing. */
function editable<T extends { _id: string }>(document: T, index: number): T {
  if (isDraft(document._id) || isVersion(document._id)) return document;
  throw refused(
    index,
    'invalidActionError',
    document._id,
    `"${document._id}" is not the id of a draft or version`,
  );
}

function belongsTo(id: string, published: string, index: number) {
  if (publishedId(id) !== published || id === published)
    throw refused(index, 'invalidActionError', id, `"${id}" is not a draft or version of "${published}"`);
}

function checkRevision(
  document: SanityDocument | null,
  id: string,
  expected: string | undefined,
  index: number,
) {
  if (expected === undefined || document?._rev === expected) return;
  const current = document?._rev ?? null;
  throw mutationError(
    409,
    {
      type: 'documentRevisionIDDoesNotMatchError',
      id,
      currentRevisionID: current,
      expectedRevisionID: expected,
      description: `document "${id}" has unexpected revision ID ("${current}"), expected "${expected}"`,
    },
    index,
  );
}

function refused(index: number, type: string, id: string, description: string) {
  return mutationError(409, { type, id, description }, index);
}
