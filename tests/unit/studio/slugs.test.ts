import { expect, test } from 'vitest';
import { latinSlug } from '#schemas/transliteration.ts';

test.each([
  ['डिजिटल मार्केटिंग', 'dijital-marketing'],
  ['خدمات المناقصات في دبي', 'khdmat-almnaqsat-fy-dby'],
  ['SEO सेवाएँ & ads', 'seo-sevaen-and-ads'],
  ['🚀🎉', ''],
])('the address made from “%s” is “%s”', (title, slug) => expect(latinSlug(title, 80)).toBe(slug));
