import { LRUCache } from 'lru-cache';
import { findRoute } from '#web/content/find-route.ts';
import { withContent } from '#web/content/unavailable.ts';
import { visitKinds } from '#web/contracts/visit.ts';
import { readBody } from '#web/http/body.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { decoded } from '#web/http/decoded.ts';
import { onlyMethods } from '#web/http/methods.ts';
import {
  count,
  deviceOf,
  isSentFromPage,
  pageOfRequest,
  sourceOfRequest,
  waitToCount,
} from '#web/visits/visits.ts';

/** Bytes of the longest kind. */
const maxBody = 32;

/**
 * What a page reports of its visit, by `navigator.sendBeacon`: the body says what, the referrer on which page, the query
 * what had brought the visitor. 204 when it is counted, and where it is of no page or no person; 400 for an unknown
 * kind, 429 for too many from one network, 503 without the ledger.
 */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  POST: withContent(async (request) => {
    const body = await readBody(request, maxBody);
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
    const kind = visitKinds.find((one) => one === text);
    if (!kind) return answer(400);
    const headers = Object.fromEntries(request.headers);
    const path = pageOfRequest(headers);
    if (!path || !isSentFromPage(headers)) return answer(204);
    const wait = await waitToCount(kind, clientAddress(request.headers)).catch(() => undefined);
    if (wait !== 0) return answer(wait === undefined ? 503 : 429);
    if (!(await isPage(path))) return answer(204);
    const { search } = new URL(request.url);
    count({ path, kind, source: sourceOfRequest(search, { host: headers.host }), device: deviceOf(headers) });
    return answer(204);
  }),
});

/**
 * Paths that were a page within a minute. Each report used to ask the content API, which answered a crowd of them too
 * late to be counted.
 */
const pages = new LRUCache<string, true>({
  max: 1_000,
  ttl: 60_000,
  fetchMethod: async (path) => ((await findRoute(path)).kind === 'page' ? true : undefined),
});

async function isPage(path: string): Promise<boolean> {
  const readable = decoded(path);
  return readable !== undefined && (await pages.fetch(readable)) === true;
}

const answer = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } });
