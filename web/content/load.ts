import type { QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode } from 'next/headers';
import { contentTag } from '#web/freshness/content-tag.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { ask, type Shown } from './client.ts';

/** Next allows 128 tags per call. */
const tagsPerCall = 120;

/**
 * Runs a query and adds its sync tags to the page being rendered, so that published changes expire it. Draft mode
 * includes unpublished changes and caches nothing. Rejects with `ContentUnavailable`.
 */
export async function load<const Query extends string>(
  query: Query,
  params: QueryParams = {},
): Promise<Shown<Query>> {
  const drafts = (await draftMode()).isEnabled && (await previewPerspective());
  const { result, syncTags } = await ask(query, params, { drafts });
  if (!drafts) await carryTags([contentTag, ...syncTags]);
  return result;
}

/** Next takes tags only from cached calls, and before they run: an empty call follows the query. */
async function carryTags(tags: readonly string[]): Promise<void> {
  for (let first = 0; first < tags.length; first += tagsPerCall) {
    const some = tags.slice(first, first + tagsPerCall);
    await unstable_cache(async () => null, ['carry tags', ...some], { tags: some })();
  }
}
