import type { SanityClient } from '@sanity/client';
import { useEffect, useState } from 'react';
import { useClient } from 'sanity';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { nameOf } from '#studio/publishing/published-since.ts';
import type { Latest, ListedDocument } from './listed-document.ts';

/** Documents and transactions per request. The content lake takes at most 100 ids. */
const [maxIds, maxTransactions] = [100, 1000];

const transaction = z.object({ author: z.string(), documentIDs: z.array(z.string()) });

/**
 * Returns the name of who changed each document last, by the revision of its latest version; an empty name if the
 * history no longer has the change. One request loads 100 documents. Later, only what has changed is loaded.
 */
export function useEditors(documents: ListedDocument[]): ReadonlyMap<string, string> {
  const client = useClient({ apiVersion });
  const [editors, setEditors] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const unknown = documents.flatMap(({ latest }) => (editors.has(latest._rev) ? [] : latest));
    if (unknown.length === 0) return;
    let isCurrent = true;
    findEditors(client, unknown.slice(0, maxIds)).then(
      (found) => isCurrent && setEditors(new Map([...editors, ...found])),
      // The list works without names.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, documents, editors]);
  return editors;
}

async function findEditors(client: SanityClient, versions: Latest[]): Promise<[string, string][]> {
  const ids = versions.map(({ _id }) => _id).join();
  // Hosted Sanity rounds the times of documents to seconds.
  const from = Math.min(...versions.map(({ _updatedAt }) => Date.parse(_updatedAt))) - 1000;
  const fromTime = new Date(from).toISOString();
  const lines = await client.request<unknown>({
    uri: `/data/history/${client.config().dataset}/transactions/${ids}`,
    query: { excludeContent: 'true', reverse: 'true', limit: String(maxTransactions), fromTime },
  });
  const found = String(lines)
    .split('\n')
    .filter(Boolean)
    .map((line) => transaction.parse(JSON.parse(line)));
  const authors = new Map(
    found.toReversed().flatMap(({ author, documentIDs }) => documentIDs.map((id) => [id, author])),
  );
  const people = [...new Set(authors.values())];
  const names = new Map(await Promise.all(people.map(async (id) => [id, await nameOf(client, id)] as const)));
  // If the response is full, the next request asks again for the versions that it lacks.
  const isFull = found.length === maxTransactions && versions.some(({ _id }) => authors.has(_id));
  return versions
    .filter(({ _id }) => authors.has(_id) || !isFull)
    .map(({ _id, _rev }) => [_rev, names.get(authors.get(_id) ?? '') ?? '']);
}
