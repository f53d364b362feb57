import { createHash } from 'node:crypto';

/** Headers of every response. `proxy.ts` adds the policy of a page. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  // Razorpay's checkout opens the bank's page in a pop-up, which has to reach the window that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

/** Browsers accept this header only over HTTPS. */
export const httpsHeaders = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Returns the policy source that allows this inline script or style. */
export const hashForPolicy = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Directives in the policy of every page and file. */
export const framePolicy = "base-uri 'none'; object-src 'none'; frame-ancestors 'self'";
