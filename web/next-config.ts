import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';
import { releaseFolder } from '#settings';
import { buttonHeaders, formPolicy, messageHeaders } from './http/message-html.ts';
import { everywhere, framePolicy, overHttps } from './http/security-headers.ts';

const root = path.resolve(import.meta.dirname, '..');

const listOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

/** Output of `vite build web/islands`. Development needs none of it: Next's runtime hydrates the forms. */
const islands = path.join(import.meta.dirname, 'public', 'islands');
const islandFiles = existsSync(islands) ? readdirSync(islands).filter((file) => file.endsWith('.js')) : [];

const config: NextConfig = {
  // A release is a build that never changes (`apps/build/build.ts`).
  distDir: process.env.SITE_RELEASE ? releaseFolder(process.env.SITE_RELEASE) : '.next',
  poweredByHeader: false,
  // Pages named `page.dev.tsx` are for developers and in no build.
  pageExtensions: [...(process.env.NODE_ENV === 'development' ? ['dev.tsx'] : []), 'tsx', 'ts'],
  reactStrictMode: true,
  turbopack: {
    root,
    rules: {
      '**/node_modules/@sanity/comlink/dist/index.js': {
        loaders: [path.join(import.meta.dirname, 'preview', 'forget-messages.mjs')],
      },
    },
  },
  outputFileTracingRoot: root,
  // Loaded once, not bundled into each payment route.
  serverExternalPackages: ['razorpay'],
  outputFileTracingIncludes: { '/studio/[[...path]]': ['public/studio/index.html'] },
  // `npm test` runs `tsc`.
  typescript: { ignoreBuildErrors: true, tsconfigPath: '../tsconfig.json' },
  ...(process.env.NEXT_CACHE_HANDLER === 'none'
    ? {}
    : {
        cacheHandler: path.join(import.meta.dirname, 'freshness', 'cache-handler.ts'),
        // The handler has its own bound.
        cacheMaxMemorySize: 0,
      }),
  // Pictures come from `/media`; Next's own route would let anybody render many sizes.
  images: { unoptimized: true },
  // Pages must not outlive the process, which misses changes published while it is down.
  experimental: { isrFlushToDisk: false },
  // Metadata in the head of the first bytes, for every visitor.
  htmlLimitedBots: /.*/,
  // The file is in `public`, but the Studio's route serves the page.
  redirects: async () => [{ source: '/studio/index.html', destination: '/studio', permanent: true }],
  headers: async () => [
    { source: '/:path*', headers: listOf(everywhere) },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: listOf(overHttps),
    },
    // Per file: a 404 must not be cached for a name that the next release may bring.
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
      source: '/:area(api|media)/:path*',
      headers: [{ key: 'Content-Security-Policy', value: messageHeaders['content-security-policy'] }],
    },
    {
      // Its answer may be the form again.
      source: '/api/enquiry',
      headers: [{ key: 'Content-Security-Policy', value: formPolicy }],
    },
    {
      // Its page has a button; the last rule wins.
      source: '/api/stop-reminders/:token',
      headers: [
        { key: 'Content-Security-Policy', value: buttonHeaders['content-security-policy'] },
        { key: 'Referrer-Policy', value: buttonHeaders['referrer-policy'] },
      ],
    },
    {
      // Content-hashed by Vite.
      source: '/studio/static/:file(.*-[\\w-]{8,}\\.\\w+)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
};

/** Each build also starts from `.next/standalone`; Next's servers of the whole project ignore it. */
export default (phase: string): NextConfig =>
  phase === PHASE_PRODUCTION_BUILD
    ? {
        ...config,
        output: 'standalone',
        env: { ISLANDS_MANIFEST: readFileSync(path.join(islands, 'manifest.json'), 'utf8') },
      }
    : config;
