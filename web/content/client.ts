import { type ClientPerspective, type ClientReturn, createClient, type QueryParams } from '@sanity/client';
import { apiVersion } from '#schemas/api-version.ts';
import { currentLogContext } from '#telemetry/log-context.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { type Confirmed, confirmedOnly } from './confirmed.ts';
import { ContentUnavailable } from './unavailable.ts';

/** Milliseconds; a page makes two or three queries. */
const queryTimeout = 5000;
/** Milliseconds before a slow request has the content API probed. */
const doubtAfter = 1000;

/** Never the content API's CDN: it can lag one edit behind, and pages are cached here anyway. */
function reach() {
  const { apiHost, projectId, dataset } = siteSettings().sanity;
  const work = currentLogContext();
  return {
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    // One, for a kept-alive connection that was closed meanwhile.
    maxRetries: 1,
    // Server processes cannot rely on resolving `<project>.localhost`.
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    // For the embedded lake's log.
    ...(apiHost && work ? { headers: { 'x-request-id': work.request } } : {}),
  };
}

/** Without a token: sees published documents only. */
export const publishedClient = () => createClient({ ...reach(), perspective: 'published' });

/** Includes unpublished changes. Throws without a token. */
export function draftConfig() {
  const token = siteSettings().sanity.readToken;
  if (!token)
    throw new Error('Previews need SANITY_API_READ_TOKEN, a token with the viewer role. Set it in .env.');
  return { ...reach(), token, perspective: 'drafts' as const };
}

export const draftClient = () => createClient(draftConfig());

/** The result of a query, on public addresses without unconfirmed claims. */
export type Shown<Query extends string> = ClientReturn<Query> | Confirmed<ClientReturn<Query>>;

/**
 * A query's result with its sync tags, bypassing Next's caches. Rejects with `ContentUnavailable` after `timeout`
 * milliseconds, or when something else answers, such as a proxy. Leaves out unconfirmed claims on public addresses.
 */
export async function ask<const Query extends string>(
  query: Query,
  params: QueryParams,
  { drafts, timeout = queryTimeout }: { drafts: boolean | ClientPerspective; timeout?: number },
): Promise<{ result: Shown<Query>; syncTags: readonly string[] }> {
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
  // A query's result is at least null.
  if (answer?.result === undefined) throw new ContentUnavailable('the answer holds no result');
  const { result, syncTags = [] } = answer;
  return { result: drafts || siteSettings().isLocal ? result : confirmedOnly(result), syncTags };
}

/** Rejects if the embedded content lake cannot save. Resolves with hosted Sanity, and with a lake that has no such route. */
export async function requireSaving(timeout: number): Promise<void> {
  const { apiHost, siteKey } = siteSettings().sanity;
  if (!apiHost || !siteKey) return;
  const answer = await withTimeout(timeout, (signal) =>
    fetch(`${apiHost}/v1/ready`, { cache: 'no-store', signal }),
  );
  const text = await answer.text();
  if (answer.status === 503) throw new Error(text);
}

/** What a query finds among what is published. */
export const askPublished = async <const Query extends string>(query: Query, params: QueryParams = {}) =>
  (await ask(query, params, { drafts: false })).result;

/** Gives up on a slow request once the content API fails to answer a trivial query. */
export function unlessAway<T>(slow: Promise<T>): Promise<T> {
  const { promise: away, reject } = Promise.withResolvers<never>();
  const look = () => ask('*[0]._id', {}, { drafts: false, timeout: 3 * doubtAfter }).catch(reject);
  const doubt = setTimeout(look, doubtAfter);
  return Promise.race([slow, away]).finally(() => clearTimeout(doubt));
}
