import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type NextRequest, NextResponse } from 'next/server';
import { filmHost } from '#schemas/film-rules.ts';
import { isNonPagePath } from '#schemas/paths.ts';
import { findRoute, type Route } from './content/find-route.ts';
import { ContentUnavailable, unavailablePage } from './content/unavailable.ts';
import { choosesGulf } from './contracts/query-parameters.ts';
import { siteSettings } from './env.ts';
import { alwaysRevalidate, noTransform } from './http/cache-control.ts';
import { clientAddress } from './http/client-address.ts';
import { decodeUri } from './http/decode-uri.ts';
import { messageResponse } from './http/message-html.ts';
import { pagePolicy } from './http/page-policy.ts';
import { hasPageQuery, noVarySearchHeader, variesByPageQuery } from './http/page-query.ts';
import { clearPreviewCookie, previewCookie } from './http/preview-pass.ts';
import {
  applicationScript,
  filmScript,
  frameScript,
  inlineScripts,
  islandLoader,
  missingPathScript,
  receiptScript,
  speculationRules,
} from './inline-scripts/inline.generated.ts';
import { checkCustomerPage } from './payments/checkout/receipt.ts';
import { mayPreview } from './preview/may-preview.ts';

/** Internal routes of pages. No visitor's URL reaches them directly. */
const pagesFolder = '/content';
const draftsFolder = '/drafts';
const perRequestFolder = '/per-request';

const previewRoutes = /^\/api\/draft-mode\//;
/** Pages of one customer, with a secret token. */
const customerPages = /^\/pay-online\/(receipt|statement)\/([^/]+)$/;
const allowedMethods = 'GET, HEAD, OPTIONS';

/**
 * Decides the response - a page, a redirect, 404, 405 or 503 - and its policy before rendering. A page itself can neither
 * respond with a 404 that works without scripts nor set a header.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const hasCookie = request.cookies.has(previewCookie);
  const allowed = hasCookie ? await mayPreview(request.headers) : undefined;
  // A guest sees drafts on one page, and the published version of all others.
  const isAllowed = allowed && [undefined, decodeUri(pathname)].includes(allowed.path);
  if (hasCookie && !isAllowed && !(allowed && previewRoutes.test(pathname)))
    request.cookies.delete(previewCookie);
  // The matcher passes other paths than pages only with the preview cookie.
  const response = isNonPagePath(pathname) ? passOn(request) : await respond(request);
  if (allowed === null) response.headers.append('set-cookie', clearPreviewCookie);
  return response;
}

/** Passes a request to its route. An invalid preview cookie has been removed. */
const passOn = ({ headers }: NextRequest) => NextResponse.next({ request: { headers } });

async function respond(request: NextRequest): Promise<Response> {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow: allowedMethods } });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Use GET or HEAD to request a page.\n', {
      status: 405,
      headers: { allow: allowedMethods },
    });
  const { pathname } = request.nextUrl;
  if (process.env.NODE_ENV === 'development' && pathname.startsWith('/dev/')) return NextResponse.next();
  const [, kind, token] = customerPages.exec(pathname) ?? [];
  if (token !== undefined)
    return customerPage(request, kind === 'statement' ? 'statement' : 'receipt', token);
  // `draftMode()` does not work here (Next 16.4), so the page itself decides whether to show drafts.
  const isPreview = request.cookies.has(previewCookie);
  const route = await routeAt(pathname);
  const isMoved = route?.kind === 'redirect' && !route.isEnded;
  if (isPreview && !isMoved)
    return page(request, draftsFolder + pathname, { isPreview, forms: ['paymentForm'], hasFilm: true });
  if (!route) return unavailable();
  if (route.kind === 'redirect') return redirect(request, route);
  if (route.kind === 'missing') return notFound(request);
  if (route.kind === 'empty') return emptySite();
  return publishedPage(request, route);
}

/** Responds with a published page. If a form on it depends on the query string, the page is rendered for this request. */
function publishedPage(request: NextRequest, { forms, hasFilm }: Extract<Route, { kind: 'page' }>): Response {
  const { pathname, search } = request.nextUrl;
  const dependsOnQuery = forms.some((form) => form !== 'paymentForm' && form !== 'applicationForm');
  if (dependsOnQuery && hasPageQuery(search))
    return page(request, perRequestFolder + pathname, {
      cacheControl: 'private, no-cache',
      forms,
      hasFilm,
    });
  const response = page(request, `${pagesFolder}/${findReader(request)}${pathname}`, {
    cacheControl: alwaysRevalidate,
    forms,
    hasFilm,
  });
  if (dependsOnQuery) response.headers.set(noVarySearchHeader, variesByPageQuery);
  return response;
}

/** Recent routes, used while the content API is unavailable. */
const recentRoutes = new LRUCache<string, Route>({ max: 5_000 });

async function routeAt(pathname: string): Promise<Route | undefined> {
  const path = decodeUri(pathname);
  if (path === undefined) return { kind: 'missing' };
  try {
    const route = await findRoute(path);
    if (route.kind !== 'missing') recentRoutes.set(path, route);
    return route;
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error;
    console.error(`Cannot look up ${pathname}. ${error.message}`);
    return recentRoutes.get(path);
  }
}

type PageNeeds = {
  isPreview?: boolean;
  forms?: Extract<Route, { kind: 'page' }>['forms'];
  hasFilm?: boolean | undefined;
  /** An inline script in addition to those of every page. */
  script?: string;
  cacheControl?: string;
  status?: number;
};

const findReader = ({ nextUrl }: NextRequest) => (choosesGulf(nextUrl.search) ? 'gulf' : 'india');

/** Responds with the 404 page. It is the same for all readers of a region, so that shared caches can serve it. */
const notFound = (request: NextRequest) =>
  page(request, `/missing/${findReader(request)}`, {
    script: missingPathScript,
    cacheControl: alwaysRevalidate,
    status: 404,
  });

function page(
  request: NextRequest,
  path: string,
  { isPreview, forms = [], hasFilm, script, cacheControl = 'private, no-store', status = 200 }: PageNeeds,
): Response {
  const { razorpayUrl } = siteSettings();
  const nonce = isPreview ? randomBytes(16).toString('base64') : undefined;
  const scripts = [
    frameScript,
    speculationRules,
    script ?? [],
    forms.some((form) => form === 'enquiryForm' || form === 'paymentForm') ? islandLoader : [],
    hasFilm ? filmScript : [],
    forms.includes('applicationForm') ? applicationScript : [],
  ].flat();
  const policy = pagePolicy({
    inlineScripts: isPreview ? inlineScripts : scripts,
    hasForm: forms.length > 0,
    filmHost: hasFilm ? filmHost : undefined,
    previewNonce: nonce,
    checkout: forms.includes('paymentForm') ? (razorpayUrl ?? 'live') : undefined,
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  // Next reads the nonce for its scripts from the policy in the request.
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  // Next would render a published page anew for a draft cookie, which any client can send.
  if (!isPreview) headers.delete('cookie');
  const target = request.nextUrl.clone();
  target.pathname = path;
  const response = NextResponse.rewrite(target, { request: { headers }, status });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', `${cacheControl}, ${noTransform}`);
  return response;
}

function redirect(
  { nextUrl }: NextRequest,
  { to, permanent }: Extract<Route, { kind: 'redirect' }>,
): Response {
  const target = new URL(to, nextUrl.origin);
  // Keep the query string, for example campaign parameters, on redirects within the site.
  if (to.startsWith('/')) target.search += target.search ? nextUrl.search.replace('?', '&') : nextUrl.search;
  return NextResponse.redirect(target, {
    status: permanent ? 308 : 307,
    headers: {
      'cache-control': alwaysRevalidate,
      'content-security-policy': pagePolicy({ inlineScripts: [] }),
    },
  });
}

async function customerPage(
  request: NextRequest,
  kind: 'receipt' | 'statement',
  token: string,
): Promise<Response> {
  const { pathname } = request.nextUrl;
  const { isFound, secondsToWait } = await checkCustomerPage(kind, token, clientAddress(request.headers));
  if (secondsToWait > 0) return tooManyRequests(pathname, secondsToWait);
  if (isFound) return page(request, pathname, { script: receiptScript });
  return (await routeAt('/')) ? notFound(request) : unavailable();
}

function tooManyRequests(pathname: string, seconds: number): Response {
  const message = {
    heading: 'A moment, please',
    text: 'There were too many requests for payments from your network.',
    hint: 'Nothing is lost. Please try again in a minute.',
    links: [{ href: pathname, label: 'Try again' }],
  };
  return messageResponse(429, message, { 'retry-after': String(seconds) });
}

const emptySite = () =>
  messageResponse(200, {
    heading: 'This site has no content yet',
    text: 'Open the Studio, fill in Site settings, make a page with the address “home”, and publish both.',
    hint: 'To start from the sample content instead, run “npm run seed” on the server.',
    links: [{ href: '/studio', label: 'Open the Studio' }],
  });

function unavailable(): Response {
  const { html, ...init } = unavailablePage();
  return new Response(html, init);
}

export const config = {
  // All pages, by the pattern of schemas/paths.ts. Next requires a literal here, and a test compares both.
  matcher: [
    '/((?!(?:_next|api|islands|lake|livez|media|opengraph-image|readyz|staff|studio)(?:/|$)|(?:apple-touch-icon\\.png|favicon\\.ico|icon\\.svg|\\.well-known/security\\.txt|llms\\.txt|robots\\.txt|security\\.txt|sitemap\\.xml|articles/feed\\.xml)$).*)',
    {
      source: '/:path(api/.*|opengraph-image/.*|articles/feed\\.xml)',
      has: [{ type: 'cookie', key: '__prerender_bypass' }],
    },
  ],
};
