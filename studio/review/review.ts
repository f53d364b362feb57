import type { SanityClient, SanityDocument } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { roles } from '#roles';
import { titleExpression } from '#schemas/document-title.ts';
import { type User, userMay } from '#studio/access/roles.ts';
import { rawClient } from '#studio/content/raw-client.ts';

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
  /** Path of the field that the note is about, and the titles that lead to it. */
  field: z.string().regex(/^\w/).nullish().catch(null),
  fieldTitle: z.string().nullish(),
  /** Who should answer: a user id or, for a role, `role:` and its name. `toName` is the readable name. */
  to: z.string().nullish(),
  toName: z.string().nullish(),
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

export type Person = NonNullable<User> & { id: string; name: string };

/** Returns whether a user may write documents of the type, and so can be asked about them. */
export const mayReview = (user: User, type: string) =>
  userMay(user, 'editContent') || (type === 'jobOpening' && userMay(user, 'editOpenings'));

/** Returns the roles that can be asked about the type. With `colleagues`, leaves out the roles that none of them has. */
export const rolesFor = (type: string, colleagues?: Person[]) =>
  Object.entries(roles).flatMap(([name, { people }]) => {
    const isHeld = colleagues?.some((one) => one.roles.some((role) => role.name === name)) ?? true;
    return isHeld && mayReview({ roles: [{ name }] }, type)
      ? [{ id: `role:${name}`, name: `any of the ${people}` }]
      : [];
  });

/** Returns whether a note waits for a person. Their own note does not, even if it asks their role. */
export const waitsFor = ({ id, roles }: Person, { by, to }: Entry) =>
  by !== id && (to === id || roles.some(({ name }) => to === `role:${name}`));

const approvalSchema = z.object({
  types: z.array(z.string()).nullish(),
  entries: entriesSchema.nullish(),
});
const approvalQuery = `{
  "types": *[_id == "approvalRules"][0].types,
  "entries": *[_id == $review][0].entries
}`;

/** Returns whether somebody else must still approve a draft before the user may publish it. */
export async function lacksApproval(client: SanityClient, draft: SanityDocument, userId?: string) {
  const raw = rawClient(client);
  const found = await raw.fetch<unknown>(approvalQuery, { review: reviewId(draft._id) });
  const { types, entries } = approvalSchema.parse(found);
  const shown = { versionId: draft._id, revision: draft._rev };
  return Boolean(types?.includes(draft._type)) && !isApproved(entries ?? [], shown, userId);
}

/** Returns whether somebody other than the user approved this revision of a draft or version. */
export const isApproved = (entries: Entry[], shown: Pick<Entry, 'versionId' | 'revision'>, userId?: string) =>
  entries.some(
    ({ kind, by, versionId, revision }) =>
      kind === 'approve' && by !== userId && versionId === shown.versionId && revision === shown.revision,
  );
