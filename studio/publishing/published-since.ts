import { ClientError, type SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { isSame, merge, type Path } from 'content-lake/merge';
import type { SanityDocument } from 'sanity';
import { z } from 'zod';
import { textOf } from '#schemas/property.ts';
import { type Difference, differencesBetween } from '#studio/content/differences.ts';
import { readDocument } from '#studio/content/read-document.ts';
import { readStudioSettings } from '#studio/settings.ts';

/** A transaction that merges published changes into a version has an id with this prefix. */
const transactionPrefix = 'taken-over';

const history = z.object({
  events: z.record(
    z.string(),
    z.array(z.object({ type: z.string(), timestamp: z.string(), author: z.string().optional() })),
  ),
});
const content = z.looseObject({ _type: z.string() });
type Content = z.infer<typeof content>;

/** Reads the events of one document id, latest first. */
async function eventsOf(client: SanityClient, id: string) {
  const { dataset } = client.config();
  const uri = `/data/history/${dataset}/events/documents/${id}`;
  const found = await client.request<unknown>({ uri, query: { limit: '1000' } });
  return history.parse(found).events[id] ?? [];
}

/** Returns a person's name by user id. */
const nameOf = async (client: SanityClient, author = '') =>
  (await client.users.getById(author).catch(() => null))?.displayName ?? 'Somebody';

/** Returns when and by whom a version was added to its release; undefined once its history is deleted. */
export async function addedToRelease(client: SanityClient, versionId: string) {
  const event = (await eventsOf(client, versionId)).find(({ type }) => type === 'createDocumentVersion');
  return event && { at: event.timestamp, by: await nameOf(client, event.author) };
}

/** Returns the ISO time at which published changes were last merged into a version; empty if never. */
async function lastMerge(client: SanityClient, versionId: string): Promise<string> {
  const uri = `/data/history/${client.config().dataset}/transactions/${versionId}`;
  const lines = await client.request<unknown>({ uri, query: { excludeContent: 'true', limit: '1000' } });
  const found = String(lines)
    .split('\n')
    .filter((line) => line.includes(`"${transactionPrefix}`));
  return (
    found
      .map((line) => textOf(JSON.parse(line), 'timestamp') ?? '')
      .sort()
      .at(-1) ?? ''
  );
}

/** Returns the published document that a draft or version was made from; undefined if unknown. */
async function baseOf(client: SanityClient, id: string): Promise<Content | undefined> {
  const documents = `/data/history/${client.config().dataset}/documents`;
  const states = z.object({ documents: z.array(content) });
  if (!readStudioSettings().hosted) {
    const uri = `${documents}/${id}`;
    return states.parse(await client.request<unknown>({ uri, query: { base: 'true' } })).documents[0];
  }
  // Hosted Sanity does not store the base, so read what was published at the time.
  const added = await addedToRelease(client, id);
  if (!added) return undefined;
  const time = [added.at, await lastMerge(client, id)].sort().at(-1) ?? added.at;
  const uri = `${documents}/${getPublishedId(id)}`;
  return states.parse(await client.request<unknown>({ uri, query: { time } })).documents[0];
}

/** Changes that were published after a draft or version was made, and that publishing it would undo. */
export interface PublishedChanges {
  by: string;
  at: string;
  /** Returns the version merged with the published changes. The version wins conflicts, unless `prefersPublished`. */
  merged(prefersPublished?: (path: Path) => boolean): Content;
  conflicts: Difference[];
  /** Published changes that are not in the version and do not conflict. */
  missing: Difference[];
}

/** Finds published changes that a version would undo. Returns undefined if there are none, or if its base is unknown. */
export async function publishedSince(
  client: SanityClient,
  version: SanityDocument,
  published: SanityDocument | null | undefined,
): Promise<PublishedChanges | undefined> {
  const base = published && (await baseOf(client, version._id));
  if (!base) return undefined;
  const sides = [base, version, published].map(omitSystemFields);
  const [was = base, mine = base, theirs = base] = sides;
  const { value, conflicts } = merge(was, mine, theirs);
  if (conflicts.length === 0 && isSame(value, mine)) return undefined;
  const since = textOf(base, '_updatedAt') ?? '';
  const events = (await eventsOf(client, published._id)).filter(({ timestamp }) => timestamp > since);
  const authors = [...new Set(events.map(({ author }) => author))];
  const names = await Promise.all(authors.map((author) => nameOf(client, author)));
  return {
    by: names.join(' and ') || 'Somebody',
    at: published._updatedAt,
    merged: (prefersPublished = () => false) =>
      merge(was, mine, theirs, (path) => (prefersPublished(path) ? 'theirs' : 'mine')).value,
    conflicts: conflicts.map(({ path, mine: after, theirs: before }) => ({ path, before, after })),
    missing: differencesBetween(mine, value),
  };
}

/**
 * Stores a version or draft after merging the published document into it. The merge is recognisable in hosted Sanity's
 * history by its transaction id, and in the content lake's history by the replacement of the whole document. Rejects if
 * the version has changed.
 */
export async function storeMerged(
  client: SanityClient,
  version: SanityDocument,
  merged: Content,
): Promise<void> {
  const { _id, _type, _rev: ifRevisionID, _createdAt } = version;
  const transactionId = `${transactionPrefix}-${crypto.randomUUID()}`;
  const unchanged = { patch: { id: _id, ifRevisionID, setIfMissing: { _type } } };
  await client.mutate([unchanged, { createOrReplace: { ...merged, _id, _createdAt } }], {
    transactionId,
  });
}

/**
 * Merges published changes into a draft as both are now, because a colleague may have typed since the editor confirmed
 * `seen`. Rejects if the draft would undo a published change that the editor has not seen.
 */
export async function mergeSeen(
  client: SanityClient,
  draftId: string,
  seen: PublishedChanges,
  retries = 3,
): Promise<void> {
  const { draft, published } = await readDocument(client, draftId);
  if (!draft) throw new Error('The draft was published or discarded.');
  const since = await publishedSince(client, draft, published);
  if (!since) return;
  const places = seen.conflicts.map(({ path }) => JSON.stringify(path));
  if (since.conflicts.some(({ path }) => !places.includes(JSON.stringify(path))))
    throw new Error('Other changes were published.');
  await storeMerged(client, draft, since.merged()).catch((error: unknown) => {
    const hasChanged = error instanceof ClientError && error.statusCode === 409;
    if (!hasChanged || retries === 0) throw error;
    return mergeSeen(client, draftId, seen, retries - 1);
  });
}

const omitSystemFields = ({ _id, _rev, _createdAt, _updatedAt, ...own }: Content): Content => own;
