import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawShareImage, shareImage } from '#web/seo/share-image.ts';

const texts = {
  heading: 'Best SEO Services in Surat',
  label: 'Surat',
  agency: 'Agency',
  tagline: 'Accurate.',
};

/** How many pixels of the heading's place are ink. */
async function inkIn(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture)
    .extract({ left: 72, top: 150, width: 900, height: 310 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 90).length;
}

describe('picture for sharing', () => {
  test.each([
    ['Latin', 'Best SEO Services in Surat'],
    ['Devanagari', 'दिल्ली में सर्वश्रेष्ठ एसईओ सेवाएँ'],
    ['Arabic', 'أفضل خدمات تحسين محركات البحث في أبوظبي'],
    ['one endless word', 'x'.repeat(1000)],
    ['markup', '<b>&amp; "quoted"</b>'],
    ['broken characters', 'a\u0000\ud800b\n\u2028c'],
    ['nothing to see', ' \u200b '],
    ['a very long heading', 'Growth you can measure, '.repeat(60)],
  ])('%s: the right size, small, and the heading within its place', async (name, heading) => {
    const picture = await drawShareImage({ ...texts, heading });
    const { width, height, format } = await sharp(picture).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
    expect(picture.length).toBeLessThan(60_000);
    if (name !== 'nothing to see') expect(await inkIn(picture)).toBeGreaterThan(500);
  });

  test('a script is drawn in its own letters, not in boxes', async () => {
    // Without a font, each character would be the same box with its code in it: all such texts look alike in size.
    const [ka, ksha] = await Promise.all(['क', 'क्ष'].map((heading) => drawShareImage({ ...texts, heading })));
    const [inkOfKa, inkOfKsha] = [await inkIn(ka ?? Buffer.of()), await inkIn(ksha ?? Buffer.of())];
    // Three characters that join into one letter need less ink than three letters would.
    expect(inkOfKsha).toBeLessThan(inkOfKa * 2.5);
  });

  test.each([
    ['rising', [10, 20, 40, 80]],
    ['falling', [90, 30, 60]],
  ])('a %s line stands as high at each step as its value', async (_name, line) => {
    const { data, info } = await sharp(await drawShareImage({ ...texts, line }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    /** Height of the ring around a point above the foot of the plot, in pixels: the middle of its white inside. */
    const heightAt = (index: number) => {
      const x = Math.round(734 + 0.82 * 4.8 * (4 + (92 * index) / (line.length - 1)));
      const rows = Array.from({ length: 380 }, (_, row) => 110 + row).filter((y) => {
        const at = (y * info.width + x) * info.channels;
        return data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255;
      });
      return 124 + 0.82 * 400 - (Math.min(...rows) + Math.max(...rows)) / 2;
    };
    const units = line.map((value, index) => heightAt(index) / value);
    for (const unit of units) expect(unit / (units[0] ?? 0)).toBeCloseTo(1, 1);
  });

  test('each drawing makes a picture of its own', async () => {
    const drawn = [
      {},
      { paper: { title: 'Notice', lines: ['Turnover: ₹40 lakh a year'] } },
      { paper: { title: 'Notice', lines: ['Turnover: ₹50 lakh a year'] } },
      { paper: { title: 'सूचना', lines: ['शर्तें', ' \u200b '] } },
      { places: [{ lat: 21.17, lng: 72.83 }] },
    ];
    const pictures = await Promise.all(drawn.map((one) => drawShareImage({ ...texts, ...one })));
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(drawn.length);
  });

  test('is drawn once and kept', async () => {
    const [first, second] = await Promise.all([shareImage(texts), shareImage(texts)]);
    expect(second).toBe(first);
    expect(await shareImage(texts)).toBe(first);
    expect(await shareImage({ ...texts, heading: 'Another' })).not.toBe(first);
  });
});
