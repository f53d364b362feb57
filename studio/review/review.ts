import type { SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { titleExpression } from '#schemas/document-title.ts';
import { type User, userMay } from '#studio/access/roles.ts';

/** The lake accepts only entries in the user's own name, and never changes an entry. */
const entrySchema = z.object({
  _key: z.string(),
  kind: z.enum(['note', 'approve', 'close']),
  /** User id and name of the author. */
  by: z.string(),
  name: z.string(),
  /** ISO 8601. */
  at: z.string(),
  text: z.string(),
  /** The draft, version or published document that the author saw, and its revision. */
  versionId: z.string().nullish(),
  revision: z.string().nullish(),
});
export type Entry = z.infer<typeof entrySchema>;
export const entriesSchema = z.array(entrySchema);

/** The dot hides reviews from readers without a session. */
export const reviewId = (id: string) => `review.${getPublishedId(id)}`;

const listedReview = z.object({
  document: z.string(),
  documentType: z.string(),
  last: entrySchema,
  latest: z.looseObject({ _id: z.string(), _type: z.string() }),
});
export const openReviewsSchema = z.array(listedReview);

/** The last note of each open review. Reviews of deleted documents are left out. */
export const openReviewsQuery = `*[_type == "review" && entries[-1].kind == "note"] | order(_updatedAt desc)[0...100]{
    document, documentType, "last": entries[-1],
    "latest": coalesce(
      *[_id == ^.entries[-1].versionId][0], *[_id == "drafts." + ^.document][0], *[_id == ^.document][0]
    ){_id, _type, _updatedAt, "title": ${titleExpression}}
  }[defined(latest)]`;

export const approvalsSchema = z.array(listedReview.extend({ askedBy: z.array(z.string()) }));

/** The last approvals of drafts and versions that are still as they were approved, with the people who asked. */
export const approvalsQuery = `*[_type == "review" && entries[-1].kind == "approve"] | order(_updatedAt desc)[0...20]{
    document, documentType, "last": entries[-1], "askedBy": entries[kind == "note"].by,
    "latest": *[_id == ^.entries[-1].versionId && _id != ^.document && _rev == ^.entries[-1].revision][0]
      {_id, _type, _updatedAt, "title": ${titleExpression}}
  }[defined(latest)]`;

/** Adds an entry in one step, because colleagues may do so at the same time. */
export function addEntry(client: SanityClient, documentType: string, entry: Omit<Entry, '_key' | 'at'>) {
  const document = getPublishedId(entry.versionId ?? '');
  const _id = reviewId(document);
  const stored = { ...entry, _key: crypto.randomUUID(), at: new Date().toISOString() };
  return client
    .transaction()
    .createIfNotExists({ _id, _type: 'review', document, documentType, entries: [] })
    .patch(_id, (patch) => patch.append('entries', [stored]))
    .commit();
}

/** Returns whether a user may write documents of the type, and so may answer a note about them. */
export const mayReview = (user: User, type: string) =>
  userMay(user, 'editContent') || (type === 'jobOpening' && userMay(user, 'editOpenings'));

/** Returns whether a note on a document of the type waits for a user: for anybody who may answer it, except its author. */
export const waitsFor = (user: (User & { id: string }) | null, type: string, { by }: Entry) =>
  user !== null && mayReview(user, type) && by !== user.id;

/** Returns whether somebody other than the user approved this revision of a draft or version. */
export const isApproved = (entries: Entry[], shown: Pick<Entry, 'versionId' | 'revision'>, userId?: string) =>
  entries.some(
    ({ kind, by, versionId, revision }) =>
      kind === 'approve' && by !== userId && versionId === shown.versionId && revision === shown.revision,
  );
