import { z } from 'zod';
import { patchOperations, purge, transactionId } from '../mutations/schema.ts';
import { releaseActions } from '../releases/apply.ts';

const id = z.string().min(1);
const revision = z.string().optional();
const documentWithId = z.looseObject({ _id: id, _type: z.string().min(1) });

const named = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ actionType: z.literal(`sanity.action.document.${name}`), ...shape });

const action = z.discriminatedUnion('actionType', [
  named('create', {
    publishedId: id,
    attributes: documentWithId,
    ifExists: z.enum(['fail', 'ignore']).default('fail'),
  }),
  named('edit', { draftId: id, publishedId: id, patch: patchOperations }),
  named('publish', {
    draftId: id,
    publishedId: id,
    ifDraftRevisionId: revision,
    ifPublishedRevisionId: revision,
  }),
  named('unpublish', { draftId: id, publishedId: id }),
  named('delete', { publishedId: id, includeDrafts: z.array(id).default([]), purge }),
  named('discard', { draftId: id, purge }),
  named('replaceDraft', { publishedId: id, attributes: documentWithId }),
  named('version.create', {
    publishedId: id.optional(),
    document: documentWithId.optional(),
    baseId: id.optional(),
    versionId: id.optional(),
    ifBaseRevisionId: revision,
  }),
  named('version.discard', { versionId: id, purge }),
  named('version.replace', { document: documentWithId }),
  named('version.unpublish', { versionId: id, publishedId: id }),
  ...releaseActions,
]);
export type Action = z.infer<typeof action>;

export const actionsBody = z.strictObject({
  actions: z.union([z.array(action).max(10_000), action.transform((one) => [one])]),
  transactionId: transactionId.optional(),
  dryRun: z.boolean().optional(),
  skipCrossDatasetReferenceValidation: z.boolean().optional(),
});
