import { LRUCache } from 'lru-cache';
import { findRoute } from '#web/content/find-route.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { minute } from '#web/contracts/durations.ts';
import { visitKinds } from '#web/contracts/visit.ts';
import { readBody } from '#web/http/body.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { decodeUri } from '#web/http/decode-uri.ts';
import {
  countVisit,
  isSentFromPage,
  pageOfRequest,
  sourceOfRequest,
  waitToCount,
} from '#web/visits/visits.ts';

/** Bytes. No kind of visit has a longer name. */
const maxBody = 32;

/**
 * Counts a visit that a page reports with `navigator.sendBeacon`. The kind of visit is in the body, the page is the
 * referrer, and the source is in the query string. Responds with 204. Reports that seem not to come from a person on
 * one of our pages also get 204, but are not counted. Responds with 400 for an unknown kind, 429 for too many reports
 * from one network, and 503 if the ledger is down.
 */
export const POST = catchUnavailable(async (request: Request) => {
  const body = await readBody(request, maxBody);
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
  const kind = visitKinds.find((one) => one === text);
  if (!kind) return respond(400);
  const headers = Object.fromEntries(request.headers);
  const path = pageOfRequest(headers);
  if (!path || !isSentFromPage(headers)) return respond(204);
  const wait = await waitToCount(kind, clientAddress(request.headers)).catch(() => undefined);
  if (wait !== 0) return respond(wait === undefined ? 503 : 429);
  if (!(await isPage(path))) return respond(204);
  const { search } = new URL(request.url);
  countVisit({
    path,
    kind,
    source: sourceOfRequest(search, { host: headers.host }),
  });
  return respond(204);
});

/**
 * Caches paths of pages for a minute. Under load, a query for each report would take too long for the visit to be
 * counted.
 */
const pages = new LRUCache<string, true>({
  max: 1_000,
  ttl: minute,
  fetchMethod: async (path) => ((await findRoute(path)).kind === 'page' ? true : undefined),
});

async function isPage(path: string): Promise<boolean> {
  const readable = decodeUri(path);
  return readable !== undefined && (await pages.fetch(readable)) === true;
}

const respond = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } });
