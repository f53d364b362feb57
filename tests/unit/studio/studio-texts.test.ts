import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { studioTexts } from '#studio/form/studio-texts.ts';

const studioCode = globSync('node_modules/sanity/lib/*.js').map((file) => readFileSync(file, 'utf8'));

const replaced = studioTexts.flatMap(({ namespace, resources }) =>
  Object.entries(resources).map(([key, text]) => ({ namespace, key, text: String(text) })),
);

test.each(replaced)('the Studio has the text $key of “$namespace”', ({ key }) => {
  expect(studioCode.some((code) => code.includes(`"${key}": "`))).toBe(true);
});

test('no text uses a raw word of the Studio', () => {
  const raw = replaced.filter(({ text }) => /slug|revision|untitled|collections of|no style/i.test(text));
  expect(raw).toEqual([]);
});
