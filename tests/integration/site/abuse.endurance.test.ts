import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pictureWidths } from '#web/content/picture-widths.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchPage, nodesOf } from '../../support/html.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { startStack } from '../../support/stack.ts';
import { probes } from './probes.ts';
import { get } from './site.ts';

const env = { TRUST_PROXY: 'true' };
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], env }));

const hundred = Array.from({ length: 100 }, (_, index) => index);

describe('pictures', () => {
  /** Returns the site's own URLs of the picture on `/shown`, in all widths. */
  let addresses: string[];
  let id: string;
  let file: string;

  beforeAll(async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = await sharp({
      create: { width: 4000, height: 2000, channels: 3, background: '#888', noise },
    })
      .jpeg()
      .toBuffer();
    const client = stack.client('editor');
    const asset = await client.assets.upload('image', large, { filename: 'large.jpg' });
    id = asset._id;
    file = new URL(asset.url).pathname.split('/').at(-1) ?? '';
    const picture = {
      _type: 'picture',
      alt: 'Noise',
      asset: { _type: 'reference', _ref: id },
      hotspot: { _type: 'sanity.imageHotspot', x: 0.9, y: 0.5, width: 0.1, height: 0.1 },
    };
    await client.createOrReplace({
      _id: 'page-shown',
      _type: 'page',
      title: 'Shown',
      slug: { _type: 'slug', current: 'shown' },
      sections: [{ _type: 'hero', _key: 'a', heading: 'Shown', art: 'image', picture }],
    });
    await eventually(async () => {
      const { html } = await get(stack, '/shown');
      addresses = [...html.matchAll(/(\/media\/\S+) \d+w/g)].map(([, one = '']) =>
        one.replaceAll('&amp;', '&'),
      );
      expect(addresses.length).toBeGreaterThan(3);
    });
  });

  const webp = { accept: 'image/webp' };
  async function expectOrdinaryPicture() {
    // Drawings are served as they are. The picture that search engines get has pixels.
    const [article] = nodesOf(
      await fetchPage(stack.siteUrl, '/articles/how-to-read-a-tender-notice'),
      'Article',
    );
    const { pathname, search } = new URL(String(article?.image));
    const ordinary = pathname + search;
    // A size and format that nobody has requested, so that it has to be rendered.
    made += 1;
    const width = pictureWidths[made];
    const response = await fetch(`${stack.siteUrl}${ordinary.replace(/w=\d+/, `w=${width}`)}`, {
      headers: webp,
    });
    await response.arrayBuffer();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  let made = 0;

  test('are served only in the sizes and crops that pages use', async () => {
    const [address = ''] = addresses;
    const { width, height } = await sharp(
      await (await fetch(`${stack.siteUrl}${addresses.at(-1)}`, { headers: webp })).arrayBuffer(),
    ).metadata();
    expect(width / height).toBeCloseTo(4 / 3, 2);
    expect((await get(stack, address)).status).toBe(200);
    const rect = /rect=[\d,]+/.exec(address)?.[0] ?? '';
    expect(rect).not.toBe('');
    for (const changed of [
      address.replace(rect, 'rect=0,0,4000,3000'),
      address.replace(rect, 'rect=1,1,100,100'),
      address.replace(`${rect}&`, ''),
      address.replace(/w=\d+/, 'w=641'),
      address.replace(/&s=.*/, ''),
      address.replace(/&s=.*/, '&s=guess'),
      address.replace(file, `${'a'.repeat(40)}-4000x2000.jpg`),
      `/media/${file}?w=640&h=3000&fit=crop&auto=format`,
    ])
      expect((await get(stack, changed)).status, changed).toBe(404);
    // Unknown parameters do not cause another rendering.
    const plain = await fetch(`${stack.siteUrl}${address}`, { headers: webp });
    const more = await fetch(`${stack.siteUrl}${address}&h=10&fm=png`, { headers: webp });
    expect(Buffer.from(await more.arrayBuffer())).toEqual(Buffer.from(await plain.arrayBuffer()));
  });

  test('a hundred invented URLs at once load neither the site nor the lake', async () => {
    const hostile = hundred.map(async (index) => {
      const { status } = await get(
        stack,
        `/media/${file}?rect=${index},0,1920,3000&w=1920&h=${3000 - index}&s=x`,
        { accept: 'image/avif' },
      );
      return status;
    });
    await expectOrdinaryPicture();
    expect(new Set(await Promise.all(hostile))).toEqual(new Set([404]));
  });

  test('a hundred unusual sizes requested from the lake do not delay ordinary pictures', async () => {
    const leave = new AbortController();
    const hostile = hundred.map((index) =>
      fetch(
        `${stack.lakeUrl}/images/local/production/${file}?w=1920&h=${3000 - index}&fit=crop&auto=format`,
        {
          headers: { accept: 'image/avif' },
          signal: leave.signal,
        },
      ).then(
        ({ status }) => status,
        () => 'left',
      ),
    );
    await expectOrdinaryPicture();
    leave.abort();
    expect(new Set(await Promise.all(hostile))).toContain('left');
    // Pictures that no client is waiting for are not rendered.
    const next = await fetch(`${stack.lakeUrl}/images/local/production/${file}?w=99`);
    await next.arrayBuffer();
    expect(next.status).toBe(200);
  });

  test('pictures for disconnected clients are not rendered', async () => {
    const leave = new AbortController();
    const requests = addresses.flatMap((address) =>
      ['image/avif', 'image/png'].map((accept) =>
        fetch(`${stack.siteUrl}${address}`, { headers: { accept }, signal: leave.signal }).catch(() => {}),
      ),
    );
    // One of the requests has a response, so all of them have arrived.
    await Promise.race(requests);
    leave.abort();
    await Promise.all(requests);
    await expectOrdinaryPicture();
  });

  test('are served even if they cannot be stored, for example on a full disk', async () => {
    const folder = path.join(stack.dataDir, 'content-lake', 'image-cache');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    for (const visit of [1, 2])
      expect((await get(stack, addresses[0] ?? '', { accept: 'image/jpeg' })).status, `${visit}`).toBe(200);
  });
});

test('with TRUST_PROXY set, the site listens on this machine only', async () => {
  const { port } = new URL(stack.siteUrl);
  expect((await fetch(`http://127.0.0.1:${port}/robots.txt`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${port}/robots.txt`)).rejects.toThrow();
});

test('requests of scanners get the expected status and reveal nothing', async () => {
  const { port } = new URL(stack.siteUrl);
  const responses: string[] = [];
  for (const [requests, expected, headers = {}, body] of probes) {
    const [method = '', path = ''] = requests.split(/ (.*)/);
    const response = await requestRaw(port, path, {
      method,
      headers: { host: `localhost:${port}`, ...headers },
      body,
    });
    const reported = JSON.stringify(response.headers) + response.text;
    const leaked = /root:x:|evil\.example|169\.254|"dependencies"|\bat \/|node_modules/.exec(reported)?.[0];
    const outcome = `${requests} ${JSON.stringify(headers)}: ${response.status}${leaked ? `, says ${leaked}` : ''}`;
    if (outcome !== `${requests} ${JSON.stringify(headers)}: ${expected}`)
      responses.push(`${outcome}, not ${expected}`);
  }
  expect(responses).toEqual([]);
});
