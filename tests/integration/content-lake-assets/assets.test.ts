import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../../stack.ts';

let stack: Stack;
const tokens = { administrator: '', hr: '', viewer: '' };

beforeAll(async () => {
  stack = await startStack({ parts: ['lake'], seed: false });
  tokens.administrator = stack.token('administrator');
  tokens.hr = stack.token('hr');
  tokens.viewer = stack.token('viewer');
});
afterAll(() => stack?.stop());

const assetDocument = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  url: z.string(),
  path: z.string(),
  size: z.number(),
  originalFilename: z.string(),
  mimeType: z.string(),
  metadata: z
    .looseObject({
      dimensions: z.object({ width: z.number(), height: z.number(), aspectRatio: z.number() }),
      hasAlpha: z.boolean(),
      isOpaque: z.boolean(),
      lqip: z.string().optional(),
      palette: z.looseObject({}).optional(),
    })
    .optional(),
});

type Body = Buffer | string | ReadableStream;

function post(
  address: string,
  body: Body,
  {
    token = tokens.administrator,
    type = 'application/octet-stream',
    signal,
  }: { token?: string; type?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${stack.lakeUrl}/v2025-02-19/assets/${address}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: typeof body === 'string' || body instanceof ReadableStream ? body : new Uint8Array(body),
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
    ...(signal ? { signal } : {}),
  });
}

async function upload(body: Body, query = '', kind = 'images', type?: string) {
  const response = await post(`${kind}/production${query}`, body, type ? { type } : {});
  expect(response.status, await response.clone().text()).toBe(200);
  return z.object({ document: assetDocument }).parse(await response.json()).document;
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Left half red, right half blue. */
async function picture(width = 400, height = 200) {
  const half = { width: width / 2, height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

/** Colour of one pixel as [red, green, blue], rounded to tolerate compression. */
async function pixel(bytes: Buffer, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((channel) => Math.round(channel / 64) * 64);
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** The same PNG, whose header claims another size. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const forged = Buffer.from(png);
  forged.writeUInt32BE(width, 16);
  forged.writeUInt32BE(height, 20);
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29);
  return forged;
}

function incoming(): string[] {
  return readdirSync(path.join(stack.dataDir, 'content-lake/assets/incoming'));
}

describe('upload', () => {
  test('stores a picture and describes it as Sanity does', async () => {
    const bytes = await (await picture()).jpeg().toBuffer();
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    const query =
      '?filename=..%2Fसेवा.jpg&title=Title&label=L&description=D&creditLine=C&sourceId=1&sourceName=unit';
    const document = await upload(bytes, query);
    expect(document).toMatchObject({
      _id: `image-${sha1}-400x200-jpg`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      sha1hash: sha1,
      extension: 'jpg',
      mimeType: 'image/jpeg',
      size: bytes.length,
      originalFilename: 'सेवा.jpg',
      title: 'Title',
      label: 'L',
      description: 'D',
      creditLine: 'C',
      source: { id: '1', name: 'unit' },
      path: `images/local/production/${sha1}-400x200.jpg`,
      url: `${stack.lakeUrl}/images/local/production/${sha1}-400x200.jpg`,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { width: 400, height: 200, aspectRatio: 2 },
        hasAlpha: false,
        isOpaque: true,
        lqip: expect.stringMatching(/^data:image\/jpeg;base64,/),
        palette: {
          _type: 'sanity.imagePalette',
          dominant: { background: expect.stringMatching(/^#[0-9a-f]{6}$/) },
        },
      },
    });
    const { response, bytes: stored } = await get(document.url);
    expect(stored.equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('the same bytes twice are one document, also at the same time', async () => {
    const bytes = await (await picture(60, 40)).png().toBuffer();
    const documents = await Promise.all(Array.from({ length: 5 }, () => upload(bytes)));
    expect(new Set(documents.map((document) => JSON.stringify(document))).size).toBe(1);
    expect(await upload(bytes)).toEqual(documents[0]);
    expect(incoming()).toEqual([]);
  });

  test('a picture that the camera turned is measured and shown upright', async () => {
    const turned = await (await picture()).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const document = await upload(turned);
    expect(document.metadata?.dimensions).toMatchObject({ width: 200, height: 400 });
    const { bytes } = await get(`${document.url}?w=100`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 200 });
    expect(await pixel(bytes, 50, 10)).toEqual([256, 0, 0]);
    expect(await pixel(bytes, 50, 190)).toEqual([0, 0, 256]);
  });

  test('what counts is the bytes, not the header', async () => {
    const png = await (await picture(20, 10)).png().toBuffer();
    expect(await upload(png, '?filename=x.exe', 'images', 'text/html')).toMatchObject({
      mimeType: 'image/png',
      extension: 'png',
    });
    for (const [body, why] of [
      ['<!doctype html><script>alert(1)</script>', /Accepted are/],
      ['MZ\u0000 not a picture', /Accepted are/],
      [png.subarray(0, 60), /Accepted are/],
      ['', /no body/],
    ] as const) {
      const response = await post('images/production', body, { type: 'image/png' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: 400, message: expect.stringMatching(why) });
    }
    expect(incoming()).toEqual([]);
  });

  test('files of any kind are kept, named by their extension', async () => {
    const document = await upload('a,b\n1,2\n', '?filename=rates.CSV', 'files');
    expect(document).toMatchObject({
      _type: 'sanity.fileAsset',
      extension: 'csv',
      originalFilename: 'rates.CSV',
      mimeType: 'text/csv',
    });
    expect(document._id).toMatch(/^file-[a-f0-9]{40}-csv$/);
    expect(await upload('no name at all', '', 'files')).toMatchObject({ extension: 'bin' });
  });

  test('only who may create the document may upload, and is told before anything is read', async () => {
    const png = await (await picture(22, 10)).png().toBuffer();
    expect((await post('images/production', png, { token: '' })).status).toBe(401);
    expect((await post('images/production', png, { token: tokens.viewer })).status).toBe(403);
    expect((await post('files/production', 'x', { token: tokens.hr })).status).toBe(403);
    expect((await post('images/production', png, { token: tokens.hr })).status).toBe(200);
    expect((await post('images/nothing-here', png)).status).toBe(404);
    expect((await post(`images/production?title=${'x'.repeat(10_001)}`, png)).status).toBe(400);
  });

  test('a file over the limit is refused by its announced length, and by its real one', async () => {
    const announced = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokens.administrator}`, 'content-length': String(10 ** 10) };
      const request = httpRequest(`${stack.lakeUrl}/v1/assets/images/production`, {
        method: 'POST',
        headers,
      });
      request.on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(announced).toBe(413);
    const chunk = Buffer.alloc(1024 * 1024);
    async function* endless() {
      for (let sent = 0; sent < 52; sent += 1) yield chunk;
    }
    const response = await post('images/production', streamOf(endless()));
    expect(response.status).toBe(413);
    expect(incoming()).toEqual([]);
  });

  test('an upload that breaks off leaves nothing behind', async () => {
    const abort = new AbortController();
    async function* stalls() {
      yield Buffer.alloc(100_000, 1);
      await expect.poll(incoming).toHaveLength(1);
      abort.abort();
    }
    const body = streamOf(stalls());
    await expect(post('images/production', body, { signal: abort.signal })).rejects.toThrow();
    await expect.poll(incoming).toEqual([]);
  });

  test('a picture of a few bytes that claims a billion pixels is refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>';
    expect((await post('images/production', svg)).status).toBe(400);
    const png = await (await picture(20, 10)).png().toBuffer();
    for (const [width, height] of [
      [15_000, 15_000],
      [2_000_000, 20],
    ] as const) {
      expect((await post('images/production', claiming(png, width, height))).status).toBe(400);
    }
  });
});

describe('hostile SVG', () => {
  const svg = (inside: string) => `<?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" onload="alert(1)">
    <script>alert(1)</script><rect width="100" height="50" fill="#00ff00"/>${inside}</svg>`;
  const evil = svg('<image href="file:///etc/passwd" width="50" height="50"/>');

  test('is stored, but served so that nothing in it can run or load', async () => {
    const document = await upload(evil, '?filename=logo.svg');
    const { response, bytes } = await get(`${document.url}?w=50&auto=format`, { accept: 'image/webp' });
    expect(bytes.toString()).toBe(evil);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/script|allow/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('becomes pixels without reading a file of the server', async () => {
    // The file that a renderer could reach most easily is the one beside the drawing.
    const neighbour = await upload(await (await picture(102, 50)).png().toBuffer());
    const name = path.basename(neighbour.path);
    const document = await upload(svg(`<image href="${name}" width="100" height="50"/>`));
    const { response, bytes } = await get(`${document.url}?fm=png&w=100`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { channels } = await sharp(bytes).stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([0, 255, 0]);
  });

  test('one that asks for a file by an entity is refused', async () => {
    const body = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`;
    expect((await post('images/production', body)).status).toBe(400);
  });

  test('entities that multiply are refused quickly', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
      '',
    );
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "lol">${levels}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e9;</text></svg>`;
    expect((await post('images/production', bomb)).status).toBe(400);
  });
});

describe('transforms', () => {
  let url: string;
  beforeAll(async () => {
    url = (await upload(await (await picture()).png().toBuffer(), '?filename=halves.png')).url;
  });

  test.each([
    ['w=100', 'png', 100, 50],
    ['w=1000', 'png', 400, 200],
    ['w=1000&fit=clip', 'png', 1000, 500],
    ['w=100&h=100&fit=crop', 'png', 100, 100],
    ['w=100&h=100&fit=scale', 'png', 100, 100],
    ['w=100&h=100&fit=fill&bg=00ff00', 'png', 100, 100],
    ['w=900&h=900&fit=min', 'png', 200, 200],
    ['w=50&dpr=2&fm=jpg', 'jpeg', 100, 50],
    ['w=80&fm=webp&q=40', 'webp', 80, 40],
    ['w=80&fm=avif', 'heif', 80, 40],
    ['rect=300,0,100,100', 'png', 100, 100],
    ['rect=300,100,400,400', 'png', 100, 100],
    ['blur=50', 'png', 400, 200],
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
    expect(await cut('w=100&h=100&fit=crop&crop=left', 90, 50)).toEqual(red);
    expect(await cut('w=100&h=100&fit=crop&crop=right', 10, 50)).toEqual(blue);
    expect(await cut('w=100&h=100&fit=crop&crop=focalpoint&fp-x=0.9', 10, 50)).toEqual(blue);
    expect(await cut('rect=0,0,200,200&w=100&h=50&fit=crop', 90, 20)).toEqual(red);
    expect(await cut('flip=h', 10, 10)).toEqual(blue);
    expect(await cut('w=100&h=100&fit=fill&bg=00ff00', 50, 5)).toEqual([0, 256, 0]);
    expect(await cut('w=100&h=100&fit=crop&crop=left&fm=jpg', 50, 50)).toEqual(red);
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
    const clear = await upload(
      await sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    );
    expect(clear.metadata).toMatchObject({ hasAlpha: true, isOpaque: false });
    expect(await pixel((await get(`${clear.url}?fm=jpg`)).bytes, 5, 5)).toEqual([256, 256, 256]);
    expect(await pixel((await get(`${clear.url}?fm=jpg&bg=ff0000`)).bytes, 5, 5)).toEqual([256, 0, 0]);
  });

  test.each([
    'w=0',
    'w=abc',
    'fit=squash',
    'rect=1,2,3',
    'rect=400,0,10,10',
    'q=200',
    'fm=exe',
    'dpr=-1',
    'bg=zzz',
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
      [
        await (await picture(20, 20)).png().toBuffer(),
        await (await picture(20, 20)).negate().png().toBuffer(),
      ],
      {
        join: { animated: true },
      },
    )
      .gif()
      .toBuffer();
    const gif = await upload(frames);
    expect(gif.metadata?.dimensions).toMatchObject({ width: 20, height: 20 });
    const { bytes } = await get(`${gif.url}?w=10&auto=format`, { accept: 'image/avif,image/webp' });
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      format: 'webp',
      pages: 2,
      width: 10,
    });
  });
});

describe('delivery', () => {
  test('HEAD answers without a body; ranges of files work', async () => {
    const file = await upload('0123456789', '?filename=digits.txt', 'files');
    const head = await fetch(file.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const range = async (value: string) => {
      const { response, bytes } = await get(file.url, { range: value });
      return [response.status, bytes.toString(), response.headers.get('content-range')];
    };
    expect(await range('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await range('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await range('bytes=8-100')).toEqual([206, '89', 'bytes 8-9/10']);
    expect(await range('bytes=10-')).toEqual([416, '', 'bytes */10']);
    expect(await range('bytes=0-1,4-5')).toEqual([200, '0123456789', null]);
    expect(await range('nonsense')).toEqual([200, '0123456789', null]);
  });

  test('downloads carry the name that is asked for and nothing else', async () => {
    const file = await upload('<script>alert(1)</script>', '?filename=page.html', 'files');
    const disposition = async (query: string) =>
      (await get(file.url + query)).response.headers.get('content-disposition');
    // Shown in a tab it would run on the lake's own origin.
    expect(await disposition('')).toBe('attachment');
    expect(await disposition('?dl=')).toBe('attachment');
    expect(await disposition('?dl=a%22%0d%0aSet-Cookie:%20x=1.html')).toBe(
      `attachment; filename="a___Set-Cookie: x=1.html"; filename*=UTF-8''a%22%0D%0ASet-Cookie%3A%20x%3D1.html`,
    );
    expect(await disposition('?dl=मूल्य.html')).toMatch(/filename\*=UTF-8''%E0%A4%AE/);
    const { response } = await get(file.url);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(/sandbox/);
  });

  test.each([
    '/images/local/production/../../../lake.sqlite',
    '/images/local/production/..%2f..%2f..%2flake.sqlite',
    '/images/local/production/%2e%2e%2f%2e%2e%2flake.sqlite',
    '/images/local/..%2f..%2fdatasets/production.sqlite',
    '/files/local/production/....//lake.sqlite',
    '/files/local/%2e%2e/lake.sqlite',
    '/images/local/production/%00.png',
    `/images/local/production/${'a'.repeat(40)}-10x10.png`,
    `/images/other/production/${'a'.repeat(40)}-10x10.png`,
    '/images/local/production/%E0%A4%A',
  ])('%s is not an asset', async (address) => {
    // Not fetch: it would tidy the address before sending it.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(stack.lakeUrl);
      httpRequest({ host: 'localhost', port, path: address }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

describe('life of an asset', () => {
  const mutate = (...mutations: unknown[]) =>
    fetch(`${stack.lakeUrl}/v1/data/mutate/production`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.administrator}` },
      body: JSON.stringify({ mutations }),
    });
  const status = async (url: string) => (await fetch(url)).status;

  test('its file goes when its document goes, and not while something refers to it', async () => {
    const { _id, url } = await upload(await (await picture(64, 32)).png().toBuffer());
    const page = {
      _id: 'page',
      _type: 'page',
      picture: { _type: 'image', asset: { _type: 'reference', _ref: _id } },
    };
    expect((await mutate({ create: page })).status).toBe(200);
    expect((await mutate({ delete: { id: _id } })).status).toBe(409);
    expect(await status(url)).toBe(200);
    expect((await mutate({ delete: { id: 'page' } }, { delete: { id: _id } })).status).toBe(200);
    await expect.poll(() => status(url)).toBe(404);
    expect(await status(`${url}?w=10`)).toBe(404);
    const again = await upload(await (await picture(64, 32)).png().toBuffer());
    expect(again._id).toBe(_id);
    expect(await status(url)).toBe(200);
  });

  test('a picture that is shown by a weak reference stays', async () => {
    const { _id, url } = await upload(await (await picture(66, 32)).png().toBuffer());
    const asset = { _type: 'reference', _ref: _id, _weak: true };
    await mutate({ create: { _id: 'weak', _type: 'page', picture: { _type: 'image', asset } } });
    expect((await mutate({ delete: { id: _id } })).status).toBe(200);
    const other = await upload(await (await picture(68, 32)).png().toBuffer());
    await mutate({ delete: { id: other._id } });
    await expect.poll(() => status(other.url)).toBe(404);
    expect(await status(url)).toBe(200);
  });

  test('after a crash assets are there, and at another port they say so', async () => {
    const { _id, url, path: address } = await upload(await (await picture(70, 32)).png().toBuffer());
    await stack.kill('lake');
    const moved = await startStack({ parts: ['lake'], seed: false, dataDir: stack.dataDir });
    try {
      expect(moved.lakeUrl).not.toBe(stack.lakeUrl);
      expect(await status(`${moved.lakeUrl}/${address}?w=35`)).toBe(200);
      const headers = { authorization: `Bearer ${tokens.administrator}` };
      const read = await fetch(`${moved.lakeUrl}/v1/data/doc/production/${_id}`, { headers });
      expect(await read.json()).toMatchObject({ documents: [{ url: `${moved.lakeUrl}/${address}` }] });
    } finally {
      await moved.stop();
      await stack.start('lake');
    }
    expect(await status(url)).toBe(200);
  });
});
