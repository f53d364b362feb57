import { z } from 'zod';
import { copyDocument, writeDocument } from '../mutations/apply.ts';
import { isVersion, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { DocumentChange } from '../store/transaction.ts';

const states = ['active', 'scheduled', 'published', 'archived'] as const;
type ReleaseState = (typeof states)[number];

export const metadataSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  intendedPublishAt: z.string().optional(),
  releaseType: z.enum(['asap', 'scheduled', 'undecided']).default('undecided'),
});

/** The reason why a release is paused or could not be published. */
const errorSchema = z.looseObject({
  message: z.string(),
  /** Published documents, and the paths at which they conflict with the release's versions. */
  conflicts: z.array(z.looseObject({ id: z.string(), paths: z.array(z.string()) })).optional(),
});

const releaseSchema = z.looseObject({
  name: z.string(),
  state: z.enum(states),
  metadata: metadataSchema,
  publishAt: z.string().optional(),
  finalDocumentStates: z.array(z.looseObject({ id: z.string() })).optional(),
  error: errorSchema.optional().catch(undefined),
});

export const releaseDocument = releaseSchema.extend({ _id: z.string(), _type: z.literal('system.release') });

/** Hosted Sanity has further states for operations in progress. */
export type Release = SanityDocument & z.infer<typeof releaseSchema>;

const reservedIds = ['drafts', 'published', 'previewDrafts', 'raw'];

export const releaseIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'a release id is 1 to 64 letters, digits, "-" and "_"')
  .refine((id) => !reservedIds.includes(id), 'this is the name of a perspective');

export const releaseDocumentId = (releaseId: string): string => `_.releases.${releaseId}`;

export const isReleaseId = (id: string): boolean => id.startsWith(releaseDocumentId(''));

export const versionPrefix = (releaseId: string): string => `versions.${releaseId}.`;

export function asRelease(document: SanityDocument | null): Release | null {
  if (document?._type !== 'system.release') return null;
  const parsed = releaseSchema.safeParse(document);
  return parsed.success ? { ...document, ...parsed.data } : null;
}

/** Returns an imported release. A release whose time has passed becomes active, as an import must not publish. */
export function importedRelease(release: z.infer<typeof releaseDocument>): typeof release {
  const { publishAt, ...rest } = release;
  const isDue = release.state === 'scheduled' && !(Date.parse(publishAt ?? '') > Date.now());
  return isDue ? { ...rest, state: 'active' } : release;
}

/** Returns the release of a version, or null if it does not exist. */
export const findRelease = (staging: Staging, versionId: string): Release | null =>
  asRelease(staging.get(releaseDocumentId(versionId.split('.')[1] ?? '')));

/** Returns a release. Throws 404 if it is missing, 409 if its state is not allowed. */
export function requireRelease(
  staging: Staging,
  releaseId: string,
  allowed: readonly ReleaseState[],
  action: string,
): Release {
  const id = releaseDocumentId(releaseId);
  const release = asRelease(staging.get(id));
  if (!release)
    throw mutationError(404, 'documentNotFoundError', id, `The release "${releaseId}" was not found`);
  if (!allowed.includes(release.state))
    throw releaseError(
      id,
      `The release "${releaseId}" is ${release.state}. Only releases that are ${allowed.join(' or ')} allow ${action}.`,
    );
  return release;
}

export function findVersions(staging: Staging, releaseId: string): SanityDocument[] {
  return staging.idsFrom(versionPrefix(releaseId)).flatMap((id) => staging.get(id) ?? []);
}

/** Changes fields of a release. The value undefined removes a field. */
export function changeRelease(staging: Staging, release: Release, change: Record<string, unknown>) {
  const changed = Object.entries({ ...copyDocument(release, release._id), ...change });
  writeDocument(staging, 'createOrReplace', {
    ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    _id: release._id,
    _type: release._type,
    _createdAt: release._createdAt,
  });
}

export function releaseError(id: string, description: string) {
  return mutationError(409, 'releaseActionError', id, description);
}

/** Throws 409 for changes to versions whose release is not active. Versions without a release can be changed. */
export function requireUnlockedVersions(changes: DocumentChange[], staging: Staging) {
  for (const { id, after } of changes) {
    // Publishing or archiving a release deletes its versions.
    if (!isVersion(id) || !after) continue;
    const release = findRelease(staging, id);
    if (release && release.state !== 'active')
      throw releaseError(id, `The release "${release.name}" is ${release.state}: its documents are locked`);
  }
}
