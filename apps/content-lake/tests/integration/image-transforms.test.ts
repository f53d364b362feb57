import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { assetLake, get, picture, pixel } from './asset-lake.ts';

const lake = await assetLake();

let url: string;
beforeAll(async () => {
  url = (await lake.upload(await (await picture()).png().toBuffer(), '?filename=halves.png')).url;
});

test.each([
  ['w=100', 'png', 100, 50],
  ['w=1000', 'png', 400, 200],
  ['w=4000&h=10', 'png', 20, 10],
  ['w=100&h=100', 'png', 100, 50],
  ['w=800&fit=crop', 'png', 800, 400],
  ['w=100000&fit=crop', 'png', 4096, 2048],
  ['w=100&h=100&fit=crop', 'png', 100, 100],
  ['w=500&h=500&fit=crop', 'png', 500, 500],
  ['w=100&h=100&fit=fillmax', 'png', 100, 100],
  ['w=80&fm=webp', 'webp', 80, 40],
  ['w=80&fm=avif', 'heif', 80, 40],
  ['h=100', 'png', 200, 100],
  ['rect=300,0,100,100', 'png', 100, 100],
  ['rect=300,100,400,400', 'png', 100, 100],
  ['rect=100,0,200,100&w=50&h=25&fit=crop', 'png', 50, 25],
  ['w=80&q=0&fm=jpg', 'jpeg', 80, 40],
  ['w=80&q=100&auto=format', 'png', 80, 40],
])('%s', async (query, format, width, height) => {
  const { response, bytes } = await get(`${url}?${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toMatch(/immutable/);
  expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height });
});

test('rect crops the requested part', async () => {
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

test('a lower quality needs fewer bytes', async () => {
  const sizes = ['q=5', 'q=95'].map(async (query) => (await get(`${url}?fm=jpg&${query}`)).bytes.length);
  const [coarse = 0, fine = 0] = await Promise.all(sizes);
  expect(coarse).toBeLessThan(fine);
});

test('fillmax pads a small picture instead of enlarging it', async () => {
  const { bytes } = await get(`${url}?w=500&h=500&fit=fillmax`);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 500, height: 500 });
  expect(await pixel(bytes, 249, 249)).toEqual([256, 0, 0]);
  const corner = sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 });
  expect([...(await corner.raw().toBuffer())]).toEqual([0, 0, 0, 0]);
});

test('a picture of one pixel in height can be resized', async () => {
  const line = { width: 4000, height: 1, channels: 3, background: '#fff' } as const;
  const { url } = await lake.upload(await sharp({ create: line }).png().toBuffer());
  expect(await sharp((await get(`${url}?w=1`)).bytes).metadata()).toMatchObject({ width: 1, height: 1 });
});

test('a part of an SVG is drawn at the requested size', async () => {
  const half = '<rect width="5" height="10" fill="red"/>';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${half}</svg>`;
  const { url } = await lake.upload(drawing);
  const { bytes } = await get(`${url}?rect=0,0,10,5&w=400&h=200&fit=crop&fm=png`);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 });
  // The edge would be blurred if the drawing were enlarged from ten pixels.
  const row = await sharp(bytes).extract({ left: 0, top: 100, width: 400, height: 1 }).raw().toBuffer();
  const alpha = [...row].filter((_, at) => at % 4 === 3);
  expect(alpha.filter((value) => value > 0 && value < 255).length).toBeLessThan(10);
});

test('auto=format depends on the Accept header, as Vary says', async () => {
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
  expect(await pixel((await get(`${clear.url}?fm=jpg`)).bytes, 5, 5)).toEqual([256, 256, 256]);
});

test.each(['w=0', 'rect=400,0,10,10', 'blur=9'])(
  '%s is refused with a message that names it',
  async (query) => {
    const { response, bytes } = await get(`${url}?${query}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(bytes.toString()).message).toContain(query.split('=')[0]);
  },
);

test('concurrent requests for the same picture get the same bytes', async () => {
  const responses = await Promise.all(Array.from({ length: 30 }, () => get(`${url}?w=333&fm=webp`)));
  expect(new Set(responses.map(({ response }) => response.status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
});

test('a matching If-None-Match gets 304', async () => {
  const { response } = await get(`${url}?w=90`);
  const etag = response.headers.get('etag') ?? '';
  expect((await get(`${url}?w=90`, { 'if-none-match': etag })).response.status).toBe(304);
  expect((await get(`${url}?w=91`, { 'if-none-match': etag })).response.status).toBe(200);
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated in every size', async (format) => {
  const frame = await picture(20, 20);
  const still = await frame.png().toBuffer();
  const frames = sharp([still, await frame.clone().negate().png().toBuffer()], { join: { animated: true } });
  const moving = await lake.upload(await frames.toFormat(format).toBuffer());
  expect(moving.metadata?.dimensions).toMatchObject({ width: 20, height: 20 });
  const sizes = {
    'w=10': [10, 10],
    'w=10&h=6': [6, 6],
    'w=10&h=6&fit=crop': [10, 6],
    'w=40&fit=crop': [40, 40],
    'rect=2,2,12,8': [12, 8],
    'rect=2,2,12,8&w=6': [6, 4],
    'fm=avif': [20, 20],
  };
  for (const [parameters, [width, pageHeight]] of Object.entries(sizes)) {
    const { bytes, response } = await get(`${moving.url}?${parameters}&auto=format`, {
      accept: 'image/avif,image/webp',
    });
    const metadata = await sharp(bytes, { animated: true }).metadata();
    expect(metadata, parameters).toMatchObject({ format: 'webp', pages: 2, width, pageHeight });
    expect(response.headers.get('content-type')).toBe('image/webp');
  }
  const one = await lake.upload(await frame.toFormat(format).toBuffer());
  const { response } = await get(`${one.url}?w=10&auto=format`, { accept: 'image/avif,image/webp' });
  expect(response.headers.get('content-type')).toBe(format === 'gif' ? 'image/webp' : 'image/avif');
});

/** Returns a GIF with frames of one pixel on a larger canvas. */
function movie(frames: number, edge: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(edge, 0);
  size.writeUInt16LE(edge, 2);
  const colours = Buffer.from('800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from('GIF89a'), size, colours, ...all, Buffer.from([0x3b])]);
}

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#123456' } });
const moving = (format: 'gif' | 'webp') =>
  sharp(movie(3, 40), { animated: true }).toFormat(format).toBuffer();
const cut = async (bytes: Promise<Buffer>) => (await bytes).subarray(0, -40);

describe('every accepted picture can be transformed, and others are refused with the reason', () => {
  test.each<[string, () => Promise<Buffer | string>, RegExp?]>([
    ['16 bits a channel', () => blank(40, 30).toColourspace('rgb16').png().toBuffer()],
    ['CMYK', () => blank(40, 30).toColourspace('cmyk').jpeg().toBuffer()],
    ['grey', () => blank(40, 30, 4).toColourspace('b-w').png().toBuffer()],
    ['AVIF', () => blank(40, 30).avif().toBuffer()],
    ['TIFF', () => blank(40, 30).tiff({ compression: 'lzw' }).toBuffer()],
    ['a line across', () => blank(16_383, 1).png().toBuffer()],
    ['a line down', () => blank(1, 16_383).png().toBuffer()],
    ['a single pixel', () => blank(1, 1).gif().toBuffer()],
    ['a moving WebP', () => moving('webp')],
    ['a drawing without width', async () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 .5 900"/>'],
    ['a GIF of 20,000 frames', async () => movie(20_000, 2), /20000 frames, and may have at most 1000/],
    ['a GIF of large frames', async () => movie(1000, 320), /pixel limit/],
    ['a GIF that breaks off', () => cut(moving('gif')), /not a picture/],
    ['a moving WebP that breaks off', () => cut(moving('webp')), /not a picture/],
    ['a JPEG that breaks off', () => cut(blank(400, 300).jpeg().toBuffer()), /not a picture/],
    ['a TIFF that breaks off', () => cut(blank(40, 30).tiff().toBuffer()), /not a picture/],
    ['an icon', async () => Buffer.from('000001000100010100000100180030000000', 'hex'), /Accepted are/],
    ['HEIC', async () => Buffer.from('0000001c667479706865696300000000', 'hex'), /Accepted are/],
  ])('%s', async (_what, make, reason) => {
    const upload = await lake.post('images/production', await make());
    const { document, message } = await upload.json();
    if (reason) return expect([upload.status, message]).toEqual([400, expect.stringMatching(reason)]);
    expect([upload.status, message]).toEqual([200, undefined]);
    const { width, height } = document.metadata.dimensions;
    const forms = ['fm=jpg', 'fm=png', 'fm=webp', 'fm=avif', 'w=300&fit=crop', `rect=0,0,${width},${height}`];
    forms.push('w=3&h=3&fit=crop', 'w=9&h=9&fit=fillmax', 'h=7&auto=format', 'rect=0,0,1,1&w=4');
    const responses = await Promise.all(forms.map((form) => get(`${document.url}?${form}`)));
    const statuses = responses.map(({ response, bytes }) =>
      response.status === 200 ? 200 : `${response.status} ${bytes}`,
    );
    expect(statuses).toEqual(forms.map(() => 200));
  });
});
