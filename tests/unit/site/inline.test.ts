import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFile, generateInlineScripts } from '#web/inline-scripts/generate.ts';

test('the generated inline scripts match their sources', async () => {
  expect(
    readFileSync(generatedFile, 'utf8') === (await generateInlineScripts()),
    'Run `node web/inline-scripts/generate.ts` and commit the result.',
  ).toBe(true);
});
