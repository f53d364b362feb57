import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNonPagePath, isSitemapOrFeed } from '#schemas/paths.ts';
import { pageCacheHits } from '#telemetry/metrics.ts';
import type { PageStore } from '#web/freshness/page-store.ts';
import { answersAsked, answersHeader, isAsked, queryOf } from '#web/http/asked.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { type Answer, headerOf } from './ask-next.ts';
import { observe } from './observe.ts';
import { PackedAnswer } from './packed-answer.ts';
import { type Ask, Renderings } from './renderings.ts';
import type { Step } from './step.ts';
import { sendToVisitor } from './visit.ts';

const script = /^\/(?:_next\/static|islands)\/.+\.(?:css|js)$/;

/**
 * Serves published pages, unknown paths, style sheets and scripts from memory, fully compressed: ten times as fast as
 * Next. What is not of a page is renewed after each publish. While Next fails, the last good response is served; while
 * it has no content, even one from before the restart.
 */
export function keepPages(ask: Ask, pages: PageStore): Step {
  const renderings = new Renderings(ask, pages);
  return (request, response, next) => {
    const path = pathOf(request);
    if (path === undefined || previewOf(request.headers.cookie)) return observe(request, response, next);
    const kept = pages.get(path, PackedAnswer);
    if (kept && isAnswered(kept.form.answer, request)) return observe(request, response, next);
    // Next handles and logs failures.
    const finish = (sent: Promise<boolean>) =>
      sent.then((isSent) => isSent || next()).catch(() => response.headersSent || next());
    const state = kept ? pages.stateOf(kept) : 'expired';
    if (!kept || state === 'expired')
      return observe(request, response, () => finish(sendRendered(renderings, path, request, response)));
    if (state === 'stale') renderings.renew(path, clientOf(request));
    pageCacheHits.inc();
    return finish(sendToVisitor(kept.form, request, response).then(() => true));
  };
}

const clientOf = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for']);

/** Sends a page that Next renders now. False where its answer does not fit this request. */
async function sendRendered(
  renderings: Renderings,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { outcome, isShared } = await renderings.find(path, clientOf(request));
  if (outcome instanceof PackedAnswer) {
    if (isAnswered(outcome.answer, request)) return false;
    await sendToVisitor(outcome, request, response, 'MISS');
    return true;
  }
  // A redirect may depend on the query, and what is not public on whoever asks.
  const isOwn = !isShared && request.url === path;
  if (!isOwn && outcome.status < 500) return false;
  response
    .writeHead(outcome.status, { ...outcome.headers, 'content-length': outcome.body.length })
    .end(outcome.body);
  return true;
}

/** Whether the page has an answer of its own to the request's query. */
const isAnswered = (answer: Answer, { url = '' }: IncomingMessage) =>
  headerOf(answer, answersHeader) === answersAsked && isAsked(queryOf(url));

/** A cacheable request's path, without its query, which changes few pages; otherwise undefined. */
export function pathOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers.rsc !== undefined) return undefined;
  const [path = '/'] = url.split('?', 1);
  return !isNonPagePath(path) || isSitemapOrFeed(path) || script.test(path) ? path : undefined;
}
