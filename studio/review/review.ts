import type { SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import type { CurrentUser } from 'sanity';
import { z } from 'zod';
import { may, roles } from '#roles';
import { titleExpression } from '#schemas/document-title.ts';

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
  /** Path of the field that the note is about. */
  field: z.string().nullish(),
  /** Who should answer: a user id or, for a role, `role:` and its name. `toName` is the readable name. */
  to: z.string().nullish(),
  toName: z.string().nullish(),
  /** The approved revision of a draft or version. */
  revision: z.string().nullish(),
});
export type Entry = z.infer<typeof entrySchema>;

export const reviewSchema = z.object({
  entries: z.array(entrySchema).nullish(),
  /** Types that need an approval by somebody else. */
  types: z.array(z.string()).nullish(),
});

/** The dot hides reviews from readers without a session. */
const reviewId = (id: string) => `review.${getPublishedId(id)}`;

export function reviewQuery(id: string) {
  const review = JSON.stringify(reviewId(id));
  return {
    listen: `*[_id in [${review}, "approvalRules"]]`,
    fetch: `{"entries": *[_id == ${review}][0].entries, "types": *[_id == "approvalRules"][0].types}`,
  };
}

export const openReviewsSchema = z.array(
  z.object({
    document: z.string(),
    documentType: z.string(),
    last: entrySchema,
    latest: z.looseObject({ _id: z.string(), _type: z.string() }),
  }),
);

/** The last note of each open review. Reviews of deleted documents are left out. */
export const openReviewsQuery = `*[_type == "review" && entries[-1].kind == "note"] | order(_updatedAt desc)[0...100]{
    document, documentType, "last": entries[-1],
    "latest": coalesce(*[_id == "drafts." + ^.document][0], *[_id == ^.document][0]){_id, _type, _updatedAt, "title": ${titleExpression}}
  }[defined(latest)]`;

/** Adds an entry in one step, because colleagues may do so at the same time. */
export function addEntry(
  client: SanityClient,
  { id, type }: { id: string; type: string },
  entry: Omit<Entry, '_key' | 'at'>,
) {
  const _id = reviewId(id);
  const document = getPublishedId(id);
  const stored = { ...entry, _key: crypto.randomUUID(), at: new Date().toISOString() };
  return client
    .transaction()
    .createIfNotExists({ _id, _type: 'review', document, documentType: type, entries: [] })
    .patch(_id, (patch) => patch.append('entries', [stored]))
    .commit();
}

/** Returns whether people with these roles may write documents of the type, and so can be asked about them. */
export const mayReview = (names: string[], type: string) =>
  may(names, 'editContent') || (type === 'jobOpening' && may(names, 'editOpenings'));

export const rolesFor = (type: string) =>
  Object.entries(roles).flatMap(([role, { people }]) =>
    mayReview([role], type) ? [{ id: `role:${role}`, name: `any of the ${people}` }] : [],
  );

/** Returns whether a note waits for the user. Their own note does not, even if it asks their role. */
export const waitsFor = (user: CurrentUser | null, { kind, by, to }: Entry) =>
  kind === 'note' &&
  by !== user?.id &&
  (to === user?.id || (user?.roles ?? []).some(({ name }) => to === `role:${name}`));

/** Returns whether somebody other than the user approved this revision. */
export const isApproved = (entries: Entry[], revision: string | undefined, userId?: string) =>
  entries.some((entry) => entry.kind === 'approve' && entry.revision === revision && entry.by !== userId);
