import { expect, test } from 'vitest';
import { code, texts } from './imports.ts';

/** Commands that a person watches, which take as long as there is data. */
const commands = /^apps\/content-lake\/transfer\//;

test('whatever runs a server gives up on one that accepts a connection and never answers', () => {
  const without = code
    .filter((file) => file.startsWith('apps/') && !file.includes('/browser/') && !commands.test(file))
    .filter((file) =>
      [...(texts.get(file) ?? '').matchAll(/\bfetch\(/g)].some(({ index }) => {
        // Up to the end of the statement.
        const call = (texts.get(file) ?? '').slice(index).split(/;\n/)[0] ?? '';
        return !/\bsignal\b/.test(call);
      }),
    );
  expect(without).toEqual([]);
});
