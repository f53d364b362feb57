import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { keepDrawable, readCharacters } from '#web/seo/font-characters.ts';
import { drawShareImage, fontFiles, shorten, shortenLine } from '#web/seo/share-image.ts';

const texts = {
  heading: 'Best SEO Services in Surat',
  label: 'Surat',
  agency: 'Agency',
  tagline: 'Accurate.',
};

/** Returns the number of dark pixels in the heading's area. */
async function inkIn(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture)
    .extract({ left: 72, top: 150, width: 900, height: 310 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 90).length;
}

test.each([
  ['Performance security, 5% at most: ₹2,25,000', 'Performance security…: ₹2,25,000'],
  ['Campaign fee for August, as billed: ₹62,000', 'Campaign fee for August, as…: ₹62,000'],
  ['Bill number: INV-2025-041', 'Bill number: INV-2025-041'],
  ['Earnest money: ₹90,000, none for small enterprises', 'Earnest money: ₹90,000, none for…'],
  ['Turnover in each of the years: ₹40 lakh in all of them', 'Turnover in each of the years…'],
  ['The turnover of each of the years: ₹40 lakh in all of them', 'The turnover of each of the years…'],
])('the line "%s" of a document keeps its figure or loses it whole', (line, shown) => {
  expect(shortenLine(line)).toBe(shown);
});

test('a text is cut between words, a long word at the limit', () => {
  expect(shorten('Is it too late for this tender?', 26)).toBe('Is it too late for this…');
  expect(shorten('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
});

test.each([
  ['Latin', 'Best SEO Services in Surat'],
  ['Devanagari', 'दिल्ली में सर्वश्रेष्ठ एसईओ सेवाएँ'],
  ['Arabic', 'أفضل خدمات تحسين محركات البحث في أبوظبي'],
  ['one endless word', 'x'.repeat(1000)],
  ['markup', '<b>&amp; "quoted"</b>'],
  ['broken characters', 'a\u0000\ud800b\n\u2028c'],
  ['nothing to see', ' \u200b '],
  ['a very long heading', 'Growth you can measure, '.repeat(60)],
])('%s: has the right size, is small, and the heading fits its area', async (name, heading) => {
  const picture = await drawShareImage({ ...texts, heading });
  const { width, height, format } = await sharp(picture).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'png']);
  expect(picture.length).toBeLessThan(60_000);
  if (name !== 'nothing to see') expect(await inkIn(picture)).toBeGreaterThan(500);
});

test('Devanagari letters join', async () => {
  const [ka, ksha] = await Promise.all(
    ['क', 'क्ष'].map(async (heading) => inkIn(await drawShareImage({ ...texts, heading }))),
  );
  // Three characters that join into one glyph have fewer dark pixels than three glyphs.
  expect(ksha).toBeLessThan((ka ?? 0) * 2.5);
});

test.each([
  ['emoji', '🚀 Grow 👩‍💻 faster ❤️', 'Grow faster'],
  ['letters in another form', '𝗚𝗿𝗼𝘄 here ①', 'Grow here 1'],
  ['a script without a font, in brackets', 'SEO in Chennai (சென்னை) today', 'SEO in Chennai today'],
  ['a heading without a font', 'সেরা এসইও সেবা!', texts.agency],
])('%s: draws only what its own fonts have', async (_name, heading, drawn) => {
  expect(await drawShareImage({ ...texts, heading })).toEqual(
    await drawShareImage({ ...texts, heading: drawn }),
  );
});

test.each([
  'SEO in Surat: ₹25,000 – “Best” 50% → more…',
  'दिल्ली में क़ानून, ड़ और १२३',
  'أفضل خدمات؟ ١٢٣',
  'naïve café Łódź',
])('keeps every character of "%s"', async (heading) => {
  const characters = new Set(
    (await Promise.all(fontFiles.map((file) => readFile(file)))).flatMap(readCharacters),
  );
  expect(keepDrawable(heading, characters)).toBe(heading.normalize('NFC'));
});

test('different drawings give different images', async () => {
  const drawn = [
    {},
    { paper: { title: 'Notice', lines: ['Turnover: ₹40 lakh a year'] } },
    { paper: { title: 'Notice', lines: ['Turnover: ₹50 lakh a year'] } },
    { paper: { title: 'सूचना', lines: ['शर्तें', ' \u200b '] } },
  ];
  const pictures = await Promise.all(drawn.map((one) => drawShareImage({ ...texts, ...one })));
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(drawn.length);
});
