import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seedFolder } from '../../support/seed-content.ts';
import { documents, querySeed, walk } from './seed.ts';

const ids = documents.map(({ _id }) => _id);

test('gives every document an id of its own', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

/** Everything inside the documents, with the names on the way to it. */
const values: { id: string; at: string[]; value: unknown }[] = [];
for (const document of documents) walk(document, (value, at) => values.push({ id: document._id, at, value }));
/** Texts under a name. */
const textsNamed = (name: string) =>
  values.flatMap(({ at, value }) => (at.at(-1) === name && typeof value === 'string' ? value : []));

test('names in its buttons services that the enquiry form offers', async () => {
  const offered = await querySeed('*[_type == "page"].sections[_type == "enquiryForm"].services[].value');
  const named = textsNamed('service');
  expect(named.length).toBeGreaterThan(10);
  expect(offered).toEqual(expect.arrayContaining(named));
});

test('gives every object in a list a key of its own', () => {
  const wrong = values.filter(({ value }) => {
    if (!Array.isArray(value)) return false;
    const objects = value.filter((item) => typeof item === 'object');
    const keys = objects.map((item) => z.object({ _key: z.string().min(1) }).safeParse(item).data?._key);
    return keys.includes(undefined) || new Set(keys).size !== keys.length;
  });
  expect(wrong.map(({ id, at }) => `${id} ${at.join('.')}`)).toEqual([]);
});

describe('pictures', () => {
  const picture = z.object({ _sanityAsset: z.string(), alt: z.string() });
  const pictures = values.flatMap(({ value }) => picture.safeParse(value).data ?? []);
  const folder = path.join(seedFolder, 'images');
  /** Returns width and height in pixels: shops of the street are 25:18, cities 3:1, other pictures 4:3. */
  const sizeOf = (name: string) =>
    name.startsWith('shop-') ? [1200, 864] : name.startsWith('city-') ? [1920, 640] : [1600, 1200];
  const files = readdirSync(folder).sort();

  test('are all there and all used', () => {
    const used = pictures.map(({ _sanityAsset }) => _sanityAsset.replace('image@file://./images/', ''));
    expect([...new Set(used)].sort()).toEqual(files);
  });

  test.each(files)('%s is sharp and small', async (file) => {
    const { width, height } = await sharp(path.join(folder, file)).metadata();
    expect([width, height]).toEqual(sizeOf(file));
    expect(statSync(path.join(folder, file)).size).toBeLessThan(60_000);
  });
});
