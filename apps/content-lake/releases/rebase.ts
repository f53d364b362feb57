import { studioPath } from '@sanity/client/csm';
import { type Conflict, isSame, merge } from '../merge.ts';
import { writeDocument } from '../mutations/apply.ts';
import { readProperty } from '../property.ts';
import {
  type Base,
  draftId,
  isDraft,
  isPublished,
  isUnpublishing,
  isVersion,
  publishedId,
  type SanityDocument,
} from '../store/document.ts';
import type { Staging } from '../store/staging.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { changeRelease, findRelease, findVersions, type Release, releaseError } from './release.ts';

/** Number of conflicts that are listed for one document. */
const maxNamedPaths = 20;

/**
 * Rebases drafts and versions. Publishing a draft or version replaces the whole document, so the draft or version must
 * contain everything that was published since it was made. Merges three states: the published document it was made from
 * (the base), the draft or version, and the new published document. A conflict pauses a release; a draft keeps its own
 * text.
 */
export function rebaseDraftsAndVersions(changes: DocumentChange[], staging: Staging) {
  // A copied draft or version already has the base of its original.
  const rebased = new Set(staging.bases.keys());
  const written = recordBases(changes, staging, (id) => staging.get(publishedId(id)));
  const published = changes.filter(({ id }) => isPublished(id) && !id.startsWith('_.'));
  const before = new Map(published.map((change) => [change.id, change.before]));
  const versions = before.size > 0 ? staging.idsFrom('versions.') : [];
  const drafts = [...before.keys()].map(draftId);
  for (const id of [...drafts, ...versions])
    if (before.has(publishedId(id)) && !written.has(id)) rebased.add(id);
  for (const id of rebased) rebase(staging, id, before.get(publishedId(id)));
  recordConflicts(staging, [...changes.map(({ id }) => id), ...rebased].filter(isVersion), rebased);
}

/** Clears the bases of imported drafts and versions, as it is unknown what they were made from. */
export function clearBases(changes: DocumentChange[], staging: Staging) {
  recordBases(changes, staging, () => null);
}

/** Throws 409 if versions of a release conflict with published documents. */
export function requireNoConflicts(staging: Staging, release: Release) {
  const conflicts = conflictsIn(staging, release);
  if (conflicts.length > 0) throw releaseError(release._id, describeConflicts(conflicts));
}

/** Rebases a draft or version. `before` is the published document before this transaction, if it changed. */
export function rebase(staging: Staging, id: string, before: SanityDocument | null = null) {
  const document = staging.get(id);
  if (!document) return;
  const published = staging.get(publishedId(id));
  const base = staging.findBase(id) ?? before ?? published;
  if (!published) staging.bases.set(id, isVersion(id) ? base : null);
  if (!published || !base) return;
  const {
    value,
    base: next,
    conflicts,
  } = merge(pickContent(base), pickContent(document), pickContent(published));
  if (!isSame(value, pickContent(document)))
    writeDocument(staging, 'createOrReplace', { ...value, _id: id, _createdAt: document._createdAt });
  // While a conflict is unresolved, the base keeps its old revision, so that the Studio finds what was published since.
  const { _rev, _updatedAt } = conflicts.length > 0 && base._rev ? base : published;
  staging.bases.set(id, { ...next, _rev, _updatedAt });
}

/** Gives a copy of a draft or version the base of its original. */
export function shareBase(staging: Staging, original: SanityDocument, copyId: string) {
  const published = staging.get(publishedId(original._id));
  const base = staging.findBase(original._id) ?? published ?? pickContent(original);
  for (const id of [original._id, copyId]) staging.bases.set(id, base);
}

/** Records the bases of drafts and versions that were written as a whole, and returns their ids. */
function recordBases(
  changes: DocumentChange[],
  staging: Staging,
  findBase: (id: string) => SanityDocument | null,
): Set<string> {
  const changed = changes.filter(({ id }) => isDraft(id) || isVersion(id));
  const written = new Set(changed.filter(isWrittenWhole).map(({ id }) => id));
  for (const { id, after } of changed) {
    // Retains the base of an archived version, which may be restored.
    const isGone = !after && !(isVersion(id) && findRelease(staging, id)?.state === 'archived');
    if (isGone) staging.bases.set(id, null);
    else if (written.has(id) && !staging.bases.has(id)) staging.bases.set(id, findBase(id));
  }
  return written;
}

function isWrittenWhole({ after, mutations }: DocumentChange): boolean {
  const isPart = (one: unknown) => Boolean(readProperty(one, 'patch') ?? readProperty(one, 'delete'));
  return after !== null && !mutations.every(isPart);
}

function findConflicts(staging: Staging, version: SanityDocument): Conflict[] {
  const base = staging.findBase(version._id);
  const published = staging.get(publishedId(version._id));
  if (!base || isUnpublishing(version)) return [];
  if (published) return merge(pickContent(base), pickContent(version), pickContent(published)).conflicts;
  return base._rev ? [{ path: [], base, mine: version, theirs: undefined }] : [];
}

function conflictsIn(staging: Staging, release: Release) {
  return findVersions(staging, release.name).flatMap((version) => {
    const id = publishedId(version._id);
    const paths = findConflicts(staging, version).map(({ path }) => studioPath.toString(path));
    return paths.length > 0 ? [{ _key: id, id, paths: paths.slice(0, maxNamedPaths) }] : [];
  });
}

const describeConflicts = (conflicts: ReturnType<typeof conflictsIn>) =>
  conflicts
    .map(({ id, paths: [first, ...others] }) =>
      first
        ? `"${id}" was published with another ${[first, ...others].join(', ')} in the meantime. Decide which to keep.`
        : `"${id}" was unpublished or deleted in the meantime. Publish it again first, or remove it from the release.`,
    )
    .join(' ');

/** Pauses releases with conflicts, and clears the error of releases whose conflicts are resolved. */
function recordConflicts(staging: Staging, versionIds: string[], rebased: Set<string>) {
  for (const ids of Map.groupBy(versionIds, (id) => id.split('.')[1]).values()) {
    const release = findRelease(staging, ids[0] ?? '');
    if (release?.state !== 'active' && release?.state !== 'scheduled') continue;
    const { error: known, publishAt, metadata } = release;
    if (!known?.conflicts && !ids.some((id) => rebased.has(id))) continue;
    const conflicts = conflictsIn(staging, release);
    const error = conflicts.length > 0 ? { message: describeConflicts(conflicts), conflicts } : undefined;
    if (!error && !known?.conflicts) continue;
    if (isSame(error, known)) continue;
    changeRelease(staging, release, {
      error,
      ...(error && publishAt
        ? { state: 'active', publishAt: undefined, metadata: { ...metadata, intendedPublishAt: publishAt } }
        : {}),
    });
  }
}

/** Removes the fields that differ between copies of the same content. */
function pickContent({ _type, ...fields }: Base): Base {
  const own = new Set(['_id', '_rev', '_createdAt', '_updatedAt']);
  return { _type, ...Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name))) };
}
