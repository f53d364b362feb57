import type { SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import type { CurrentUser } from 'sanity';
import { z } from 'zod';
import { may, type RoleName, roles } from '#roles';
import { titleExpression } from '#schemas/document-title.ts';

/** The lake accepts only entries whose `by` is the user's own id, and never changes entries. */
const entrySchema = z.object({
  _key: z.string(),
  kind: z.enum(['note', 'approve', 'close']),
  /** User id. */
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
  text: z.string(),
  /** Path of the field that the note is about. */
  field: z.string().nullish(),
  /** Who is asked to answer: a user id, or `role:` and the name of a role. */
  to: z.string().nullish(),
  /** The approved revision of a draft or version. */
  revision: z.string().nullish(),
});
export type Entry = z.infer<typeof entrySchema>;

export const reviewSchema = z.object({
  entries: z.array(entrySchema).nullish(),
  /** Types that need an approval by somebody else. */
  types: z.array(z.string()).nullish(),
});

/** Query for the review of one document, and for the types that need an approval. */
export const reviewQuery = (id: string) => ({
  listen: `*[_id in [${JSON.stringify(reviewId(id))}, "approvalRules"]]`,
  fetch: `{
    "entries": *[_id == ${JSON.stringify(reviewId(id))}][0].entries,
    "types": *[_id == "approvalRules"][0].types
  }`,
});

/** The last note of each open review. Reviews of deleted documents are left out. */
export const openReviewsQuery = `*[_type == "review" && entries[-1].kind == "note" && defined(entries[-1].to)]
  | order(_updatedAt desc)[0...100]{
    document,
    documentType,
    "last": entries[-1],
    "latest": coalesce(*[_id == "drafts." + ^.document][0], *[_id == ^.document][0]){_id, "title": ${titleExpression}}
  }[defined(latest)]`;

export const openReviewsSchema = z.array(
  z.object({
    document: z.string(),
    documentType: z.string(),
    last: entrySchema,
    latest: z.looseObject({ _id: z.string() }),
  }),
);

/** The dot hides reviews from readers without a session. */
const reviewId = (id: string) => `review.${getPublishedId(id)}`;

/** Adds an entry to the review of a document, in one step: colleagues may do so at the same time. */
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

/** Returns whether somebody with these roles may write, and so may be asked about, documents of the type. */
export const mayReview = (names: string[], type: string) =>
  may(names, 'editContent') || (type === 'jobOpening' && may(names, 'editOpenings'));

/** Returns the roles that can be asked about documents of the type. */
export const rolesFor = (type: string) =>
  Object.entries(roles).flatMap(([name, { people }]) =>
    mayReview([name], type) ? [{ id: `role:${name}`, name: `Any of the ${people}` }] : [],
  );

/** Returns whether a note waits for the user. Their own notes do not, even if their role was asked. */
export const waitsFor = (user: CurrentUser | null, { kind, by, to }: Entry) =>
  kind === 'note' &&
  by !== user?.id &&
  (to === user?.id || (user?.roles ?? []).some(({ name }) => to === `role:${name}`));

/** Returns the readable name of a role that was asked; undefined for a user id. */
export function roleTitle(to: string): string | undefined {
  const isRole = (name: string): name is RoleName => name in roles;
  const name = to.replace(/^role:/, '');
  return to.startsWith('role:') ? `any of the ${isRole(name) ? roles[name].people : name}` : undefined;
}

/** Returns the latest approval of a revision by somebody other than the user. */
export const approvalOf = (entries: Entry[], revision: string | undefined, userId: string | undefined) =>
  entries.findLast((entry) => entry.kind === 'approve' && entry.revision === revision && entry.by !== userId);
