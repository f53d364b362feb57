import type { SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import type { SanityDocument } from 'sanity';
import { z } from 'zod';
import { textOf } from '#schemas/property.ts';
import { changedFields } from '#studio/unsaved/differences.ts';
import { merged } from './merge.ts';

/** Prefix of the ids of transactions that took over published changes. */
const takenOver = 'taken-over';

const history = z.object({
  events: z.record(
    z.string(),
    z.array(z.object({ type: z.string(), timestamp: z.string(), author: z.string().optional() })),
  ),
});

/** Events of one document id, latest first. */
async function eventsOf(client: SanityClient, id: string) {
  const { dataset } = client.config();
  const uri = `/data/history/${dataset}/events/documents/${id}`;
  const found = await client.request<unknown>({ uri, query: { limit: '1000' } });
  return history.parse(found).events[id] ?? [];
}

const nameOf = async (client: SanityClient, author = '') =>
  (await client.users.getById(author).catch(() => null))?.displayName ?? 'Somebody';

/** When and by whom a version was put into its release; undefined once its history is pruned. */
export async function addedToRelease(client: SanityClient, versionId: string) {
  const event = (await eventsOf(client, versionId)).find(({ type }) => type === 'createDocumentVersion');
  return event && { at: event.timestamp, by: await nameOf(client, event.author) };
}

/** When a version last took over published changes; empty if never. */
async function lastTakenOver(client: SanityClient, versionId: string): Promise<string> {
  const uri = `/data/history/${client.config().dataset}/transactions/${versionId}`;
  const lines = await client.request<unknown>({ uri, query: { excludeContent: 'true', limit: '1000' } });
  const found = String(lines)
    .split('\n')
    .filter((line) => line.includes(`"${takenOver}`));
  return (
    found
      .map((line) => textOf(JSON.parse(line), 'timestamp') ?? '')
      .sort()
      .at(-1) ?? ''
  );
}

/** Published changes that a version in a release would undo. */
export interface PublishedSince {
  by: string;
  at: string;
  /** Merged fields, the version's own on conflicts; null for an empty one. */
  fields: Record<string, unknown>;
}

/** Undefined if the version undoes nothing, or too little history is kept to tell. */
export async function publishedSince(
  client: SanityClient,
  version: SanityDocument,
  published: SanityDocument | null | undefined,
): Promise<PublishedSince | undefined> {
  const added = published && (await addedToRelease(client, version._id));
  if (!added || published._updatedAt <= added.at) return undefined;
  const since = [added.at, await lastTakenOver(client, version._id)].sort().at(-1) ?? added.at;
  const id = getPublishedId(version._id);
  const uri = `/data/history/${client.config().dataset}/documents/${id}`;
  const found = await client.request<{ documents: SanityDocument[] }>({ uri, query: { time: since } });
  const base = found.documents[0] ?? {};
  const both = Object(merged(base, published, version));
  // The two merge orders differ where both changed the same field.
  const fields = {
    ...changedFields(Object(merged(base, version, published)), both),
    ...changedFields(version, both),
  };
  if (Object.keys(fields).length === 0) return undefined;
  const events = (await eventsOf(client, id)).filter(({ timestamp }) => timestamp > since);
  const authors = [...new Set(events.map(({ author }) => author))];
  const names = await Promise.all(authors.map((author) => nameOf(client, author)));
  return { by: names.join(' and ') || 'Somebody', at: published._updatedAt, fields };
}

export async function takeOver(client: SanityClient, versionId: string, { fields }: PublishedSince) {
  const names = Object.keys(fields);
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const patch = client
    .patch(versionId)
    .set(set)
    .unset(names.filter((name) => fields[name] === null));
  await client.mutate(patch, { transactionId: `${takenOver}-${crypto.randomUUID()}` });
}
