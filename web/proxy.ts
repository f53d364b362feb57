import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { ownScripts } from './components/site-frame/scripts.ts';
import { pagePolicy } from './delivery/security-policy.ts';
import { siteSettings } from './env.ts';

const previewCookie = '__prerender_bypass';

/**
 * Previews and receipts are rendered for one request, so their scripts carry a nonce (Next reads it from the request's
 * policy). Published pages do not come through here: theirs are known by hash (`delivery/cache-handler.ts`).
 */
export function proxy(request: NextRequest) {
  const nonce = randomBytes(16).toString('base64');
  const isPreview = request.cookies.has(previewCookie);
  const policy = pagePolicy({
    nonce,
    inlineScripts: ownScripts,
    ownScripts: true,
    ...(isPreview ? { isPreview, checkout: siteSettings().razorpayUrl ?? 'live' } : {}),
    development: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: [
    '/pay-online/receipt/:token',
    {
      source: '/((?!api/|studio|media/|_next/|.*\\.(?:txt|xml|ico|svg|png)$).*)',
      has: [{ type: 'cookie', key: '__prerender_bypass' }],
    },
  ],
};
