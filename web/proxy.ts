import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type NextRequest, NextResponse } from 'next/server';
import { isNonPagePath } from '#schemas/paths.ts';
import { findRoute, type Route } from './content/find-route.ts';
import { ContentUnavailable, unavailablePage } from './content/unavailable.ts';
import { siteSettings } from './env.ts';
import { alwaysRevalidate } from './http/always-revalidate.ts';
import { clientAddress } from './http/client-address.ts';
import { decodeUri } from './http/decode-uri.ts';
import { messageHeaders, messageHtml } from './http/message-html.ts';
import { pagePolicy } from './http/page-policy.ts';
import { hasPageQuery, noVarySearchHeader, variesByPageQuery } from './http/page-query.ts';
import { clearPreviewCookie, previewCookie } from './http/preview-pass.ts';
import {
  frameScript,
  inlineScripts,
  islandLoader,
  missingPathScript,
  receiptScript,
  speculationRules,
} from './inline-scripts/inline.generated.ts';
import { findStatementBill } from './payments/bills/statement.ts';
import { secondsUntilRead } from './payments/checkout/receipt.ts';
import { findOrder } from './payments/ledger/orders.ts';
import { getPayments } from './payments/runtime.ts';
import { mayPreview } from './preview/may-preview.ts';

/** Internal routes of pages, which visitors' addresses never reach directly. */
const pagesFolder = '/content';
const draftsFolder = '/drafts';
const askedFolder = '/asked';
/** One page for all unknown paths, so that it is rendered once. */
const missingPage = '/missing/page';

const ofPreviews = /^\/api\/draft-mode\//;
/** Pages of one customer, by a token. */
const ofOne = /^\/pay-online\/(receipt|statement)\/([^/]+)$/;
const allow = 'GET, HEAD, OPTIONS';

/**
 * Decides on the response - a page, a redirect, 404, 405 or 503 - and its policy before anything is rendered: a page
 * itself can neither answer 404 in plain HTML nor set a header.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const isAsked = request.cookies.has(previewCookie);
  const may = isAsked ? await mayPreview(request.headers) : undefined;
  // A guest sees one page in drafts, and all others as everybody does.
  const isOpen = may && [undefined, decodeUri(pathname)].includes(may.path);
  if (isAsked && !isOpen && !(may && ofPreviews.test(pathname))) request.cookies.delete(previewCookie);
  // Others than pages come here only with the preview cookie.
  const response = isNonPagePath(pathname) ? passOn(request) : await answer(request);
  if (may === null) response.headers.append('set-cookie', clearPreviewCookie);
  return response;
}

/** With the preview cookie only if it is valid. */
const passOn = ({ headers }: NextRequest) => NextResponse.next({ request: { headers } });

async function answer(request: NextRequest): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('A page can only be read.\n', { status: 405, headers: { allow } });
  const { pathname } = request.nextUrl;
  if (process.env.NODE_ENV === 'development' && pathname.startsWith('/dev/')) return NextResponse.next();
  const [, kind, token] = ofOne.exec(pathname) ?? [];
  if (token !== undefined) return pageOfOne(request, kind === 'statement', token);
  // `draftMode()` does not work here (Next 16.4), so drafts are left to the page.
  const isPreview = request.cookies.has(previewCookie);
  const route = await routeAt(pathname);
  if (route?.kind === 'redirect') return redirect(request, route);
  const inFolder = `${pagesFolder}${pathname}`;
  if (isPreview) return page(request, draftsFolder + pathname, { isPreview, forms: ['paymentForm'] });
  if (!route) return unavailable(pathname);
  if (route.kind === 'missing') return missing(request);
  if (route.kind === 'empty') return page(request, inFolder, { cacheControl: 'no-store' });
  return formPage(request, route.forms);
}

/** A page with a form that asks nothing of the server is the same for all; its answers are for whoever asks. */
function formPage(request: NextRequest, forms: PageNeeds['forms'] = []): Response {
  const { pathname, search } = request.nextUrl;
  const answers = forms.some((form) => form !== 'paymentForm');
  if (answers && hasPageQuery(search))
    return page(request, askedFolder + pathname, { cacheControl: 'private, no-cache', forms });
  const response = page(request, pagesFolder + pathname, { cacheControl: alwaysRevalidate, forms });
  if (answers) response.headers.set(noVarySearchHeader, variesByPageQuery);
  return response;
}

/** Recent routes, for when the content API is down. */
const known = new LRUCache<string, Route>({ max: 5_000 });

async function routeAt(pathname: string): Promise<Route | undefined> {
  const path = decodeUri(pathname);
  if (path === undefined) return { kind: 'missing' };
  try {
    const route = await findRoute(path);
    if (route.kind !== 'missing') known.set(path, route);
    return route;
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error;
    console.error(`${pathname} cannot be looked up. ${error.message}`);
    return known.get(path);
  }
}

type PageNeeds = {
  isPreview?: boolean;
  forms?: Extract<Route, { kind: 'page' }>['forms'];
  /** Scripts beside those of every page. */
  script?: string;
  cacheControl?: string;
  status?: number;
};

/** The same for everybody, so that shared caches can answer a flood of visitors. */
const missing = (request: NextRequest) =>
  page(request, missingPage, { script: missingPathScript, cacheControl: alwaysRevalidate, status: 404 });

function page(
  request: NextRequest,
  path: string,
  { isPreview, forms = [], script, cacheControl, status = 200 }: PageNeeds,
): Response {
  const { razorpayUrl } = siteSettings();
  const nonce = isPreview ? randomBytes(16).toString('base64') : undefined;
  const scripts = [
    frameScript,
    speculationRules,
    script ?? [],
    forms.some((form) => form !== 'tenderTool') ? islandLoader : [],
  ].flat();
  const policy = pagePolicy({
    inlineScripts: isPreview ? inlineScripts : scripts,
    hasForm: forms.length > 0,
    previewNonce: nonce,
    checkout: forms.includes('paymentForm') ? (razorpayUrl ?? 'live') : undefined,
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  // The framework reads the nonce for its scripts from the request's policy.
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  // Published pages are the same for all; for a draft cookie, which anybody can set, the framework would re-render
  // them.
  if (!isPreview) headers.delete('cookie');
  const target = request.nextUrl.clone();
  target.pathname = path;
  const response = NextResponse.rewrite(target, { request: { headers }, status });
  response.headers.set('content-security-policy', policy);
  if (cacheControl) response.headers.set('cache-control', cacheControl);
  return response;
}

function redirect(
  { nextUrl }: NextRequest,
  { to, permanent }: Extract<Route, { kind: 'redirect' }>,
): Response {
  // Campaign parameters are passed on within the site.
  const target = /^\/[^?#]*$/.test(to) ? to + nextUrl.search : to;
  return NextResponse.redirect(new URL(target, nextUrl.origin), {
    status: permanent ? 308 : 307,
    headers: {
      'cache-control': alwaysRevalidate,
      'content-security-policy': pagePolicy({ inlineScripts: [] }),
    },
  });
}

/** If the ledger cannot be read, the page reports it. */
async function pageOfOne(request: NextRequest, isStatement: boolean, token: string): Promise<Response> {
  try {
    const payments = await getPayments();
    const wait = await secondsUntilRead(payments, clientAddress(request.headers));
    if (wait > 0) return tooManyLooks(request.nextUrl.pathname, wait);
    const known = isStatement
      ? await findStatementBill(payments.db, token, payments.now())
      : await findOrder(payments.db, token, 'receipt_token');
    if (!known) return (await routeAt('/')) ? missing(request) : unavailable(request.nextUrl.pathname);
  } catch {}
  return page(request, request.nextUrl.pathname, { script: receiptScript });
}

function tooManyLooks(pathname: string, seconds: number): Response {
  const html = messageHtml({
    heading: 'A moment, please',
    text: 'Payments were looked at too often from here.',
    hint: 'Nothing is lost. Please look again in a minute.',
    links: [{ href: pathname, label: 'Look again' }],
  });
  return new Response(html, { status: 429, headers: { ...messageHeaders, 'retry-after': String(seconds) } });
}

function unavailable(pathname: string): Response {
  const { html, ...answer } = unavailablePage(pathname);
  return new Response(html, answer);
}

export const config = {
  // All pages: `noPagePattern` of schemas/paths.ts, as a literal.
  matcher: [
    '/((?!(?:_next|api|islands|lake|livez|media|opengraph-image|readyz|sitemap|staff|studio)(?:/|$)|(?:apple-touch-icon\\.png|favicon\\.ico|icon\\.svg|indexnow\\.txt|llms\\.txt|robots\\.txt|sitemap\\.xml|articles/feed\\.xml)$).*)',
    {
      source: '/:path(api/.*|opengraph-image/.*|articles/feed\\.xml)',
      has: [{ type: 'cookie', key: '__prerender_bypass' }],
    },
  ],
};
