import {
  copyDocument,
  deleteDocument,
  existing,
  patchDocument,
  strengthenReferences,
  writeDocument,
} from '../mutations/apply.ts';
import { applyReleaseAction, type LastState } from '../releases/apply.ts';
import { rebase, shareBase } from '../releases/rebase.ts';
import { draftId, isDraft, isPublished, isVersion, publishedId } from '../store/document.ts';
import { mutationError, requireRevision } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { Action } from './schema.ts';

export function applyAction(staging: Staging, action: Action, lastState: LastState) {
  switch (action.actionType) {
    case 'sanity.action.document.create':
      return create(staging, action);
    case 'sanity.action.document.edit':
      return edit(staging, action);
    case 'sanity.action.document.publish':
      return publish(staging, action);
    case 'sanity.action.document.unpublish':
      return unpublish(staging, action);
    case 'sanity.action.document.delete':
      return remove(staging, action);
    case 'sanity.action.document.discard':
      return discard(staging, action.draftId);
    case 'sanity.action.document.replaceDraft':
      return replaceDraft(staging, action);
    case 'sanity.action.document.version.create':
      return createVersion(staging, action);
    case 'sanity.action.document.version.discard':
      return discard(staging, action.versionId);
    case 'sanity.action.document.version.replace':
      existing(staging, action.document._id);
      return writeDocument(staging, 'createOrReplace', editable(action.document));
    case 'sanity.action.document.version.unpublish':
      return unpublishVersion(staging, action);
    default:
      return applyReleaseAction(staging, action, lastState);
  }
}

type Of<Name extends string> = Extract<Action, { actionType: `sanity.action.document.${Name}` }>;

function create(staging: Staging, { publishedId: id, attributes, ifExists }: Of<'create'>) {
  const document = editable(attributes);
  if (staging.get(id))
    throw actionError('documentAlreadyExistsError', id, `Document "${id}" is already published`);
  return writeDocument(staging, ifExists === 'ignore' ? 'createIfNotExists' : 'create', document);
}

function edit(staging: Staging, action: Of<'edit'>) {
  editable({ _id: action.draftId });
  belongsTo(action.draftId, action.publishedId);
  if (!staging.get(action.draftId)) {
    const published = existing(staging, action.publishedId);
    writeDocument(staging, 'create', copyDocument(published, action.draftId));
  }
  return patchDocument(staging, action.draftId, action.patch);
}

function publish(staging: Staging, action: Of<'publish'>) {
  belongsTo(action.draftId, action.publishedId);
  const draft = existing(staging, action.draftId);
  const published = staging.get(action.publishedId);
  requireRevision(action.draftId, draft._rev, action.ifDraftRevisionId);
  requireRevision(action.publishedId, published?._rev, action.ifPublishedRevisionId);
  // An import may have published a newer state without rebasing the draft on it.
  rebase(staging, action.draftId);
  const merged = existing(staging, action.draftId);
  writeDocument(staging, 'createOrReplace', {
    ...strengthenReferences(copyDocument(merged, action.publishedId)),
    _createdAt: published?._createdAt ?? draft._createdAt,
  });
  deleteDocument(staging, action.draftId);
}

function unpublish(staging: Staging, action: Of<'unpublish'>) {
  belongsTo(action.draftId, action.publishedId);
  const published = existing(staging, action.publishedId);
  writeDocument(staging, 'createIfNotExists', copyDocument(published, action.draftId));
  deleteDocument(staging, action.publishedId);
}

function remove(staging: Staging, { publishedId: id, includeDrafts }: Of<'delete'>) {
  for (const one of includeDrafts) belongsTo(one, id);
  const draft = draftId(id);
  if (staging.get(draft) && !includeDrafts.includes(draft))
    throw actionError(
      'draftExistsError',
      draft,
      `Document "${id}" has a draft that is not part of the deletion`,
    );
  const deleted = [id, ...includeDrafts].flatMap((one) => deleteDocument(staging, one));
  if (deleted.length === 0) existing(staging, id);
}

function discard(staging: Staging, id: string) {
  editable({ _id: id });
  existing(staging, id);
  deleteDocument(staging, id);
}

function replaceDraft(staging: Staging, action: Of<'replaceDraft'>) {
  const document = editable(action.attributes);
  belongsTo(document._id, action.publishedId);
  if (!staging.get(document._id)) existing(staging, action.publishedId);
  return writeDocument(staging, 'createOrReplace', document);
}

function createVersion(staging: Staging, action: Of<'version.create'>) {
  if (action.document) {
    if (action.publishedId) belongsTo(action.document._id, action.publishedId);
    return writeDocument(staging, 'create', editable(action.document));
  }
  const { baseId, versionId } = action;
  if (!baseId || !versionId)
    throw actionError('invalidActionError', versionId ?? '', 'Send a document, or baseId and versionId');
  const base = existing(staging, baseId);
  requireRevision(baseId, base._rev, action.ifBaseRevisionId);
  belongsTo(versionId, action.publishedId ?? publishedId(baseId));
  if (!isPublished(baseId)) shareBase(staging, base, versionId);
  return writeDocument(staging, 'create', editable(copyDocument(base, versionId)));
}

/** Marks a version so that publishing its release unpublishes the document. */
function unpublishVersion(staging: Staging, action: Of<'version.unpublish'>) {
  const { versionId, publishedId: id } = action;
  belongsTo(editable({ _id: versionId })._id, id);
  const base = staging.get(versionId) ?? existing(staging, id);
  writeDocument(staging, 'createOrReplace', { ...copyDocument(base, versionId), _system: { delete: true } });
}

/** Throws 409 for a published document. Actions edit drafts and versions only. */
function editable<T extends { _id: string }>(document: T): T {
  const { _id: id } = document;
  if (isDraft(id) || isVersion(id)) return document;
  throw actionError('invalidActionError', id, `"${id}" is not the id of a draft or version`);
}

function belongsTo(id: string, published: string) {
  if (publishedId(id) !== published || id === published)
    throw actionError('invalidActionError', id, `"${id}" is not a draft or version of "${published}"`);
}

function actionError(type: string, id: string, description: string) {
  return mutationError(409, type, id, description);
}
