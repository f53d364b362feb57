import { isSame } from '../merge.ts';
import { strengthenReferences } from '../mutations/apply.ts';
import { propertyOf } from '../property.ts';
import { isPublished, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { insufficientPermissions, mayManage } from './permissions.ts';
import type { SignedIn } from './principal.ts';

/** Id and type of the document whose `types` lists the document types that need an approval before publishing. */
const rulesId = 'approvalRules';
/** Type of reviews. The review of a document has the id `review.<id of the document>` and signed `entries`. */
const reviewType = 'review';

/** Programs with an administrator's API token, such as the importer, run on the server and need no approval. */
const isOperator = (author: SignedIn) => author.kind === 'robot' && mayManage(author);

/**
 * Throws 403 for a change of a review that would forge an entry, for approval rules by a role other than administrator,
 * and for publishing without an approval.
 */
export function requireApprovals(author: SignedIn, changes: DocumentChange[], staging: Staging) {
  if (isOperator(author)) return;
  for (const change of changes) {
    if (change.before?._type === reviewType || change.after?._type === reviewType)
      requireSignedEntries(author, change);
    if (change.id === rulesId && !mayManage(author)) throw insufficientPermissions('manage', rulesId);
  }
  requireApproved(author.id, changes, staging);
}

/** Entries are added and never changed, and each new entry has the id and name of the request's author. */
function requireSignedEntries(author: SignedIn, { id, before, after }: DocumentChange) {
  const [known, entries] = [entriesOf(before), entriesOf(after)];
  const isSigned =
    after?._type === reviewType &&
    id === `${reviewType}.${after.document}` &&
    (!before || before.documentType === after.documentType) &&
    known.every((entry, index) => isSame(entry, entries[index])) &&
    entries.slice(known.length).every((entry) => isSignedBy(author, entry));
  if (isSigned) return;
  const reason = `Entries of "${id}" cannot be changed or deleted. New ones need your own "by" and "name".`;
  throw mutationError(403, 'reviewEntryError', id, reason);
}

/** Assistants write notes only: they neither approve nor close. */
const isSignedBy = ({ kind, id, name }: SignedIn, entry: unknown) =>
  propertyOf(entry, 'by') === id &&
  propertyOf(entry, 'name') === name &&
  (kind !== 'assistant' || propertyOf(entry, 'kind') === 'note');

/** Throws 403 if a document's type needs an approval, and nobody but `author` approved the exact text. */
export function requireApproved(author: string, changes: DocumentChange[], staging: Staging) {
  const published = changes.filter(({ id, after }) => after && isPublished(id) && !id.startsWith('_.'));
  const types = published.length > 0 ? propertyOf(staging.get(rulesId), 'types') : [];
  if (!Array.isArray(types) || types.length === 0) return;
  for (const { id, before, after } of published) {
    if (!after || ![before?._type, after._type].some((type) => types.includes(type))) continue;
    if (isSame(contentOf(before), contentOf(after))) continue;
    const review = staging.get(`${reviewType}.${id}`);
    const approved = entriesOf(review)
      .filter((entry) => propertyOf(entry, 'kind') === 'approve' && propertyOf(entry, 'by') !== author)
      .map((entry) => propertyOf(entry, 'revision'));
    const isApproved = changes.some(
      (one) =>
        one.before &&
        one.id !== id &&
        publishedId(one.id) === id &&
        approved.includes(one.before._rev) &&
        isSame(contentOf(one.before), contentOf(after)),
    );
    if (isApproved && review?.documentType === after._type) continue;
    const reason = `Somebody else must approve "${id}" before it is published`;
    throw mutationError(403, 'approvalRequiredError', id, reason);
  }
}

function entriesOf(review: SanityDocument | null): unknown[] {
  return Array.isArray(review?.entries) ? review.entries : [];
}

/** Returns the fields that publishing copies. */
function contentOf(document: SanityDocument | null) {
  if (!document) return null;
  const { _id, _rev, _createdAt, _updatedAt, _system, ...fields } = document;
  return strengthenReferences(fields);
}
