import path from 'node:path';
import type { NextConfig } from 'next';

const root = path.resolve(import.meta.dirname, '..');

const framePolicy = "base-uri 'none'; object-src 'none'; frame-ancestors 'self'";

/** On every answer. What a page may load and run is said page by page, in `delivery/`. */
const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), geolocation=(), microphone=(), usb=()',
  },
  // Banks open in pop-ups from Razorpay's checkout and have to find their way back.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
];

export default {
  poweredByHeader: false,
  // `delivery/compress-answers.ts` does it better.
  compress: false,
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
  // Types are checked by `tsc` in `npm test`; doing it again here would slow the build down for nothing.
  typescript: { ignoreBuildErrors: true, tsconfigPath: '../tsconfig.json' },
  cacheHandler: path.join(import.meta.dirname, 'freshness', 'cache-handler.ts'),
  // The handler above has its own bound.
  cacheMaxMemorySize: 0,
  // Titles and descriptions belong in the head of the first bytes, for every visitor.
  htmlLimitedBots: /.*/,
  headers: async () => [
    { source: '/:path*', headers },
    // The Studio's page says all of its policy itself (`studio-files/studio-page.ts`).
    {
      source: '/:path((?!studio(?!/static/)|api/|media/).*)',
      headers: [{ key: 'Content-Security-Policy', value: framePolicy }],
    },
    {
      source: '/:area(api|media)/:path*',
      headers: [{ key: 'Content-Security-Policy', value: `default-src 'none'; ${framePolicy}` }],
    },
  ],
} satisfies NextConfig;
