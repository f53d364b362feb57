import type { IncomingMessage } from 'node:http';
import type { PageStore } from '#web/freshness/page-store.ts';
import { noTransform } from '#web/http/cache-control.ts';
import { hasPageQuery, readQuery } from '#web/http/page-query.ts';
import { readPreview } from '#web/http/preview-pass.ts';
import { addSourceToLinks } from '#web/visits/add-source-to-links.ts';
import { CompressedResponse } from './compressed-response.ts';
import { acceptsMarkdown, asMarkdown } from './markdown.ts';
import type { Middleware } from './middleware.ts';
import { cacheablePath } from './page-cache.ts';
import { recordView } from './record-view.ts';
import { type RenderedResponse, readHeader } from './request-next.ts';
import { stripInertMarkup } from './strip-inert-markup.ts';

/**
 * Renders previews and pages that depend on their query string, for this request only. Next decides who may see drafts.
 * All other visitors get the public page, and so do guests on a page that was not shared with them.
 */
export function renderPerRequest(
  render: (url: string, headers: IncomingMessage['headers']) => Promise<RenderedResponse>,
  pages: PageStore,
): Middleware {
  return (request, response, next) => {
    const { url = '/', method, headers } = request;
    const isPersonal = readPreview(headers.cookie) || hasPageQuery(readQuery(url));
    const path = cacheablePath(request);
    if (!isPersonal || path === undefined || method !== 'GET') return next();
    return render(url, headers)
      .then((rendered) => (rendered.status === 503 ? (plainPage(pages, path) ?? rendered) : rendered))
      .then((rendered) => {
        const isDraft = readHeader(rendered, 'content-security-policy').includes("'nonce-");
        if (isDraft) return response.writeHead(rendered.status, rendered.headers).end(rendered.body);
        const isForAgent = acceptsMarkdown(request.headers);
        const source = isForAgent ? undefined : recordView(rendered, request);
        const { status, headers, body } = isForAgent ? asMarkdown(rendered) : stripInertMarkup(rendered);
        const html = source === undefined ? body : addSourceToLinks(body.toString(), source);
        return response.writeHead(status, headers).end(html);
      })
      .catch(() => response.headersSent || next());
  };
}

/** Returns the page without its query, if it was rendered before, for a time without the content API. */
function plainPage(pages: PageStore, path: string): RenderedResponse | undefined {
  const stored = pages.get(path, CompressedResponse);
  if (!stored) return undefined;
  const { headers, ...page } = stored.value.rendered;
  return { ...page, headers: { ...headers, 'cache-control': `private, no-store, ${noTransform}` } };
}
