import type { ClientReturn, QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode } from 'next/headers';
import { contentTag } from '#web/freshness/content-tag.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { ask } from './client.ts';

/** Next takes 128 tags a call. */
const tagsPerCall = 120;

/**
 * Runs a query for the page that is being rendered, which then carries the answer's sync tags: whatever the query looked
 * at expires the page when it changes. In draft mode unpublished changes are included and nothing is cached. Rejects
 * with `ContentUnavailable` when the content API does not answer.
 */
export async function load<const Query extends string>(
  query: Query,
  params: QueryParams = {},
): Promise<ClientReturn<Query>> {
  const drafts = (await draftMode()).isEnabled && (await previewPerspective());
  const { result, syncTags } = await ask(query, params, { drafts });
  if (!drafts) await carryTags([contentTag, ...syncTags]);
  return result;
}

/**
 * Adds tags to the page that is being rendered. Next lets a page take tags from cached calls only, known before the call;
 * so the call comes after the query and caches nothing.
 */
async function carryTags(tags: readonly string[]): Promise<void> {
  for (let first = 0; first < tags.length; first += tagsPerCall) {
    const some = tags.slice(first, first + tagsPerCall);
    await unstable_cache(async () => null, ['carry tags', ...some], { tags: some })();
  }
}
