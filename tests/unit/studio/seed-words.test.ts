import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { typesWithSeoFallback } from '#schemas/objects/seo.ts';
import { isPageType } from '#schemas/paths.ts';
import {
  cityPlaceholders,
  placeholderPattern,
  resultPlaceholders,
  settingsPlaceholders,
} from '#schemas/placeholders.ts';
import { documents, querySeed, textsOf } from './seed.ts';

const figures = z
  .array(z.object({ key: z.string(), value: z.string() }))
  .parse(await querySeed('*[_type == "siteSettings"][0].figures[]{key, value}'));
const values = new Map(figures.map(({ key, value }) => [key, value]));
const filled = (text: string) =>
  text.replace(placeholderPattern, (written, key) => values.get(key) ?? written);

const insights = z
  .array(z.object({ name: z.string(), text: z.string() }))
  .parse(
    await querySeed('*[_type == "cityPage"]{name, "text": array::join(insight[].children[].text, " ")}'),
  );

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

describe('city insights', () => {
  test.each(insights)('$name has 120 to 180 words', ({ text }) => {
    const count = text.split(/\s+/).length;
    expect(count).toBeGreaterThanOrEqual(120);
    expect(count).toBeLessThanOrEqual(180);
  });

  test('open each in their own way', () => {
    const openings = insights.map(({ text }) => wordsOf(text).slice(0, 3).join(' '));
    expect(new Set(openings).size).toBe(insights.length);
  });
});

describe('search results', () => {
  const seo = z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()).min(1) });
  const pages = documents.flatMap((document) => {
    const found = z.object({ _id: z.string(), seo }).safeParse(document);
    return found.success ? [{ id: found.data._id, ...found.data.seo }] : [];
  });

  test('has texts for every page, but where title and summary stand for them', () => {
    const needed = documents.filter(
      ({ _type }) =>
        ['cityPage', 'cityPageTemplate'].includes(_type) ||
        (isPageType(_type) && !typesWithSeoFallback.has(_type)),
    );
    const found = new Set(pages.map(({ id }) => id));
    expect(
      needed.map(({ _id }) => _id).filter((id) => !found.has(id)),
      'title, description and keywords under seo, or the type in typesWithSeoFallback of schemas/objects/seo.ts',
    ).toEqual([]);
  });

  test.each(pages)('$id fits', ({ title, description }) => {
    expect(filled(title).length).toBeLessThanOrEqual(60);
    expect(filled(description).length).toBeLessThanOrEqual(155);
    expect(filled(description).length).toBeGreaterThanOrEqual(70);
  });

  test('repeats no title and no description', () => {
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  });
});

describe('copy', () => {
  const all = documents.flatMap((document) => textsOf(document).map((text) => ({ id: document._id, text })));
  const quotedWithExclamation = new Set(['Oops! Page not found']);

  test('shouts nowhere but in the quoted texts', () => {
    expect(all.filter(({ text }) => text.includes('!') && !quotedWithExclamation.has(text))).toEqual([]);
  });

  test('uses no empty words', () => {
    const empty =
      /\b(?:leverag\w+|unlock\w*|cutting-edge|elevat\w+|seamless\w*|empower\w*|synerg\w+|holistic|world-class|state-of-the-art|game-chang\w+|solutions?)\b/i;
    expect(all.filter(({ text }) => empty.test(text))).toEqual([]);
  });

  test('has no double spaces and no placeholder without a meaning', () => {
    const known = new Set([
      ...values.keys(),
      ...settingsPlaceholders,
      ...cityPlaceholders,
      ...resultPlaceholders,
    ]);
    const unknown = (text: string) =>
      [...text.matchAll(placeholderPattern)].some(([, name]) => !known.has(name ?? ''));
    expect(all.filter(({ text }) => / {2}/.test(text) || unknown(text))).toEqual([]);
  });
});

test('uses an e-mail address and a phone number that reach nobody', async () => {
  expect(await querySeed('*[_type == "siteSettings"][0]{email, phone, whatsapp}')).toEqual({
    email: expect.stringMatching(/@example\.com$/),
    // No Indian number begins with 0 after the country code, so this one is never given to anybody.
    phone: '+91 00000 00000',
    whatsapp: '+91 00000 00000',
  });
});
