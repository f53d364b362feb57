import type { IncomingMessage, ServerResponse } from 'node:http';
import { carrySource } from '#web/visits/carry-source.ts';
import { count, deviceOf, isViewCounted, isVisit, sourceOfRequest } from '#web/visits/visits.ts';
import { type Answer, isHtml } from './ask-next.ts';
import type { PackedAnswer } from './packed-answer.ts';

/**
 * Sends a page, and counts it as seen. To whoever was brought by something it goes with links that say so; to all
 * others as it is kept.
 */
export async function sendToVisitor(
  page: PackedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  status?: 'MISS',
): Promise<void> {
  const source = visit(page.answer, request);
  if (source === undefined) return page.send(request, response, status);
  return page.sendChanged(request, response, (html) => carrySource(html, source), status);
}

/** What had brought whoever asks for the page. */
export function visit(answer: Answer, { method, url = '/', headers }: IncomingMessage) {
  if (!isHtml(answer)) return undefined;
  const source = sourceOfRequest(url, headers);
  const [path = '/'] = url.split('?', 1);
  const isView = answer.status === 200 && method === 'GET' && isVisit(headers);
  if (isView && isViewCounted(String(headers['x-forwarded-for'])))
    count({ path, source, device: deviceOf(headers), kind: 'view' });
  return source;
}
