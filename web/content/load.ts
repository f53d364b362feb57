import type { ClientReturn, QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode } from 'next/headers';
import { draftClient, publishedClient } from './client.ts';
import { dependenciesOf } from './dependencies.ts';
import { fromContent } from './unavailable.ts';

/** Seconds after which a page is rendered again even if no publish was heard of. */
export const healAfterSeconds = 3600;

/** Longest wait for an answer, in milliseconds; a page asks two or three times. */
const patienceMs = 5000;

/**
 * Runs a query for the page that is being rendered and ties the page to every document in the result. In draft mode
 * unpublished changes are included and nothing is cached. Rejects with `ContentUnavailable` when the content API does
 * not answer.
 */
export async function load<const Query extends string>(
  query: Query,
  params: QueryParams = {},
): Promise<ClientReturn<Query>> {
  const { isEnabled: isDraft } = await draftMode();
  const client = isDraft ? draftClient() : publishedClient();
  // The rendered page is what is cached; caching the answer as well could only make it older.
  const result = await fromContent(() =>
    client.fetch<ClientReturn<Query>>(query, params, {
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    }),
  );
  if (!isDraft) await dependOn(dependenciesOf(result));
  return result;
}

/**
 * Adds tags to the page that is being rendered. Next lets a page take tags from cached calls only, and only tags that
 * are known before the call; what a result depends on is known after it. So each tag is the tag of a cached nothing.
 */
export async function dependOn(tags: Iterable<string>): Promise<void> {
  await Promise.all(
    [...tags].map((tag) => unstable_cache(async () => 0, ['depends on', tag], { tags: [tag] })()),
  );
}
