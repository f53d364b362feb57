import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { assetLake, get, picture } from './asset-lake.ts';
import { lakeOfThisFile, startTestLake } from './lake.ts';

const lake = await assetLake(await lakeOfThisFile());

describe('delivery', () => {
  test('HEAD has no body, and byte ranges of files work', async () => {
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
  });

  test('downloads have the requested file name and nothing else', async () => {
    const file = await lake.upload('<script>alert(1)</script>', '?filename=page.html', 'files');
    const disposition = async (query: string) =>
      (await get(file.url + query)).response.headers.get('content-disposition');
    // Opened in a tab, the file would run on the lake's origin.
    expect(await disposition('')).toBe('attachment');
    expect(await disposition('?dl')).toBe(`attachment; filename*=UTF-8''page.html`);
    expect(await disposition('?dl=')).toBe(`attachment; filename*=UTF-8''page.html`);
    const head = await fetch(`${file.url}?dl=`, { method: 'HEAD' });
    expect(head.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''page.html`);
    expect(await disposition('?dl=a%22%0d%0aSet-Cookie:%20x=1.html')).toBe(
      `attachment; filename*=UTF-8''a%22%0D%0ASet-Cookie%3A%20x%3D1.html`,
    );
    expect(await disposition('?dl=मूल्य.html')).toMatch(/filename\*=UTF-8''%E0%A4%AE/);
    const { response } = await get(file.url);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(/sandbox/);
  });

  test('pictures are saved under their original name, with the extension of their format', async () => {
    const { _id, url } = await lake.upload(
      await (await picture(62, 32)).png().toBuffer(),
      '?filename=Our%20shop.v2.png',
    );
    const name = async (query: string) =>
      (await get(url + query)).response.headers.get('content-disposition')?.split("''")[1];
    expect(await name('?dl')).toBe('Our%20shop.v2.png');
    expect(await name('?w=10&dl=')).toBe('Our%20shop.v2.png');
    expect(await name('?w=10&fm=webp&dl=')).toBe('Our%20shop.v2.webp');
    expect(await name('?w=10&fm=webp&dl=mine.png')).toBe('mine.png');
    await lake.client('administrator').patch(_id).unset(['originalFilename']).commit();
    expect(await name('?dl')).toBe(url.split('/').at(-1));
  });

  describe('uploads cannot run or be embedded', () => {
    const script = 'self.wasRun = true; /*';

    test.each([
      ...['a.js', 'a.MJS', 'a.css', 'a.html', 'a.xml', 'a.wasm', 'मूल्य.js', 'a.png.js', 'no-extension'],
    ])('%s is downloaded without a type', async (name) => {
      const { url } = await lake.upload(
        script + name,
        `?filename=${encodeURIComponent(name)}`,
        'files',
        'text/javascript',
      );
      const first = (await get(url)).response;
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
      const responses = [
        first,
        (await get(`${url}?dl=a.js`)).response,
        (await get(url, { range: 'bytes=0-3' })).response,
        (await get(url, headers)).response,
        await fetch(url, { method: 'HEAD' }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 206, 304, 200]);
      for (const response of responses) {
        expect(response.headers.get('content-type')).toBe('application/octet-stream');
        expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
      }
    });

    test('a file can be shown, played or saved, but nothing else', async () => {
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>';
      const uploads = [
        await lake.upload(drawing, '?filename=a.svg'),
        await lake.upload(`GIF89a=1;${script}`, '?filename=a.gif', 'files'),
        await lake.upload(script, '?filename=a.js', 'files'),
      ];
      const addresses = [...uploads.map(({ url }) => url), `${uploads[0]?.url}?w=9&fm=png`];
      const statuses = (headers: Record<string, string>) =>
        Promise.all(addresses.map(async (address) => (await get(address, headers)).response.status));
      for (const allowed of ['empty', 'image', 'video', 'audio', 'document'])
        expect(await statuses({ 'sec-fetch-dest': allowed }), allowed).toEqual([200, 200, 200, 200]);
      const refused =
        'script worker sharedworker serviceworker audioworklet paintworklet style xslt manifest json embed object iframe frame fencedframe new';
      for (const dest of refused.split(' '))
        expect(await statuses({ 'sec-fetch-dest': dest }), dest).toEqual([403, 403, 403, 403]);
      expect(await statuses({ 'service-worker': 'script' })).toEqual([403, 403, 403, 403]);
      const etag = `"${uploads[2]?.url.slice(-43, -3)}"`;
      expect(await statuses({ 'sec-fetch-dest': 'script', 'if-none-match': etag })).toEqual([
        403, 403, 403, 403,
      ]);
    });
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
    // `fetch` would normalise the path.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(lake.url);
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

describe('lifetime of an asset', () => {
  const mutate = (...mutations: unknown[]) =>
    fetch(`${lake.url}/v1/data/mutate/production`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${lake.token('administrator')}`,
      },
      body: JSON.stringify({ mutations }),
    });
  const status = async (url: string) => (await fetch(url)).status;

  test('its file is deleted with its document, which cannot be deleted while referenced', async () => {
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

  test('a weakly referenced picture keeps its file', async () => {
    const { _id, url } = await lake.upload(await (await picture(66, 32)).png().toBuffer());
    const asset = { _type: 'reference', _ref: _id, _weak: true };
    await mutate({ create: { _id: 'weak', _type: 'page', picture: { _type: 'image', asset } } });
    expect((await mutate({ delete: { id: _id } })).status).toBe(200);
    const other = await lake.upload(await (await picture(68, 32)).png().toBuffer());
    await mutate({ delete: { id: other._id } });
    await expect.poll(() => status(other.url)).toBe(404);
    expect(await status(url)).toBe(200);
  });

  test('assets survive a crash, and get new URLs at another port', async () => {
    const { _id, url, path: address } = await lake.upload(await (await picture(70, 32)).png().toBuffer());
    await lake.kill();
    const moved = await startTestLake({ folder: lake.folder });
    try {
      expect(moved.url).not.toBe(lake.url);
      expect(await status(`${moved.url}/${address}?w=35`)).toBe(200);
      const headers = { authorization: `Bearer ${lake.token('administrator')}` };
      const read = await fetch(`${moved.url}/v1/data/doc/production/${_id}`, { headers });
      expect(await read.json()).toMatchObject({ documents: [{ url: `${moved.url}/${address}` }] });
    } finally {
      await moved.stop();
      await lake.start();
    }
    expect(await status(url)).toBe(200);
  });
});
