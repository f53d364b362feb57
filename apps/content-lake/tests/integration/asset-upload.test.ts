import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assetLake, get, picture, pixel } from './asset-lake.ts';

const lake = await assetLake();

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Returns a copy of a PNG whose header claims this size. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const forged = Buffer.from(png);
  forged.writeUInt32BE(width, 16);
  forged.writeUInt32BE(height, 20);
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29);
  return forged;
}

describe('upload', () => {
  test('into a dataset that is deleted meanwhile leaves nothing in the next dataset of that name', async () => {
    const { datasets } = lake.client('administrator');
    await datasets.create('brief');
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<Buffer>();
    async function* chunks() {
      yield Buffer.from('of the ');
      yield await rest;
    }
    const upload = lake.post('files/brief?filename=late.txt', streamOf(chunks()));
    await expect.poll(() => lake.incoming().length).toBe(1);
    await datasets.delete('brief');
    await datasets.create('brief');
    sendRest(Buffer.from('first'));
    expect((await upload).status).toBe(404);
    const sha1 = createHash('sha1').update('of the first').digest('hex');
    expect((await lake.request(`/files/local/brief/${sha1}.txt`)).status).toBe(404);
    await expect.poll(lake.incoming).toEqual([]);
  });

  test('stores a picture with the metadata that Sanity writes', async () => {
    const bytes = await (await picture()).jpeg().toBuffer();
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    const query =
      '?filename=..%2Fसेवा.jpg&title=Title&label=L&description=D&creditLine=C&sourceId=1&sourceName=unit';
    const document = await lake.upload(bytes, query);
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
      url: `${lake.url}/images/local/production/${sha1}-400x200.jpg`,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { width: 400, height: 200, aspectRatio: 2 },
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

  test('the dominant colour is that of most pixels, and a transparent picture has none', async () => {
    const canvas = { width: 40, height: 40, channels: 4, background: '#008800' } as const;
    const patch = { create: { width: 12, height: 40, channels: 3, background: '#f0f0f0' } } as const;
    const parts = [{ input: await sharp(patch).png().toBuffer(), left: 0, top: 0 }];
    const dominant = async (background: string) => {
      const whole = sharp({ create: { ...canvas, background } }).composite(parts);
      return (await lake.upload(await whole.png().toBuffer())).metadata?.palette;
    };
    // Each channel has sixteen steps, of which this is the middle.
    expect(await dominant('#008800')).toMatchObject({ dominant: { background: '#088808' } });
    expect(await dominant('#0000')).toBeUndefined();
  });

  test('the same bytes twice are one document, even at the same time', async () => {
    const bytes = await (await picture(60, 40)).png().toBuffer();
    const documents = await Promise.all(Array.from({ length: 5 }, () => lake.upload(bytes)));
    expect(new Set(documents.map((document) => JSON.stringify(document))).size).toBe(1);
    expect(await lake.upload(bytes)).toEqual(documents[0]);
    await expect.poll(lake.incoming).toEqual([]);
  });

  test("uploading the same bytes again keeps the picture's texts", async () => {
    const bytes = await (await picture(60, 41)).png().toBuffer();
    const { _id } = await lake.upload(bytes);
    const written = { title: 'Lobby' };
    await lake.client('administrator').patch(_id).set(written).commit();
    expect(await lake.upload(bytes)).toMatchObject(written);
  });

  test('a picture that the camera rotated is measured and shown upright', async () => {
    const turned = await (await picture()).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const document = await lake.upload(turned);
    expect(document.metadata?.dimensions).toMatchObject({ width: 200, height: 400 });
    const { bytes } = await get(`${document.url}?w=100`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 200 });
    expect(await pixel(bytes, 50, 10)).toEqual([256, 0, 0]);
    expect(await pixel(bytes, 50, 190)).toEqual([0, 0, 256]);
  });

  test('the type comes from the bytes, not from the header', async () => {
    const png = await (await picture(20, 10)).png().toBuffer();
    expect(await lake.upload(png, '?filename=x.exe', 'images', 'text/html')).toMatchObject({
      mimeType: 'image/png',
      extension: 'png',
    });
    for (const [body, why] of [
      ['<!doctype html><script>alert(1)</script>', /Accepted are/],
      ['MZ\u0000 not a picture', /Accepted are/],
      [png.subarray(0, 60), /Accepted are/],
      ['', /no body/],
    ] as const) {
      const response = await lake.post('images/production', body, { type: 'image/png' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: 400, message: expect.stringMatching(why) });
    }
    await expect.poll(lake.incoming).toEqual([]);
  });

  test('files of any type are stored with their extension', async () => {
    const document = await lake.upload('a,b\n1,2\n', '?filename=rates.CSV', 'files');
    expect(document).toMatchObject({
      _type: 'sanity.fileAsset',
      extension: 'csv',
      originalFilename: 'rates.CSV',
      mimeType: 'text/csv',
    });
    expect(document._id).toMatch(/^file-[a-f0-9]{40}-csv$/);
    expect(await lake.upload('no name at all', '', 'files')).toMatchObject({ extension: 'bin' });
  });

  test('uploading needs the permission to create the document, which is checked before reading the body', async () => {
    const png = await (await picture(22, 10)).png().toBuffer();
    expect((await lake.post('images/production', png, { token: '' })).status).toBe(401);
    expect((await lake.post('images/production', png, { token: lake.token('viewer') })).status).toBe(403);
    expect((await lake.post('files/production', 'x', { token: lake.token('hr') })).status).toBe(403);
    expect((await lake.post('images/production', png, { token: lake.token('hr') })).status).toBe(200);
    expect((await lake.post('images/nothing-here', png)).status).toBe(404);
    expect((await lake.post(`images/production?title=${'x'.repeat(10_001)}`, png)).status).toBe(400);
  });

  test('a file above the limit is refused by its Content-Length, and by its real length', async () => {
    const announced = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${lake.token('administrator')}`,
        'content-length': String(10 ** 10),
      };
      const request = httpRequest(`${lake.url}/v1/assets/images/production`, {
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
    const response = await lake.post('images/production', streamOf(endless()));
    expect(response.status).toBe(413);
    await expect.poll(lake.incoming).toEqual([]);
  });

  test('an incomplete upload leaves nothing behind', async () => {
    const abort = new AbortController();
    async function* stalls() {
      yield Buffer.alloc(100_000, 1);
      await expect.poll(lake.incoming).toHaveLength(1);
      abort.abort();
    }
    const body = streamOf(stalls());
    await expect(lake.post('images/production', body, { signal: abort.signal })).rejects.toThrow();
    await expect.poll(lake.incoming).toEqual([]);
  });

  test('a picture of a few bytes that claims a billion pixels is refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>';
    expect((await lake.post('images/production', svg)).status).toBe(400);
    const png = await (await picture(20, 10)).png().toBuffer();
    for (const [width, height] of [
      [15_000, 15_000],
      [2_000_000, 20],
    ] as const) {
      expect((await lake.post('images/production', claiming(png, width, height))).status).toBe(400);
    }
  });
});

describe('hostile SVG', () => {
  const svg = (inside: string) => `<?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" onload="alert(1)">
    <script>alert(1)</script><rect width="100" height="50" fill="#00ff00"/>${inside}</svg>`;
  const evil = svg('<image href="file:///etc/passwd" width="50" height="50"/>');

  test('is stored, but served with a policy that lets nothing run or load', async () => {
    const document = await lake.upload(evil, '?filename=logo.svg');
    const { response, bytes } = await get(`${document.url}?w=50&auto=format`, { accept: 'image/webp' });
    expect(bytes.toString()).toBe(evil);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/script|allow/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  const fewBlanks = ' '.repeat(100);
  const blanks = ' '.repeat(2000);
  const bare = (drawing: string) => drawing.replace(/^<\?xml.*\?>/, '');
  test.for([
    ['at once', (drawing: string) => drawing],
    ['after a byte order mark', (drawing: string) => `\uFEFF${drawing}`],
    ['after a few blanks', (drawing: string) => fewBlanks + bare(drawing)],
    ['after many blanks', (drawing: string) => blanks + bare(drawing)],
    ['after a comment', (drawing: string) => drawing.replace('?>', `?><!--${blanks}-->`)],
  ] as const)('that begins %s becomes pixels without reading a file of the server', async ([, written]) => {
    // A renderer could most easily load a file from the SVG's own folder.
    const neighbour = await lake.upload(await (await picture(102, 50)).png().toBuffer());
    const name = path.basename(neighbour.path);
    const document = await lake.upload(written(svg(`<image href="${name}" width="100" height="50"/>`)));
    const { response, bytes } = await get(`${document.url}?fm=png&w=100`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { channels } = await sharp(bytes).stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([0, 255, 0]);
  });

  const tooLong = svg(`<!--${' '.repeat(5 * 1024 * 1024)}-->`);
  test.for([
    ['compressed', gzipSync(svg('')), 'compressed'],
    ['in UTF-16', Buffer.from(`\uFEFF${svg('')}`, 'utf16le'), 'UTF-8'],
    ['in UTF-16 without a byte order mark', Buffer.from(svg(''), 'utf16le').swap16(), 'UTF-8'],
    ['of more than 5 MB', tooLong, '5 MB'],
    ['of more than 5 MB after blanks', fewBlanks + bare(tooLong), '5 MB'],
    ['of more than 5 MB that is compressed', gzipSync(tooLong), 'compressed'],
  ] as const)('%s is refused by name', async ([, body, reason]) => {
    const refused = await lake.post('images/production', body);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)]);
  });

  test('an SVG that loads a file by an entity is refused', async () => {
    const body = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`;
    expect((await lake.post('images/production', body)).status).toBe(400);
  });

  test('exponential entities are refused quickly', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
      '',
    );
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "lol">${levels}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e9;</text></svg>`;
    expect((await lake.post('images/production', bomb)).status).toBe(400);
  });
});

describe('an SVG that takes too long', () => {
  /** Stacked noise filters, which take minutes even for a thumbnail. */
  const endless = (seed: number) => {
    const range = Array.from({ length: 10_000 }, (_, n) => n);
    const noise = range.map((n) => `<feTurbulence baseFrequency=".${seed}${n}" numOctaves="9"/>`);
    const area = `width="64" height="64"`;
    const filter = `<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" ${area}>${noise.join('')}</filter>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${area}>${filter}<rect ${area} filter="url(#f)"/></svg>`;
  };
  const small = async (width: number) => (await picture(width, 10)).png().toBuffer();

  test('is refused in time, while others upload and cancelled uploads end', async () => {
    let pings = 0;
    let isOver = false;
    onTestFinished(async () => {
      isOver = true;
      await expect.poll(lake.incoming).toEqual([]);
    });
    const ping = async () => {
      await (await fetch(`${lake.url}/v1/ping`)).text();
      pings += 1;
      return isOver;
    };
    const pinging = (async () => expect.poll(ping).toBe(true))();
    const abort = new AbortController();
    const cancelled = [1, 2].map((seed) =>
      lake.post('images/production', endless(seed), { signal: abort.signal }).catch(() => 'cancelled'),
    );
    await expect.poll(lake.incoming).toHaveLength(2);
    const token = lake.token('editor');
    expect((await lake.post('images/production', await small(24), { token })).status).toBe(200);
    abort.abort();
    expect(await Promise.all(cancelled)).toEqual(['cancelled', 'cancelled']);
    await expect.poll(lake.incoming).toEqual([]);
    let isRefused = false;
    const refused = [endless(3), endless(4)].map((svg) => lake.post('images/production', svg));
    void refused[0]?.then(() => {
      isRefused = true;
    });
    const before = pings;
    expect((await lake.post('images/production', await small(26), { token })).status).toBe(200);
    expect(isRefused).toBe(false);
    const responses = await Promise.all(refused);
    // One or two if the SVG blocked the server thread.
    expect(pings - before).toBeGreaterThan(5);
    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
    expect(await responses[0]?.json()).toMatchObject({
      message: expect.stringMatching(/too much processor time/),
    });
    isOver = true;
    await pinging;
    await expect.poll(lake.incoming).toEqual([]);
  });
});
