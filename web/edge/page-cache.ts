import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNonPagePath, isSitemapOrFeed } from '#schemas/paths.ts';
import { pageCacheHits } from '#telemetry/metrics.ts';
import { choosesGulf, gulfQuery } from '#web/contracts/query-parameters.ts';
import type { PageStore } from '#web/freshness/page-store.ts';
import { hasPageQuery, noVarySearchHeader, readQuery, variesByPageQuery } from '#web/http/page-query.ts';
import { readPreview } from '#web/http/preview-pass.ts';
import { CompressedResponse } from './compressed-response.ts';
import type { Middleware } from './middleware.ts';
import { observe } from './observe.ts';
import { sendToVisitor } from './record-view.ts';
import { Renderings, type RenderPath } from './renderings.ts';
import { type RenderedResponse, readHeader } from './request-next.ts';

const script = /^\/(?:_next\/static|islands)\/.+\.(?:css|js)$/;

/**
 * Serves published pages, 404 pages, style sheets and scripts from memory, already compressed: ten times as fast as Next.
 * 404 pages and files expire with every publish. If Next fails or the content API is unavailable, the last good response
 * is served.
 */
export function cachePages(render: RenderPath, pages: PageStore, staleTime: number): Middleware {
  const renderings = new Renderings(render, pages, staleTime);
  return (request, response, next) => {
    const path = cacheablePath(request);
    if (path === undefined || readPreview(request.headers.cookie)) return observe(request, response, next);
    const stored = pages.get(path, CompressedResponse);
    if (stored && dependsOnQuery(stored.value.rendered, request)) return observe(request, response, next);
    // On a failure, Next handles the request and logs the error.
    const finish = (sent: Promise<boolean>) =>
      sent.then((isSent) => isSent || next()).catch(() => response.headersSent || next());
    const state = stored ? pages.stateOf(stored) : 'expired';
    if (!stored || state === 'expired')
      return observe(request, response, () => finish(sendRendered(renderings, path, request, response)));
    if (state === 'stale') renderings.renew(path, readClient(request));
    pageCacheHits.inc();
    return finish(sendToVisitor(stored.value, request, response).then(() => true));
  };
}

const readClient = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for']);

/** Renders a page and sends it. Resolves to false if this request cannot use the response. */
async function sendRendered(
  renderings: Renderings,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { outcome, isShared } = await renderings.find(path, readClient(request));
  if (outcome instanceof CompressedResponse) {
    if (dependsOnQuery(outcome.rendered, request)) return false;
    await sendToVisitor(outcome, request, response, 'MISS');
    return true;
  }
  // A redirect may depend on the query string, and a response that is not public may depend on the client.
  const isOwn = !isShared && request.url === path;
  if (!isOwn && outcome.status < 500) return false;
  response
    .writeHead(outcome.status, { ...outcome.headers, 'content-length': outcome.body.length })
    .end(outcome.body);
  return true;
}

const dependsOnQuery = (rendered: RenderedResponse, { url = '' }: IncomingMessage) =>
  readHeader(rendered, noVarySearchHeader) === variesByPageQuery && hasPageQuery(readQuery(url));

/** Returns the path of a cacheable request, with at most the query of the Gulf, or undefined for any other request. */
export function cacheablePath({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers.rsc !== undefined) return undefined;
  const [path = '/'] = url.split('?', 1);
  if (!isNonPagePath(path)) return choosesGulf(url) ? `${path}?${gulfQuery}` : path;
  return isSitemapOrFeed(path) || script.test(path) ? path : undefined;
}
