import { createHash } from 'node:crypto';

/** On every response; `proxy.ts` adds the policy of a page. */
export const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  // Banks open in pop-ups from Razorpay's checkout and have to find their way back.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
};

/** Browsers heed it over https alone. */
export const overHttps = { 'Strict-Transport-Security': 'max-age=31536000' };

/** The source of a policy that allows this text, inline. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** In every policy, of pages and files alike. */
export const framePolicy = "base-uri 'none'; object-src 'none'; frame-ancestors 'self'";
