import { z } from 'zod';
import { patchOperations } from '../mutations/schema.ts';
import { metadataSchema, releaseIdSchema } from './release.ts';

const releaseId = releaseIdSchema;
const simple = <Name extends string>(name: Name) =>
  z.object({ actionType: z.literal(`sanity.action.release.${name}`), releaseId });

/** The actions on releases, in Sanity's form. */
export const releaseActions = [
  z.object({
    actionType: z.literal('sanity.action.release.create'),
    releaseId,
    metadata: metadataSchema.default({ releaseType: 'undecided' }),
  }),
  z.object({ actionType: z.literal('sanity.action.release.edit'), releaseId, patch: patchOperations }),
  z.object({
    actionType: z.literal('sanity.action.release.schedule'),
    releaseId,
    publishAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
      .transform((time) => new Date(time).toISOString()),
  }),
  simple('publish'),
  simple('unschedule'),
  simple('archive'),
  simple('unarchive'),
  simple('delete'),
] as const;

export type ReleaseAction = z.infer<(typeof releaseActions)[number]>;
