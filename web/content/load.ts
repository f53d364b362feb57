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

/**
 * Puts the tags on the page. Next takes tags from cached calls alone, and before they run, when a query has not said its
 * tags yet: so an empty cached call follows it. Next hands the page with its tags to our cache handler, which does not
 * know who asked for the page. `asking` of the page store, an AsyncLocalStorage, carries them on from there to the edge,
 * whose page shares their lifetime.
 */
async function carryTags(tags: readonly string[]): Promise<void> {
  for (let first = 0; first < tags.length; first += tagsPerCall) {
    const some = tags.slice(first, first + tagsPerCall);
    await unstable_cache(async () => null, ['carry tags', ...some], { tags: some })();
  }
}
