import { type ClientPerspective, type ClientReturn, createClient, type QueryParams } from '@sanity/client';
import { apiVersion } from '#schemas/api-version.ts';
import { currentLogContext } from '#telemetry/log-context.ts';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { type Confirmed, confirmedOnly } from './confirmed.ts';
import { dropNulls } from './drop-nulls.ts';
import { ContentUnavailable, requireResponsive } from './unavailable.ts';

/** Milliseconds per query. After one without a response, the same request makes no other. */
const queryTimeout = 5 * second;
/** Milliseconds after which a slow request triggers a probe of the content API. */
const probeAfter = second;

/** Bypasses the content API's CDN, which can lag one edit behind. Pages are cached here anyway. */
function clientConfig() {
  const { apiHost, projectId, dataset } = siteSettings().sanity;
  const work = currentLogContext();
  return {
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    // A request may reuse an idle connection that the server has just closed.
    maxRetries: 1,
    // Not every server can resolve `<project>.localhost`.
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    // The embedded lake logs the request's id.
    ...(apiHost && work ? { headers: { 'x-request-id': work.request } } : {}),
  };
}

/** Creates a client without a token, which sees only published documents. */
export const publishedClient = () => createClient({ ...clientConfig(), perspective: 'published' });

/** Returns the configuration of a client that sees unpublished changes. Throws without a token. */
export function draftConfig() {
  const token = siteSettings().sanity.readToken;
  if (!token)
    throw new Error('Previews need SANITY_API_READ_TOKEN, a token with the viewer role. Set it in .env.');
  return { ...clientConfig(), token, perspective: 'drafts' as const };
}

export const draftClient = () => createClient(draftConfig());

/** The result of a query. On public addresses it has no unconfirmed claims. */
export type PublicResult<Query extends string> = ClientReturn<Query> | Confirmed<ClientReturn<Query>>;

/**
 * Runs a query, bypassing Next's caches, and returns its result with its sync tags. On public addresses, leaves out
 * unconfirmed claims. Rejects with `ContentUnavailable` if the request fails, takes longer than `timeout` milliseconds,
 * or returns no result, for example because a proxy responded.
 */
export async function runQuery<const Query extends string>(
  query: Query,
  params: QueryParams,
  { drafts, timeout = queryTimeout }: { drafts: boolean | ClientPerspective; timeout?: number },
): Promise<{ result: PublicResult<Query>; syncTags: readonly string[] }> {
  requireResponsive();
  const perspective = drafts === true ? 'drafts' : drafts;
  const client = perspective ? draftClient().withConfig({ perspective }) : publishedClient();
  const response: { result?: ClientReturn<Query>; syncTags?: string[] } | undefined = await withTimeout(
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
  // The content API returns null for an empty result, never undefined.
  if (response?.result === undefined) throw new ContentUnavailable('the response has no result');
  const result = dropNulls(response.result);
  const { syncTags = [] } = response;
  return { result: drafts || siteSettings().isLocal ? result : confirmedOnly(result), syncTags };
}

/** Rejects if the embedded content lake cannot write. Resolves for hosted Sanity and for a lake without this route. */
export async function requireWritableLake(timeout: number): Promise<void> {
  const { apiHost, siteKey } = siteSettings().sanity;
  if (!apiHost || !siteKey) return;
  const response = await withTimeout(timeout, (signal) =>
    fetch(`${apiHost}/v1/ready`, { cache: 'no-store', signal }),
  );
  const text = await response.text();
  if (response.status === 503) throw new Error(text);
}

/** Runs a query on published documents. Rejects with `ContentUnavailable`. */
export const queryPublished = async <const Query extends string>(query: Query, params: QueryParams = {}) =>
  (await runQuery(query, params, { drafts: false })).result;

/** Waits for a slow request, but rejects as soon as the content API fails to respond to a trivial query. */
export function unlessUnavailable<T>(slow: Promise<T>): Promise<T> {
  const { promise: unavailable, reject } = Promise.withResolvers<never>();
  const probe = () => runQuery('*[0]._id', {}, { drafts: false, timeout: 3 * probeAfter }).catch(reject);
  const timer = setTimeout(probe, probeAfter);
  return Promise.race([slow, unavailable]).finally(() => clearTimeout(timer));
}
