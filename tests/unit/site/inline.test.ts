import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFile, generateInlineScripts } from '#web/inline-scripts/generate.ts';

test('the inline scripts are built from their sources as they are', async () => {
  expect(
    readFileSync(generatedFile, 'utf8') === (await generateInlineScripts()),
    'Run `node web/inline-scripts/generate.ts` and commit the result.',
  ).toBe(true);
});
