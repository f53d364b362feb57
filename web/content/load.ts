import type { QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode } from 'next/headers';
import { contentTag } from '#web/freshness/content-tag.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { type PublicResult, runQuery } from './client.ts';

/** Next allows 128 tags per call. */
const tagsPerCall = 120;

/**
 * Runs a query and adds its sync tags to the page being rendered, so that published changes expire the page. In draft
 * mode the result includes unpublished changes and nothing is cached. Rejects with `ContentUnavailable`.
 */
export async function load<const Query extends string>(
  query: Query,
  params: QueryParams = {},
): Promise<PublicResult<Query>> {
  const drafts = (await draftMode()).isEnabled && (await previewPerspective());
  const { result, syncTags } = await runQuery(query, params, { drafts });
  if (!drafts) await tagPage([contentTag, ...syncTags]);
  return result;
}

/**
 * Adds tags to the page. Next accepts tags only from a cached call, and only before it runs. A query's tags are known
 * after the query, so an empty cached call follows it.
 *
 * Next passes the page with its tags to our cache handler, which does not know the request, and responds to the edge
 * without the tags. Both run within the edge's call, so the AsyncLocalStorage `currentRendering` of the page store carries
 * tags and lifetime from the handler to the edge.
 */
async function tagPage(tags: readonly string[]): Promise<void> {
  for (let first = 0; first < tags.length; first += tagsPerCall) {
    const some = tags.slice(first, first + tagsPerCall);
    await unstable_cache(async () => null, ['page tags', ...some], { tags: some })();
  }
}
