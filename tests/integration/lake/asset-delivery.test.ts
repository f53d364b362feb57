import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack } from '../../support/stack.ts';
import { type AssetLake, get, picture, startAssetLake } from './asset-lake.ts';

let lake: AssetLake;
beforeAll(async () => {
  lake = await startAssetLake();
});
afterAll(() => lake?.stack.stop());

describe('delivery', () => {
  test('HEAD answers without a body; ranges of files work', async () => {
    const file = await lake.upload('0123456789', '?filename=digits.txt', 'files');
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
    const file = await lake.upload('<script>alert(1)</script>', '?filename=page.html', 'files');
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
      const { port } = new URL(lake.stack.lakeUrl);
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
    fetch(`${lake.stack.lakeUrl}/v1/data/mutate/production`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${lake.stack.token('administrator')}`,
      },
      body: JSON.stringify({ mutations }),
    });
  const status = async (url: string) => (await fetch(url)).status;

  test('its file goes when its document goes, and not while something refers to it', async () => {
    const { _id, url } = await lake.upload(await (await picture(64, 32)).png().toBuffer());
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
    const again = await lake.upload(await (await picture(64, 32)).png().toBuffer());
    expect(again._id).toBe(_id);
    expect(await status(url)).toBe(200);
  });

  test('a picture that is shown by a weak reference stays', async () => {
    const { _id, url } = await lake.upload(await (await picture(66, 32)).png().toBuffer());
    const asset = { _type: 'reference', _ref: _id, _weak: true };
    await mutate({ create: { _id: 'weak', _type: 'page', picture: { _type: 'image', asset } } });
    expect((await mutate({ delete: { id: _id } })).status).toBe(200);
    const other = await lake.upload(await (await picture(68, 32)).png().toBuffer());
    await mutate({ delete: { id: other._id } });
    await expect.poll(() => status(other.url)).toBe(404);
    expect(await status(url)).toBe(200);
  });

  test('after a crash assets are there, and at another port they say so', async () => {
    const { _id, url, path: address } = await lake.upload(await (await picture(70, 32)).png().toBuffer());
    await lake.stack.kill('lake');
    const moved = await startStack({ parts: ['lake'], seed: false, dataDir: lake.stack.dataDir });
    try {
      expect(moved.lakeUrl).not.toBe(lake.stack.lakeUrl);
      expect(await status(`${moved.lakeUrl}/${address}?w=35`)).toBe(200);
      const headers = { authorization: `Bearer ${lake.stack.token('administrator')}` };
      const read = await fetch(`${moved.lakeUrl}/v1/data/doc/production/${_id}`, { headers });
      expect(await read.json()).toMatchObject({ documents: [{ url: `${moved.lakeUrl}/${address}` }] });
    } finally {
      await moved.stop();
      await lake.stack.start('lake');
    }
    expect(await status(url)).toBe(200);
  });
});
