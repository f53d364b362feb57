import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { code, root, texts } from './imports.ts';

type Internal = {
  vendor: string;
  /** Glob of the package's files. */
  within: string;
  /** Text that one of these files must contain. */
  holds: string;
  /** The only product file that uses it, and the pattern of its use. */
  file: string;
  says: RegExp;
};

/** Internals of packages that the product uses. Any new version may change them. */
const internals: Internal[] = [
  {
    vendor: 'next',
    within: 'dist/client/components/redirect-error.js',
    holds: 'isRedirectError',
    file: 'web/app/api/draft-mode/enable/route.ts',
    says: /next\/dist\/client\/components\/redirect-error/,
  },
  {
    vendor: 'next',
    within: 'dist/server/lib/mock-request.js',
    holds: 'createRequestResponseMocks',
    file: 'web/edge/request-next.ts',
    says: /next\/dist\/server\/lib\/mock-request/,
  },
  {
    vendor: 'next',
    within: 'dist/server/lib/incremental-cache/index.d.ts',
    holds: 'class CacheHandler',
    file: 'web/freshness/cache-handler.ts',
    says: /next\/dist\/server\/lib\/incremental-cache/,
  },
  {
    vendor: 'sanity',
    within: 'lib/**/*.js',
    holds: 'unstable_clientFactory',
    file: 'sanity.config.ts',
    says: /unstable_clientFactory/,
  },
  {
    vendor: '@sanity/mutator',
    within: '{lib,dist}/index.js',
    holds: 'handleDocumentDeleted',
    file: 'studio/unsaved/sanity-mutator.ts',
    says: /BufferedDocument/,
  },
  {
    vendor: 'groq-js',
    within: 'dist/*.js',
    holds: 'return this.patternRe.test(str)',
    file: 'apps/content-lake/exact-paths.ts',
    says: /this: \{ pattern: string \}/,
  },
  {
    vendor: 'razorpay',
    within: 'dist/api.js',
    holds: 'this.rq',
    file: 'web/payments/razorpay/transport.ts',
    says: /\brq\b.*=.*razorpay\.api/,
  },
];

test.each(internals)('$vendor still has $holds, which $file uses', (internal) => {
  const { vendor, within, holds, file } = internal;
  const folder = path.join(root, 'node_modules', vendor);
  const hasIt = globSync(within, { cwd: folder }).some((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes(holds),
  );
  expect(hasIt, `${vendor} has changed its internals: ${holds} is gone, which ${file} needs.`).toBe(true);
});

test.each(internals)('only $file uses $holds of $vendor', ({ file, says }) => {
  const ours = ['sanity.config.ts', ...code];
  const text = (name: string) => texts.get(name) ?? readFileSync(path.join(root, name), 'utf8');
  expect(ours.filter((name) => says.test(text(name)))).toEqual([file]);
});

test('no other file imports from next/dist', () => {
  const reaching = code.filter((name) => /from 'next\/dist\//.test(texts.get(name) ?? ''));
  expect(reaching).toEqual(internals.filter(({ vendor }) => vendor === 'next').map(({ file }) => file));
});
