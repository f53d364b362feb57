import type { QueryParams } from '@sanity/client';
import { unstable_cache } from 'next/cache';
import { draftMode, headers } from 'next/headers';
import { contentTag, siteTag } from '#web/freshness/content-tag.ts';
import type { SharedResult } from '#web/freshness/shared-result.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { type PublicResult, runQuery } from './client.ts';
import { siteQuery } from './queries.ts';

declare global {
  interface OncePerProcess {
    /** The published settings. Our cache handler sets it, since it follows the live events. */
    sharedSite: SharedResult<PublicResult<typeof siteQuery>>;
  }
}

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
  const drafts = await draftsToShow();
  const { result, syncTags } = await runQuery(query, params, { drafts });
  if (!drafts) await tagPage([contentTag, ...syncTags]);
  return result;
}

/** Loads the site settings, which all pages share. Rejects with `ContentUnavailable`. */
export async function loadSite(): Promise<PublicResult<typeof siteQuery>> {
  const shared = oncePerProcess.sharedSite;
  if (!shared || (await draftsToShow())) return load(siteQuery);
  const site = await shared.read(() => runQuery(siteQuery, {}, { drafts: false }));
  await tagPage([contentTag, siteTag]);
  return site;
}

const draftsToShow = async () =>
  (await draftMode()).isEnabled && previewPerspective((await headers()).get('cookie'));

/**
 * Adds tags to the page. Next accepts tags only with a cached call, and only before the call runs. A query's tags are
 * known only after the query, so an empty cached call follows the query. The edge needs the tags too, but Next gives
 * them only to our cache handler. The handler runs within the edge's call to Next, so it passes tags and lifetime to
 * the edge through the page store's AsyncLocalStorage `currentRendering`.
 */
async function tagPage(tags: readonly string[]): Promise<void> {
  for (let first = 0; first < tags.length; first += tagsPerCall) {
    const some = tags.slice(first, first + tagsPerCall);
    await unstable_cache(async () => null, ['page tags', ...some], { tags: some })();
  }
}
