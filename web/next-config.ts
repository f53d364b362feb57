import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';
import { releaseFolder } from '#settings';
import { buttonHeaders, messageHeaders } from './http/message-html.ts';
import { commonHeaders, framePolicy, httpsHeaders } from './http/security-headers.ts';

const root = path.resolve(import.meta.dirname, '..');

const toHeaderList = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

/** Output of `vite build web/islands`. Not needed in development, where Next hydrates the forms. */
const islands = path.join(import.meta.dirname, 'public', 'islands');
const islandFiles = existsSync(islands) ? readdirSync(islands).filter((file) => file.endsWith('.js')) : [];

const config: NextConfig = {
  // A release is a build whose files never change (`apps/build/build.ts`).
  distDir: process.env.SITE_RELEASE ? releaseFolder(process.env.SITE_RELEASE) : '.next',
  poweredByHeader: false,
  // Pages named `page.dev.tsx` are for development and not part of a build.
  pageExtensions: [...(process.env.NODE_ENV === 'development' ? ['dev.tsx'] : []), 'tsx', 'ts'],
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
  // Otherwise the package would be bundled into each payment route.
  serverExternalPackages: ['razorpay'],
  outputFileTracingIncludes: {
    '/studio/[[...path]]': ['public/studio/index.html'],
    '/opengraph-image/[...path]': ['../node_modules/@expo-google-fonts/*/700Bold/*.ttf'],
  },
  // `npm run check` runs `tsc`.
  typescript: { ignoreBuildErrors: true, tsconfigPath: '../tsconfig.json' },
  ...(process.env.NEXT_CACHE_HANDLER === 'none'
    ? {}
    : {
        cacheHandler: path.join(import.meta.dirname, 'freshness', 'cache-handler.ts'),
        // The cache handler has its own limit.
        cacheMaxMemorySize: 0,
      }),
  // Pictures are served at `/media`. Next's own route would let strangers render many sizes.
  images: { unoptimized: true },
  experimental: {
    // Pages on disk would miss changes that are published while the process is down.
    isrFlushToDisk: false,
    // With a preview cookie, `proxy.ts` reads the forms of tax invoices. Next would cut them off at 10 MB.
    proxyClientMaxBodySize: '27mb',
  },
  // Send metadata in the `head` to every client. By default Next streams it into the body.
  htmlLimitedBots: /.*/,
  // The file is in `public`, but the Studio's route has to serve the page.
  redirects: async () => [{ source: '/studio/index.html', destination: '/studio', permanent: true }],
  // Globs and the compiler skip folders with a dot, so the route is elsewhere.
  rewrites: async () => [{ source: '/.well-known/security.txt', destination: '/security.txt' }],
  headers: async () => [
    { source: '/:path*', headers: toHeaderList(commonHeaders) },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: toHeaderList(httpsHeaders),
    },
    // One rule per file: a 404 must not be cached for a file that the next release may have.
    ...islandFiles.map((file) => ({
      source: `/islands/${file}`,
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    })),
    // The Studio's page sets its own policy (`studio-files/studio-page.ts`).
    {
      source: '/:path((?!studio(?!/static/)|api/|media/).*)',
      headers: [{ key: 'Content-Security-Policy', value: framePolicy }],
    },
    {
      source: '/api/:path*',
      headers: [{ key: 'Content-Security-Policy', value: messageHeaders['content-security-policy'] }],
    },
    {
      // Drawings (SVG) have styles of their own, and may run no script.
      source: '/media/:path*',
      headers: [
        {
          key: 'Content-Security-Policy',
          value: `default-src 'none'; style-src 'unsafe-inline'; sandbox; ${framePolicy}`,
        },
      ],
    },
    {
      // The page has a button. The last matching rule wins.
      source: '/api/stop-reminders/:token',
      headers: [
        { key: 'Content-Security-Policy', value: buttonHeaders['content-security-policy'] },
        { key: 'Referrer-Policy', value: buttonHeaders['referrer-policy'] },
      ],
    },
    {
      // Vite puts a content hash into these names.
      source: '/studio/static/:file(.*-[\\w-]{8,}\\.\\w+)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
};

/** Every build also has a standalone output, which other ways to start the site ignore. */
export default (phase: string): NextConfig =>
  phase === PHASE_PRODUCTION_BUILD
    ? {
        ...config,
        output: 'standalone',
        env: { ISLANDS_MANIFEST: readFileSync(path.join(islands, 'manifest.json'), 'utf8') },
      }
    : config;
