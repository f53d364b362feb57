import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { strengthenReferences } from '../mutations/apply.ts';
import { readProperty } from '../property.ts';
import { draftId, isPublished, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { insufficientPermissions, mayManage, mayUse } from './permissions.ts';
import type { CurrentRoles, SignedIn } from './principal.ts';
import type { Role } from './roles.ts';

/** Id of the document whose `types` lists the document types that need an approval before publishing. */
const rulesId = 'approvalRules';

const reviewId = (document: string) => `review.${document}`;

const entrySchema = z.looseObject({
  kind: z.enum(['note', 'approve', 'close']),
  by: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  text: z.string().max(2000),
  /** The approved draft or version, and its `_rev`. One transaction gives all its documents the same `_rev`. */
  versionId: z.string().nullish(),
  revision: z.string().nullish(),
});

const reviewSchema = z.looseObject({
  _type: z.literal('review'),
  document: z.string(),
  documentType: z.string(),
  entries: z.array(entrySchema),
});

/** Programs with an administrator's API token, such as the importer, run on the server and need no approval. */
const isOperator = (author: SignedIn) => author.kind === 'robot' && mayManage(author);

/**
 * Throws 403 for a change of a review that would forge an entry, for approval rules by a role other than administrator,
 * and for publishing without an approval.
 */
export function requireApprovals(
  author: SignedIn,
  changes: DocumentChange[],
  staging: Staging,
  roles: () => CurrentRoles,
) {
  if (isOperator(author)) return;
  for (const change of changes) {
    if (change.before?._type === 'review' || change.after?._type === 'review')
      requireSignedEntries(author, change, staging);
    // A draft or version too: a schedule would publish it later, when nobody is asked for permission.
    if (publishedId(change.id) === rulesId && !mayManage(author))
      throw insufficientPermissions('manage', rulesId);
  }
  requireApproved(author.id, changes, staging, roles);
}

/** Entries are added and never changed, and each new entry has the id and name of the request's author. */
function requireSignedEntries(author: SignedIn, { id, before, after }: DocumentChange, staging: Staging) {
  const { data: review } = reviewSchema.safeParse(after);
  const known = Array.isArray(before?.entries) ? before.entries : [];
  const isSigned =
    review &&
    id === reviewId(review.document) &&
    (before ? before.documentType === review.documentType : matchesType(staging, review)) &&
    isDeepStrictEqual(review.entries.slice(0, known.length), known) &&
    review.entries.slice(known.length).every((entry) => isSignedBy(author, entry));
  if (isSigned) return;
  const reason = `Entries of "${id}" cannot be changed or deleted. New ones need "kind", "at", a "text" of at most 2,000 characters, and your own "by" and "name".`;
  throw mutationError(403, 'reviewEntryError', id, reason);
}

/** Assistants write notes only: they neither approve nor close. */
const isSignedBy = (author: SignedIn, { by, name, kind }: z.infer<typeof entrySchema>) =>
  by === author.id && name === author.name && (author.kind !== 'assistant' || kind === 'note');

/** Returns whether a review names its document's type. Otherwise, a role could block reviews of types it may not write. */
function matchesType(staging: Staging, { document, documentType }: z.infer<typeof reviewSchema>) {
  const isType = (id: string) => staging.get(id)?._type === documentType;
  return (
    [document, draftId(document)].some(isType) ||
    staging.idsFrom('versions.').some((id) => publishedId(id) === document && isType(id))
  );
}

/**
 * Throws 403 if a document's type needs an approval, and nobody but `publisher` approved the exact text. An approval
 * counts only while its author may approve, so not after they have left or changed to another role.
 */
export function requireApproved(
  publisher: string,
  changes: DocumentChange[],
  staging: Staging,
  roles: () => CurrentRoles,
) {
  const published = changes.filter(({ id, after }) => after && isPublished(id));
  const types = published.length > 0 ? readProperty(staging.get(rulesId), 'types') : [];
  if (!Array.isArray(types) || types.length === 0) return;
  for (const { id, before, after } of published) {
    if (!after || ![before?._type, after._type].some((type) => types.includes(type))) continue;
    const isSameText = (document: SanityDocument | null) =>
      document !== null && isDeepStrictEqual(pickContent(document), pickContent(after));
    if (isSameText(before)) continue;
    const stored = staging.get(reviewId(id));
    const { data: review } = reviewSchema.safeParse(stored);
    const entries = review?.documentType === after._type ? review.entries : [];
    const approvals = entries.filter(
      ({ kind, by, versionId, revision }) =>
        kind === 'approve' &&
        by !== publisher &&
        changes.some(
          (change) =>
            publishedId(change.id) === id &&
            versionId === change.id &&
            revision === change.before?._rev &&
            isSameText(change.before),
        ),
    );
    const mayApprove = (role: Role | undefined) => role && stored && mayUse({ role }, 'update', stored);
    if (approvals.some(({ by }) => mayApprove(roles()[by]))) continue;
    const lapsed = approvals.map(({ name }) => `. ${name} approved it, but may no longer do so`)[0] ?? '';
    const reason = `Somebody else must approve "${id}" before it is published${lapsed}`;
    throw mutationError(403, 'approvalRequiredError', id, reason);
  }
}

/** Returns the fields that publishing copies. */
function pickContent({ _id, _rev, _createdAt, _updatedAt, _system, ...fields }: SanityDocument) {
  return strengthenReferences(fields);
}
