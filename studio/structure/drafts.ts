import type { SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { EditIcon } from '@sanity/icons/Edit';
import { UserIcon } from '@sanity/icons/User';
import { distinctUntilChanged, map, switchMap } from 'rxjs';
import type { StructureBuilder, StructureResolverContext } from 'sanity/structure';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { editedTypes } from '#studio/content/live-query.ts';

/** GROQ condition for drafts, in a perspective, in which they have their published ids, and among all versions. */
const isDraft = 'coalesce(_originalId, _id) in path("drafts.**")';

/** Largest numbers of ids and of transactions in one request. The content lake takes no more. */
const [maxIds, maxTransactions] = [100, 1000];

const listed = `*[_type in $types && _id in path("drafts.**")]`;
const writtenQuery = {
  listen: listed,
  fetch: `${listed} | order(_updatedAt desc)[0...${maxIds}]._id`,
};
const idList = z.array(z.string());
const transaction = z.object({ documentIDs: idList });

/** Returns the lists of drafts: everybody's, and those of documents in which the user has written. */
export const draftLists = (S: StructureBuilder, context: StructureResolverContext) => [
  S.listItem()
    .id('unpublished')
    .title('Unpublished changes')
    .icon(EditIcon)
    .child(draftList(S, context, 'Unpublished changes')),
  S.listItem()
    .id('by-me')
    .title('By me')
    .icon(UserIcon)
    .child(() => draftsByMe(S, context)),
];

function draftList(
  S: StructureBuilder,
  { currentUser }: StructureResolverContext,
  title: string,
  ids?: string[],
) {
  // The list finds its types in the text of the filter.
  const filter = `_type in ${JSON.stringify(editedTypes(currentUser))} && ${isDraft}`;
  return S.documentList()
    .title(title)
    .apiVersion(apiVersion)
    .filter(ids ? `${filter} && _id in $ids` : filter)
    .params(ids ? { ids } : {})
    .initialValueTemplates([])
    .defaultOrdering([{ field: '_updatedAt', direction: 'desc' }]);
}

function draftsByMe(S: StructureBuilder, context: StructureResolverContext) {
  const { currentUser, documentStore, getClient } = context;
  const options = { apiVersion, perspective: 'raw' as const, tag: 'structure.by-me', throttleTime: 5000 };
  return documentStore.listenQuery(writtenQuery, { types: editedTypes(currentUser) }, options).pipe(
    switchMap((found) => findWritten(getClient({ apiVersion }), idList.parse(found), currentUser?.id ?? '')),
    distinctUntilChanged((before, now) => before.join() === now.join()),
    map((written) =>
      draftList(
        S,
        context,
        'By me',
        written.flatMap((id) => [id, getPublishedId(id)]),
      ),
    ),
  );
}

/** Returns the drafts, out of those with the given ids, in whose history a person has written. */
async function findWritten(client: SanityClient, drafts: string[], author: string): Promise<string[]> {
  if (drafts.length === 0) return [];
  const lines = await client.request<unknown>({
    uri: `/data/history/${client.config().dataset}/transactions/${drafts.join()}`,
    query: { authors: author, excludeContent: 'true', reverse: 'true', limit: String(maxTransactions) },
  });
  // An empty response has no text.
  const found = String(lines ?? '')
    .split('\n')
    .filter(Boolean);
  const changed = new Set(found.flatMap((line) => transaction.parse(JSON.parse(line)).documentIDs));
  const written = drafts.filter((id) => changed.has(id));
  if (found.length < maxTransactions) return written;
  // A full response leaves out earlier transactions, so ask again about the other drafts.
  const others = drafts.filter((id) => !changed.has(id));
  return [...written, ...(await findWritten(client, others, author))];
}
