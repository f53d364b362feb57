import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AssetLake, get, picture, pixel, startAssetLake } from './asset-lake.ts';

let lake: AssetLake;
beforeAll(async () => {
  lake = await startAssetLake();
});
afterAll(() => lake?.stack.stop());

let url: string;
beforeAll(async () => {
  url = (await lake.upload(await (await picture()).png().toBuffer(), '?filename=halves.png')).url;
});

test.each([
  ['w=100', 'png', 100, 50],
  ['h=100', 'png', 200, 100],
  ['w=1000', 'png', 400, 200],
  ['w=4000&h=10', 'png', 20, 10],
  ['w=100&h=100', 'png', 100, 50],
  ['w=800&fit=max', 'png', 400, 200],
  ['w=800&fit=crop', 'png', 800, 400],
  ['w=100000&fit=crop', 'png', 4096, 2048],
  ['w=100&h=100&fit=crop', 'png', 100, 100],
  ['w=500&h=500&fit=crop', 'png', 500, 500],
  ['w=100&h=100&fit=fillmax', 'png', 100, 100],
  ['w=50&dpr=2&fm=jpg', 'jpeg', 100, 50],
  ['w=80&fm=webp', 'webp', 80, 40],
  ['w=80&fm=avif', 'heif', 80, 40],
  ['rect=300,0,100,100', 'png', 100, 100],
  ['rect=300,100,400,400', 'png', 100, 100],
  ['rect=100,0,200,100&w=50&h=25&fit=crop', 'png', 50, 25],
  ['w=100&unknown=1', 'png', 100, 50],
])('%s', async (query, format, width, height) => {
  const { response, bytes } = await get(`${url}?${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toMatch(/immutable/);
  expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height });
});

test('cut the part that is asked for', async () => {
  const red = [256, 0, 0];
  const blue = [0, 0, 256];
  const cut = async (query: string, left: number, top: number) =>
    pixel((await get(`${url}?${query}`)).bytes, left, top);
  expect(await cut('rect=0,0,200,200', 190, 100)).toEqual(red);
  expect(await cut('rect=200,0,200,200', 10, 100)).toEqual(blue);
  expect(await cut('rect=0,0,200,200&w=100&h=50&fit=crop', 90, 20)).toEqual(red);
  expect(await cut('w=100&h=100&fit=crop', 45, 50)).toEqual(red);
  expect(await cut('w=100&h=100&fit=crop', 55, 50)).toEqual(blue);
});

test('a picture that is too small for fillmax is padded, not enlarged', async () => {
  const { bytes } = await get(`${url}?w=500&h=500&fit=fillmax`);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 500, height: 500 });
  expect(await pixel(bytes, 249, 249)).toEqual([256, 0, 0]);
  const corner = sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 });
  expect([...(await corner.raw().toBuffer())]).toEqual([0, 0, 0, 0]);
});

test('a picture of one pixel in height stays a picture', async () => {
  const line = { width: 4000, height: 1, channels: 3, background: '#fff' } as const;
  const { url } = await lake.upload(await sharp({ create: line }).png().toBuffer());
  expect(await sharp((await get(`${url}?w=1`)).bytes).metadata()).toMatchObject({ width: 1, height: 1 });
});

test('a part of a drawing is drawn at the size that is asked for', async () => {
  const half = '<rect width="5" height="10" fill="red"/>';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${half}</svg>`;
  const { url } = await lake.upload(drawing);
  const { bytes } = await get(`${url}?rect=0,0,10,5&w=400&h=200&fit=crop&fm=png`);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 });
  // Enlarged from ten pixels, the edge would be blurred.
  const row = await sharp(bytes).extract({ left: 0, top: 100, width: 400, height: 1 }).raw().toBuffer();
  const alpha = [...row].filter((_, at) => at % 4 === 3);
  expect(alpha.filter((value) => value > 0 && value < 255).length).toBeLessThan(10);
});

test('auto=format follows the Accept header and says so', async () => {
  const type = async (accept: string) => {
    const { response } = await get(`${url}?w=120&auto=format`, { accept });
    expect(response.headers.get('vary')).toMatch(/Accept/);
    return response.headers.get('content-type');
  };
  expect(await type('image/avif,image/webp,*/*')).toBe('image/avif');
  expect(await type('image/webp,*/*')).toBe('image/webp');
  expect(await type('*/*')).toBe('image/png');
});

test('a transparent picture as JPEG gets a background', async () => {
  const clear = await lake.upload(
    await sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer(),
  );
  expect(clear.metadata).toMatchObject({ hasAlpha: true, isOpaque: false });
  expect(await pixel((await get(`${clear.url}?fm=jpg`)).bytes, 5, 5)).toEqual([256, 256, 256]);
});

test.each([
  'w=0',
  'w=abc',
  'fit=squash',
  'rect=1,2,3',
  'rect=400,0,10,10',
  'q=80',
  'blur=5',
  'fm=exe',
  'dpr=-1',
  'bg=fff',
])('%s is refused with a message that names it', async (query) => {
  const { response, bytes } = await get(`${url}?${query}`);
  expect(response.status).toBe(400);
  expect(JSON.parse(bytes.toString()).message).toContain(`"${query.split('=')[0]}"`);
});

test('the same picture asked for by many at once is the same for all', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(`${url}?w=333&fm=webp`)));
  expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
});

test('a browser that has the picture is told so', async () => {
  const { response } = await get(`${url}?w=90`);
  const etag = response.headers.get('etag') ?? '';
  expect((await get(`${url}?w=90`, { 'if-none-match': etag })).response.status).toBe(304);
  expect((await get(`${url}?w=91`, { 'if-none-match': etag })).response.status).toBe(200);
  expect((await get(url, { 'if-none-match': `W/"x", *` })).response.status).toBe(304);
});

test('a moving picture keeps moving', async () => {
  const frames = await sharp(
    [await (await picture(20, 20)).png().toBuffer(), await (await picture(20, 20)).negate().png().toBuffer()],
    {
      join: { animated: true },
    },
  )
    .gif()
    .toBuffer();
  const gif = await lake.upload(frames);
  expect(gif.metadata?.dimensions).toMatchObject({ width: 20, height: 20 });
  const { bytes } = await get(`${gif.url}?w=10&auto=format`, { accept: 'image/avif,image/webp' });
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
    format: 'webp',
    pages: 2,
    width: 10,
  });
});
