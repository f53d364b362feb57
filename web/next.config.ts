import path from 'node:path';
import type { NextConfig } from 'next';

const root = path.resolve(import.meta.dirname, '..');

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
  // Types are checked by `tsc` in `npm test`; doing it again here would slow the build down for nothing.
  typescript: { ignoreBuildErrors: true, tsconfigPath: '../tsconfig.json' },
} satisfies NextConfig;
