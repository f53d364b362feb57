import { z } from 'zod';
import { patchOperations, purge, transactionId } from '../mutations/schema.ts';
import { metadataSchema, releaseDocument, releaseIdSchema as releaseId } from '../releases/release.ts';

const id = z.string().min(1);
const revision = z.string().optional();
const documentWithId = z.looseObject({ _id: id, _type: z.string().min(1) });

const named = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ actionType: z.literal(`sanity.action.${name}`), ...shape });

const action = z.discriminatedUnion('actionType', [
  named('document.create', {
    publishedId: id,
    attributes: documentWithId,
    ifExists: z.enum(['fail', 'ignore']).default('fail'),
  }),
  named('document.edit', { draftId: id, publishedId: id, patch: patchOperations }),
  named('document.publish', {
    draftId: id,
    publishedId: id,
    ifDraftRevisionId: revision,
    ifPublishedRevisionId: revision,
  }),
  named('document.unpublish', { draftId: id, publishedId: id }),
  named('document.delete', { publishedId: id, includeDrafts: z.array(id).default([]), purge }),
  named('document.discard', { draftId: id, purge }),
  named('document.replaceDraft', { publishedId: id, attributes: documentWithId }),
  named('document.version.create', {
    publishedId: id.optional(),
    document: documentWithId.optional(),
    baseId: id.optional(),
    versionId: id.optional(),
    ifBaseRevisionId: revision,
  }),
  named('document.version.discard', { versionId: id, purge }),
  named('document.version.replace', { document: documentWithId }),
  named('document.version.unpublish', { versionId: id, publishedId: id }),
  named('release.create', { releaseId, metadata: metadataSchema.default({ releaseType: 'undecided' }) }),
  named('release.edit', { releaseId, patch: patchOperations }),
  named('release.schedule', {
    releaseId,
    publishAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
      .transform((time) => new Date(time).toISOString()),
  }),
  named('release.publish', { releaseId }),
  named('release.unschedule', { releaseId }),
  named('release.archive', { releaseId }),
  named('release.unarchive', { releaseId }),
  named('release.delete', { releaseId }),
  // Sanity's importer sends `attributes`. Its client allows `document` too.
  named('release.import', {
    releaseId,
    attributes: releaseDocument.optional(),
    document: releaseDocument.optional(),
    ifExists: z.enum(['fail', 'ignore', 'replace']).default('fail'),
  }),
]);
export type Action = z.infer<typeof action>;

export const actionsBody = z.strictObject({
  actions: z.union([z.array(action).max(10_000), action.transform((one) => [one])]),
  transactionId: transactionId.optional(),
  dryRun: z.boolean().optional(),
  skipCrossDatasetReferenceValidation: z.boolean().optional(),
});
