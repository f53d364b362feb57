import { expect, test } from 'vitest';
import { code, texts } from './imports.ts';

/** Commands that a person starts and watches. They take as long as there is data. */
const commands = /^apps\/content-lake\/transfer\//;

test('every fetch in apps has a timeout signal, so that a server that never responds blocks nothing', () => {
  const without = code
    .filter((file) => file.startsWith('apps/') && !file.includes('/browser/') && !commands.test(file))
    .filter((file) =>
      [...(texts.get(file) ?? '').matchAll(/\bfetch\(/g)].some(({ index }) => {
        // Reads up to the end of the statement.
        const call = (texts.get(file) ?? '').slice(index).split(/;\n/)[0] ?? '';
        return !/\bsignal\b/.test(call);
      }),
    );
  expect(without).toEqual([]);
});
