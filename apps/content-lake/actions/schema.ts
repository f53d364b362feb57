import { z } from 'zod';
import { patchOperations, transactionId } from '../mutations/schema.ts';
import { releaseActions } from '../releases/apply.ts';

const id = z.string().min(1);
const revision = z.string().optional();
const documentWithId = z.looseObject({ _id: id, _type: z.string().min(1) });
// Deleting the history along with a document is something this lake never does, so asking for it is refused.
const purge = z.literal(false, { error: 'purging the history is not supported' }).optional();

const action = z.discriminatedUnion('actionType', [
  z.object({
    actionType: z.literal('sanity.action.document.create'),
    publishedId: id,
    attributes: documentWithId,
    ifExists: z.enum(['fail', 'ignore']).default('fail'),
  }),
  z.object({
    actionType: z.literal('sanity.action.document.edit'),
    draftId: id,
    publishedId: id,
    patch: patchOperations,
  }),
  z.object({
    actionType: z.literal('sanity.action.document.publish'),
    draftId: id,
    publishedId: id,
    ifDraftRevisionId: revision,
    ifPublishedRevisionId: revision,
  }),
  z.object({ actionType: z.literal('sanity.action.document.unpublish'), draftId: id, publishedId: id }),
  z.object({
    actionType: z.literal('sanity.action.document.delete'),
    publishedId: id,
    includeDrafts: z.array(id).default([]),
    purge,
  }),
  z.object({ actionType: z.literal('sanity.action.document.discard'), draftId: id, purge }),
  z.object({
    actionType: z.literal('sanity.action.document.replaceDraft'),
    publishedId: id,
    attributes: documentWithId,
  }),
  z.object({
    actionType: z.literal('sanity.action.document.version.create'),
    publishedId: id.optional(),
    document: documentWithId.optional(),
    baseId: id.optional(),
    versionId: id.optional(),
    ifBaseRevisionId: revision,
  }),
  z.object({ actionType: z.literal('sanity.action.document.version.discard'), versionId: id, purge }),
  z.object({ actionType: z.literal('sanity.action.document.version.replace'), document: documentWithId }),
  z.object({
    actionType: z.literal('sanity.action.document.version.unpublish'),
    versionId: id,
    publishedId: id,
  }),
  ...releaseActions,
]);
export type Action = z.infer<typeof action>;

export const actionsBody = z.object({
  actions: z.union([z.array(action).max(1000), action.transform((one) => [one])]),
  transactionId: transactionId.optional(),
  dryRun: z.boolean().optional(),
  skipCrossDatasetReferenceValidation: z.boolean().optional(),
});
