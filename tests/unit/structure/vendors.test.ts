import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { code, root, texts } from './imports.ts';

/**
 * Internals of packages, by the only product file that uses each. The compiler or a test of the file fails if a new version
 * no longer has them.
 */
const internals = {
  'web/app/api/draft-mode/enable/route.ts': /next\/dist\/client\/components\/redirect-error/,
  'web/edge/request-next.ts': /next\/dist\/server\/lib\/mock-request/,
  'web/freshness/cache-handler.ts': /next\/dist\/server\/lib\/incremental-cache/,
  'sanity.config.ts': /unstable_clientFactory/,
  'studio/unsaved/sanity-mutator.ts': /BufferedDocument/,
  'apps/content-lake/exact-paths.ts': /this: \{ pattern: string \}/,
  'web/payments/razorpay/client.ts': /\brq\b.*=.*razorpay\.api/,
};

test.each(Object.entries(internals))('only %s matches %s', (file, pattern) => {
  const text = (name: string) => texts.get(name) ?? readFileSync(path.join(root, name), 'utf8');
  expect(['sanity.config.ts', ...code].filter((name) => pattern.test(text(name)))).toEqual([file]);
});

test('no other file imports from next/dist', () => {
  const reaching = code.filter((name) => /from 'next\/dist\//.test(texts.get(name) ?? ''));
  const allowed = Object.entries(internals).filter(([, pattern]) => pattern.source.startsWith('next'));
  expect(reaching).toEqual(allowed.map(([file]) => file));
});

test('groq-js still has the pattern that apps/content-lake/exact-paths.ts replaces', () => {
  const sources = globSync('node_modules/groq-js/dist/*.js', { cwd: root });
  const isThere = (file: string) =>
    readFileSync(path.join(root, file), 'utf8').includes('return this.patternRe.test(str)');
  expect(sources.some(isThere)).toBe(true);
});
