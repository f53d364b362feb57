import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pathOf, seedFolder } from '../../support/seed-content.ts';
import { documents, querySeed, walk } from './seed.ts';

const ids = documents.map(({ _id }) => _id);

test('gives every document an id of its own', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('gives every page a path of its own', () => {
  const paths = documents.map(pathOf).filter((path) => path !== null);
  expect(new Set(paths).size).toBe(paths.length);
});

test('refers to documents that exist', () => {
  const missing: string[] = [];
  for (const document of documents) {
    walk(document, (value, at) => {
      if (at.at(-1) === '_ref' && typeof value === 'string' && !ids.includes(value)) {
        missing.push(`${document._id} ${at.join('.')} → ${value}`);
      }
    });
  }
  expect(missing).toEqual([]);
});

test('names in its buttons services that the enquiry form offers', async () => {
  const offered = await querySeed('*[_type == "page"].sections[_type == "enquiryForm"].services[].value');
  const named: unknown[] = [];
  for (const document of documents)
    walk(document, (value, at) => {
      if (at.at(-1) === 'service' && typeof value === 'string') named.push(value);
    });
  expect(named.length).toBeGreaterThan(10);
  expect(offered).toEqual(expect.arrayContaining(named));
});

test('gives every object in a list a key of its own', () => {
  const wrong: string[] = [];
  for (const document of documents) {
    walk(document, (value, at) => {
      if (!Array.isArray(value)) return;
      const objects = value.filter((item) => typeof item === 'object');
      const keys = objects.map((item) => z.object({ _key: z.string().min(1) }).safeParse(item).data?._key);
      if (keys.includes(undefined) || new Set(keys).size !== keys.length)
        wrong.push(`${document._id} ${at.join('.')}`);
    });
  }
  expect(wrong).toEqual([]);
});

describe('pictures', () => {
  const picture = z.object({
    _sanityAsset: z.string(),
    alt: z.string(),
    dark: z.object({ _sanityAsset: z.string(), madeFor: z.string() }),
  });
  const pictures: z.infer<typeof picture>[] = [];
  for (const document of documents) {
    walk(document, (value) => {
      const found = picture.safeParse(value);
      if (found.success) pictures.push(found.data);
    });
  }
  const folder = path.join(seedFolder, 'images');
  /** Returns width and height in pixels: streets and cities are wide, other pictures have the aspect ratio 4:3. */
  const sizeOf = (name: string) =>
    name.startsWith('street-') ? [1920, 544] : name.startsWith('city-') ? [1920, 640] : [1600, 1200];
  const files = readdirSync(folder).sort();

  test('are all there and all used', () => {
    const used = pictures
      .flatMap((one) => [one, one.dark])
      .map(({ _sanityAsset }) => _sanityAsset.replace('image@file://./images/', ''));
    expect([...new Set(used)].sort()).toEqual(files);
  });

  test('have a dark version that was made for them', () => {
    for (const { _sanityAsset, dark } of pictures) {
      const name = path.basename(_sanityAsset);
      const digest = createHash('sha1')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex');
      expect(dark.madeFor, _sanityAsset).toBe(`image-${digest}-${sizeOf(name).join('x')}-png`);
    }
  });

  test('each come from a drawing', () => {
    const drawings = readdirSync(path.join(seedFolder, 'drawings')).flatMap((file) => [
      file.replace('.svg', '.png'),
      file.replace('.svg', '-dark.png'),
    ]);
    expect(drawings.sort()).toEqual(files);
  });

  test.each(files)('%s is sharp and small', async (file) => {
    const { width, height } = await sharp(path.join(folder, file)).metadata();
    expect([width, height]).toEqual(sizeOf(file));
    expect(statSync(path.join(folder, file)).size).toBeLessThan(60_000);
  });

  test('say what they show, each in its own words', () => {
    const alts = pictures.map(({ alt }) => alt);
    expect(new Set(alts).size).toBe(alts.length);
    for (const alt of alts) {
      expect(alt.length).toBeGreaterThan(30);
      expect(alt.length).toBeLessThanOrEqual(160);
      expect(alt).not.toMatch(/^(?:an? )?(?:picture|image|photo|illustration|drawing) of/i);
    }
  });
});
