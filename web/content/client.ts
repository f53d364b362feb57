import { type ClientPerspective, type ClientReturn, createClient, type QueryParams } from '@sanity/client';
import { currentWork } from '#telemetry/work.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { confirmedOnly } from './confirmed.ts';
import { ContentUnavailable } from './unavailable.ts';

const apiVersion = '2026-02-01';

/** Milliseconds; a page asks two or three times. */
const queryTimeout = 5000;
/** Milliseconds until something slow makes us doubt that the content API is there. */
const doubtAfter = 1000;

/**
 * How to reach the content API, embedded or hosted. Never through the CDN: after a publish it can be one edit behind, and
 * pages are cached here anyway.
 */
function reach() {
  const { apiHost, projectId, dataset } = siteSettings().sanity;
  const work = currentWork();
  return {
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    // One, for a connection that was closed while it rested.
    maxRetries: 1,
    // Server processes cannot rely on resolving `<project>.localhost`.
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    // The embedded lake's log names it too.
    ...(apiHost && work ? { headers: { 'x-request-id': work.request } } : {}),
  };
}

/** Without a token: sees published documents only. */
export const publishedClient = () => createClient({ ...reach(), perspective: 'published' });

/** How to see unpublished changes on top. Throws when no token is set. */
export function draftConfig() {
  const token = siteSettings().sanity.readToken;
  if (!token)
    throw new Error('Previews need SANITY_API_READ_TOKEN, a token with the viewer role. Set it in .env.');
  return { ...reach(), token, perspective: 'drafts' as const };
}

export const draftClient = () => createClient(draftConfig());

/**
 * The answer to a query with the sync tags of what it looked at, never from a cache of Next's. Rejects with
 * `ContentUnavailable` when there is none within `timeout` milliseconds, or when something else answers, such as a
 * proxy's own page. What visitors of a public address may not take for a fact is left out.
 */
export async function ask<const Query extends string>(
  query: Query,
  params: QueryParams,
  { drafts, timeout = queryTimeout }: { drafts: boolean | ClientPerspective; timeout?: number },
): Promise<{ result: ClientReturn<Query>; syncTags: readonly string[] }> {
  const perspective = drafts === true ? 'drafts' : drafts;
  const client = perspective ? draftClient().withConfig({ perspective }) : publishedClient();
  const answer: { result?: ClientReturn<Query>; syncTags?: string[] } | undefined = await withTimeout(
    timeout,
    (signal) =>
      client.fetch<ClientReturn<Query>>(query, params, {
        filterResponse: false,
        returnQuery: false,
        cache: 'no-store',
        signal,
      }),
  ).catch((error: unknown) => {
    throw new ContentUnavailable(error);
  });
  // A query's result is null at the least.
  if (answer?.result === undefined) throw new ContentUnavailable('the answer holds no result');
  const { result, syncTags = [] } = answer;
  return { result: drafts || siteSettings().isLocal ? result : confirmedOnly(result), syncTags };
}

/** For slow queries: given up as soon as the content API does not answer anything else either. */
export function unlessAway<T>(slow: Promise<T>): Promise<T> {
  const { promise: away, reject } = Promise.withResolvers<never>();
  const look = () => ask('*[0]._id', {}, { drafts: false, timeout: 3 * doubtAfter }).catch(reject);
  const doubt = setTimeout(look, doubtAfter);
  return Promise.race([slow, away]).finally(() => clearTimeout(doubt));
}
