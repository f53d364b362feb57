import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { code, root, texts } from './imports.ts';

type Internal = {
  vendor: string;
  /** Files of the vendor, as a glob. */
  within: string;
  /** Text that one of these files must contain. */
  holds: string;
  /** The one file of ours that uses it, and what it says there. */
  file: string;
  says: RegExp;
};

/** Internals of other packages that the product uses, though their makers may change them at any time. */
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
    file: 'web/edge/ask-next.ts',
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
    vendor: 'razorpay',
    within: 'dist/api.js',
    holds: 'this.rq',
    file: 'web/payments/razorpay/transport.ts',
    says: /\brq\b.*=.*razorpay\.api/,
  },
];

test.each(internals)('$vendor still has what $file takes from its internals: $holds', (internal) => {
  const { vendor, within, holds, file } = internal;
  const folder = path.join(root, 'node_modules', vendor);
  const hasIt = globSync(within, { cwd: folder }).some((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes(holds),
  );
  expect(hasIt, `${vendor} has changed its internals: ${holds} is gone, which ${file} needs.`).toBe(true);
});

test.each(internals)('$file alone uses $holds of $vendor', ({ file, says }) => {
  const ours = ['sanity.config.ts', ...code];
  const text = (name: string) => texts.get(name) ?? readFileSync(path.join(root, name), 'utf8');
  expect(ours.filter((name) => says.test(text(name)))).toEqual([file]);
});

test('no other file reaches into the folder that Next was built into', () => {
  const reaching = code.filter((name) => /from 'next\/dist\//.test(texts.get(name) ?? ''));
  expect(reaching).toEqual(internals.filter(({ vendor }) => vendor === 'next').map(({ file }) => file));
});
