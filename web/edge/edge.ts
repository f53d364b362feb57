import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Settings } from '#settings';
import { detectUnavailableContent } from '#web/content/unavailable.ts';
import { second } from '#web/contracts/durations.ts';
import type { PageStore } from '#web/freshness/page-store.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import { commonHeaders, framePolicy, httpsHeaders } from '#web/http/security-headers.ts';
import { bodyLimits } from './body-limits.ts';
import { compressUncached } from './compress-uncached.ts';
import { withErrorPage } from './error-page.ts';
import { keepReader } from './keep-reader.ts';
import type { Middleware } from './middleware.ts';
import { normalizeRequest } from './normalize-request.ts';
import { dropUntrustedRequestId } from './observe.ts';
import { cachePages } from './page-cache.ts';
import { lakePrefix } from './proxy-to-lake.ts';
import { renderPerRequest } from './render-per-request.ts';
import { type Handler, requestNext } from './request-next.ts';
import { stripInertMarkup } from './strip-inert-markup.ts';
import { stripUnsafeHeaders } from './strip-unsafe-headers.ts';

type Options = Pick<Settings, 'trustProxy' | 'siteUrl'> & {
  pages: PageStore;
  lake?: Middleware;
  /** For how many milliseconds after a publish visitors may get the last version of a page. */
  staleTime?: number;
  /** Time limit for a request body, in milliseconds. */
  bodyTimeout?: number;
};

/**
 * Overwrites `x-forwarded-for` with the client's address. Next trusts this header, so a client could otherwise evade
 * the rate limits. `protocol` is the `x-forwarded-proto` header to set if the site's own address is HTTPS.
 */
function withClientAddress(trustProxy: Settings['trustProxy'], protocol: Record<string, string>): Middleware {
  const readAddress = clientAddressReader(trustProxy);
  return ({ headers, socket }, _response, next) => {
    headers['x-forwarded-for'] = readAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''));
    Object.assign(headers, protocol);
    next();
  };
}

/** Matches paths that Next redirects before its header rules: `/studio/index.html`, and paths with extra slashes. */
const withoutNextHeaders = /^(?!\/(?:\?|$))[^?]*[/\\](?:[/\\?]|$)|^\/studio\/index\.html(?:[/?]|$)/;

/** Adds security headers where Next adds none. Setting them on every response would cost a third of the throughput. */
function withSecurityHeaders(all: Map<string, string>): Middleware {
  return ({ url = '' }, response, next) => {
    if (withoutNextHeaders.test(url) || lakePrefix.test(url)) response.setHeaders(all);
    next();
  };
}

/**
 * Creates the request listener: a chain of middleware with Next as its last part. For visitors, Next alone would be
 * enough: it sets status, redirects, headers and policy (`proxy.ts`, `next-config.ts`). Staff need the proxy to the
 * embedded lake.
 */
export function edge(next: Handler, options: Options): RequestListener {
  const { trustProxy, siteUrl, pages, staleTime = 0, lake, bodyTimeout = 30 * second } = options;
  const isSecure = siteUrl.startsWith('https:');
  const protocol: Record<string, string> = isSecure ? { 'x-forwarded-proto': 'https' } : {};
  const securityHeaders = new Map(
    Object.entries({
      ...commonHeaders,
      ...(isSecure && httpsHeaders),
      'content-security-policy': framePolicy,
    }),
  );
  const render = async (url: string, headers: IncomingHttpHeaders) => {
    const { result, isUnavailable } = await detectUnavailableContent(() => requestNext(next, url, headers));
    return keepReader(url, withErrorPage(url, result, isUnavailable));
  };
  const renderPublic = async (url: string, from: string) =>
    stripInertMarkup(await render(url, { 'x-forwarded-for': from, ...protocol }));
  const chain: Middleware[] = [
    dropUntrustedRequestId(trustProxy),
    bodyLimits(bodyTimeout, securityHeaders),
    normalizeRequest,
    withSecurityHeaders(securityHeaders),
    ...(lake ? [lake] : []),
    withClientAddress(trustProxy, protocol),
    stripUnsafeHeaders,
    cachePages(renderPublic, pages, staleTime),
    compressUncached,
    renderPerRequest(render, pages),
    // Next's handler has a third parameter of its own, so it must not receive the next middleware.
    (request, response) => next(request, response),
  ];
  return (request, response) => {
    const run = (index: number) => chain[index]?.(request, response, () => run(index + 1));
    run(0);
  };
}
