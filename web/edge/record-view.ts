import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { addSourceToLinks } from '#web/visits/add-source-to-links.ts';
import { countVisit, isFromBrowser, isViewCounted, sourceOfRequest } from '#web/visits/visits.ts';
import { CompressedResponse } from './compressed-response.ts';
import { acceptsMarkdown, asMarkdown } from './markdown.ts';
import { isHtml, type RenderedResponse } from './request-next.ts';

/** Pages as Markdown. Few clients request them, so a small cache is enough. */
const markdownPages = new LRUCache<CompressedResponse, CompressedResponse>({
  max: 500,
  memoMethod: (page) => new CompressedResponse(asMarkdown(page.rendered)),
});

/**
 * Sends a page and counts the view. If the visit has a source, adds it to the page's links and forms; otherwise sends
 * the cached page unchanged. Agents get Markdown and are not counted.
 */
export async function sendToVisitor(
  page: CompressedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  status?: 'MISS',
): Promise<void> {
  if (isHtml(page.rendered) && acceptsMarkdown(request.headers))
    return markdownPages.memo(page).send(request, response, status);
  const source = recordView(page.rendered, request);
  if (source === undefined) return page.send(request, response, status);
  return page.sendModified(request, response, (html) => addSourceToLinks(html, source), status);
}

/** Counts a view of the page if it comes from a person. Returns the source of the visit. */
export function recordView(page: RenderedResponse, { method, url = '/', headers }: IncomingMessage) {
  if (!isHtml(page)) return undefined;
  const source = sourceOfRequest(url, headers);
  const [path = '/'] = url.split('?', 1);
  const isView = page.status === 200 && method === 'GET' && isFromBrowser(headers);
  if (isView && isViewCounted(String(headers['x-forwarded-for']))) countVisit({ path, source, kind: 'view' });
  return source;
}
