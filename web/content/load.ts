import type { QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode, headers } from 'next/headers';
import { contentTag } from '#web/freshness/content-tag.ts';
import { loads } from '#web/freshness/loads.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { type PublicResult, runQuery } from './client.ts';

/**
 * Runs a query and adds its tag to the page being rendered, so that a change of the result expires the page. In draft
 * mode the result includes unpublished changes and nothing is cached. Rejects with `ContentUnavailable`.
 */
export async function load<const Query extends string>(
  query: Query,
  params: QueryParams = {},
): Promise<PublicResult<Query>> {
  const drafts = (await draftMode()).isEnabled && previewPerspective((await headers()).get('cookie'));
  const answer = runQuery(query, params, { drafts });
  if (!drafts) await tagPage([contentTag, await loads.follow(query, params, answer)]);
  return (await answer).result;
}

/**
 * Adds tags to the page. Next accepts tags only with a cached call, and only before the call runs. The edge needs the tags
 * too, but Next gives them only to our cache handler. The handler runs within the edge's call to Next, so it passes tags
 * and lifetime to the edge through the page store's AsyncLocalStorage `currentRendering`.
 */
const tagPage = (tags: string[]) => unstable_cache(async () => null, ['page tags', ...tags], { tags })();
