import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaTypes } from '#schemas/index.ts';
import { studioTexts } from '#studio/form/studio-texts.ts';

const studioCode = globSync('node_modules/sanity/lib/*.js').map((file) => readFileSync(file, 'utf8'));

const replaced = studioTexts.flatMap(({ namespace, resources }) =>
  Object.entries(resources).map(([key, text]) => ({ namespace, key, text: String(text) })),
);

test.each(replaced)('the Studio has the text $key of “$namespace”', ({ key }) => {
  expect(studioCode.some((code) => code.includes(`"${key}"`))).toBe(true);
});

/** Words of programmers. */
const rawWords =
  /slug|no style|collections of|annotation|hotspot|ISO-8601|bundle|incoming ref|restore this document/i;

/** Returns the titles, descriptions and choices of a type and all it contains. */
function textsIn(type: unknown): string[] {
  if (Array.isArray(type)) return type.flatMap(textsIn);
  const read = z
    .looseObject({ title: z.unknown().optional(), description: z.unknown().optional() })
    .safeParse(type);
  if (!read.success) return [];
  const { title, description, fields, of, options, list, groups, fieldsets } = read.data;
  const own = [title, description].filter((text) => typeof text === 'string');
  return [...own, ...[fields, of, options, list, groups, fieldsets].flatMap(textsIn)];
}

test('no text of the content model has a raw word, or the name of a field in code', () => {
  const texts = schemaTypes.flatMap(textsIn);
  expect(texts.length).toBeGreaterThan(500);
  const code = /\b[a-z]{2,}[A-Z]\w*|\bjson\b/;
  const shownTexts = texts.map((text) => text.replaceAll(/\{.*?\}/g, ''));
  expect(shownTexts.filter((text) => rawWords.test(text) || code.test(text))).toEqual([]);
});
