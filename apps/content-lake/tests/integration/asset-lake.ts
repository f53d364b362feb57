import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { sharedLake, type TestLake } from './lake.ts';

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
      palette: z.looseObject({}).optional(),
    })
    .optional(),
});

type Body = Buffer | string | ReadableStream;
type PostOptions = { token?: string; type?: string; signal?: AbortSignal };

/** A content lake and helpers for uploads. */
export type AssetLake = TestLake & {
  /** Posts bytes to a path under `/assets/`, by default as an administrator. An empty token is not sent. */
  post(address: string, body: Body, options?: PostOptions): Promise<Response>;
  /** Uploads bytes, expects success and returns the asset's document. */
  upload(
    body: Body,
    query?: string,
    kind?: 'images' | 'files',
    type?: string,
  ): Promise<z.infer<typeof assetDocument>>;
  /** Names of the files of uploads in progress. */
  incoming(): string[];
};

export async function assetLake(given?: TestLake): Promise<AssetLake> {
  const lake = given ?? (await sharedLake());
  const post: AssetLake['post'] = (
    address,
    body,
    { token = lake.token('administrator'), type = 'application/octet-stream', signal } = {},
  ) =>
    fetch(`${lake.url}/v2025-02-19/assets/${address}`, {
      method: 'POST',
      headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: typeof body === 'string' || body instanceof ReadableStream ? body : new Uint8Array(body),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      ...(signal ? { signal } : {}),
    });
  return {
    ...lake,
    post,
    async upload(body, query = '', kind = 'images', type) {
      const response = await post(`${kind}/production${query}`, body, type ? { type } : {});
      const text = await response.text();
      if (response.status !== 200) throw new Error(`The upload got ${response.status}: ${text}`);
      return z.object({ document: assetDocument }).parse(JSON.parse(text)).document;
    },
    incoming: () => readdirSync(path.join(lake.folder, 'assets/incoming')),
  };
}

export async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A picture whose left half is red and right half blue. */
export async function picture(width = 400, height = 200) {
  const half = { width: width / 2, height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

/** Returns the colour of a pixel as [red, green, blue], rounded to tolerate compression. */
export async function pixel(bytes: Buffer, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((channel) => Math.round(channel / 64) * 64);
}
