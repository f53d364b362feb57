import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { studioTexts } from '#studio/form/studio-texts.ts';

const studioCode = globSync('node_modules/sanity/lib/*.js').map((file) => readFileSync(file, 'utf8'));

const replaced = studioTexts.flatMap(({ namespace, resources }) =>
  Object.entries(resources).map(([key, text]) => ({ namespace, key, text: String(text) })),
);

test.each(replaced)('the Studio has the text $key of “$namespace”', ({ key }) => {
  expect(studioCode.some((code) => code.includes(`"${key}"`))).toBe(true);
});

/** Words of programmers, and what Sanity shows if something has no title. */
const rawWords =
  /slug|revision|untitled|no style|collections of|resolving|annotation|hotspot|ISO-8601|bundle|incoming ref|restore this document/i;

/** Texts with a raw word that nobody sees, with the reason. */
const notShown = [
  // Of an input that no schema uses.
  /^incoming-references-input\./,
  // Our schemas define all annotations.
  /^inputs\.portable-text\.unknown-value\./,
  // Pictures made of lines, such as SVG, are refused.
  /^inputs\.imagetool\.vector-warning\./,
];

const own = studioCode.flatMap((code) =>
  [...code.matchAll(/"([a-z][\w-]*\.[\w.-]+)": "((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => ({
    key,
    text: text.replaceAll(/\{\{.*?\}\}|<.*?>/g, ''),
  })),
);
const replacedKeys = new Set(replaced.map(({ key }) => key));
const shown = [...own.filter(({ key }) => !replacedKeys.has(key)), ...replaced];

test('no text of the Studio has a raw word', () => {
  expect(own.length).toBeGreaterThan(1000);
  const found = shown.filter(({ key }) => !notShown.some((pattern) => pattern.test(key)));
  expect(found.filter(({ text }) => rawWords.test(text))).toEqual([]);
});

test('no text says that a schedule undoes what is published before it', () => {
  expect(shown.filter(({ text }) => /overwritten when the schedule/.test(text))).toEqual([]);
});
