import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImageUrlBuilder } from '@sanity/image-url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake'], seed: false });
  folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const { projectId, dataset } = stack.client(null).config();
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","dependencies":{"sanity":"*"}}');
  writeFileSync(
    path.join(folder, 'sanity.cli.ts'),
    `export default { api: ${JSON.stringify({ projectId, dataset })} };`,
  );
  writeFileSync(
    path.join(folder, 'sanity.config.ts'),
    `export default { name: 'default', ...${JSON.stringify({ projectId, dataset })}, schema: { types: [] } };`,
  );
  // Some systems resolve `localhost` but no subdomain of it.
  writeFileSync(
    path.join(folder, 'names.cjs'),
    `const dns = require('node:dns');
    const real = dns.lookup;
    dns.lookup = (host, ...rest) => real(host.endsWith('.localhost') ? 'localhost' : host, ...rest);`,
  );
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `sanity` and returns its output. Rejects if it fails. */
function sanity(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CI: 'true',
    NODE_OPTIONS: '--require ./names.cjs',
    SANITY_AUTH_TOKEN: stack.token('administrator'),
    SANITY_INTERNAL_ENV: stack.lakeUrl.replace('127.0.0.1', 'localhost'),
  };
  const program = path.resolve('node_modules/.bin/sanity');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${args.join(' ')}: ${stdout}${stderr}`)) : resolve(stdout + stderr),
    );
  });
}

test('the Sanity CLI creates, queries, exports and imports documents', async () => {
  const { dataset = '' } = stack.client(null).config();
  writeFileSync(path.join(folder, 'made.json'), '{"_id":"made","_type":"note","n":7}');
  expect(await sanity('documents', 'create', 'made.json')).toContain('made');
  const query = ['documents', 'query', '*[_type == "note"]{n}', '--api-version', 'v2025-02-19'];
  expect(JSON.parse((await sanity(...query)).replace(/^[^[]*/, ''))).toEqual([{ n: 7 }]);
  const archive = path.join(folder, 'out.tar.gz');
  await sanity('dataset', 'export', dataset, archive, '--overwrite');
  await sanity('documents', 'delete', 'made');
  expect(await stack.client('viewer').getDocument('made')).toBeUndefined();
  await sanity('dataset', 'import', archive, dataset, '--replace');
  expect(await stack.client('viewer').getDocument('made')).toMatchObject({ n: 7 });
});

test('serves pictures at the URLs of image-url and next-sanity', async () => {
  const create = { width: 400, height: 200, channels: 3, background: '#123456' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const asset = await stack.client('administrator').assets.upload('image', bytes);
  const { projectId = '', dataset = '' } = stack.client(null).config();
  const { origin } = new URL(asset.url);
  const image = createImageUrlBuilder({
    projectId,
    dataset,
    baseUrl: asset.url.split('/images/')[0] ?? origin,
  }).image({ asset: { _ref: asset._id }, hotspot: { x: 0.9, y: 0.5, height: 0.2, width: 0.2 } });
  const fits = (['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const).map((fit) =>
    image.size(90, 90).fit(fit),
  );
  const crops = (['top', 'bottom', 'left', 'right', 'center', 'focalpoint', 'entropy'] as const).map((crop) =>
    image.size(90, 90).fit('crop').crop(crop).focalPoint(0.2, 0.8),
  );
  const formats = (['jpg', 'pjpg', 'png', 'webp'] as const).map((format) => image.width(90).format(format));
  const others = [
    image.width(90).quality(40).auto('format').dpr(2),
    image.width(90).blur(20).sharpen(10).invert(true).saturation(-100),
    image.orientation(90).flipHorizontal().flipVertical(),
    image.width(90).pad(4).bg('fff').frame(1),
    image.fit('crop').minWidth(10).maxWidth(90).minHeight(10).maxHeight(50),
    image.rect(1, 2, 30, 40).forceDownload('a.png'),
  ];
  const urls = [...fits, ...crops, ...formats, ...others].map((one) => one.url());
  // The URL that the loader of next-sanity/image makes. Only Next's bundler can import the loader.
  const loaded = [100, 640, 3840].map(
    (width) => `${asset.url}?w=${width}&h=${Math.round((width * 2) / 3)}&auto=format&fit=min&q=75`,
  );
  const responses = await Promise.all(
    [...urls, ...loaded].map(async (url) => {
      // Browsers reach the lake through the site; here, there is no site.
      const { pathname, search } = new URL(url);
      const lakePath = pathname.slice(pathname.indexOf('/images/'));
      const response = await fetch(stack.lakeUrl + lakePath + search);
      return response.status === 200 ? 200 : `${url}: ${await response.text()}`;
    }),
  );
  expect(responses).toEqual(responses.map(() => 200));
});
