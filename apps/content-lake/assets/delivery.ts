import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { getMimeType } from 'hono/utils/mime';
import { httpError } from '../errors.ts';
import type { AssetFiles } from './asset-files.ts';
import type { AssetName } from './asset-name.ts';
import type { BoundedCache } from './bounded-cache.ts';
import { semaphore } from './semaphore.ts';
import { transformImage, visibleRect } from './transform.ts';
import { keepsVector, type OutputFormat, parseTransform } from './transform-request.ts';

type AssetHeaders = Record<string, string> & { etag: string };
type ImageAsset = Extract<AssetName, { kind: 'images' }>;

/** Files up to this many bytes are sent from memory: quicker than a stream, and bounded. */
const SMALL = 1024 * 1024;
/** Pictures that may wait to be made; beyond that the lake says so instead of letting the queue grow. */
const MAX_WAITING = 200;
const FOREVER = 'public, max-age=31536000, immutable';
/** Nothing in an uploaded file may run or load anything when it is opened by its address: SVG and HTML can hold scripts. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";
/** What a browser may show itself when it is opened from the files' address; anything else is downloaded. */
const SHOWN_INLINE =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|video\/|audio\/|application\/pdf$|text\/plain(;|$))/;

export type Delivery = {
  image: (request: Request, dataset: string, asset: ImageAsset) => Promise<Response>;
  file: (request: Request, dataset: string, asset: AssetName) => Promise<Response>;
};

/** Sends assets: pictures in the size and format that the address asks for, files as they are. */
export function delivery(files: AssetFiles, cache: BoundedCache): Delivery {
  const atOnce = semaphore(2);

  async function transformed(
    request: Request,
    dataset: string,
    asset: ImageAsset,
  ): Promise<Response | undefined> {
    const query = new URL(request.url).searchParams;
    const asked = parseTransform(query, request.headers.get('accept') ?? undefined);
    if (!asked) return undefined;
    if (asset.extension === 'svg' && keepsVector(asked, query.has('fm'))) return undefined;
    if (asked.rect && !visibleRect(asset, { ...asked.rect })) {
      throw httpError(
        400,
        `Image parameter "rect" lies outside the picture (${asset.width} × ${asset.height} pixels).`,
      );
    }
    const format = outputFormat(asset, asked.format);
    const key = createHash('sha256')
      .update(JSON.stringify([dataset, asset.name, asked, format]))
      .digest('hex');
    const headers = { ...imageHeaders(`image/${format === 'jpg' ? 'jpeg' : format}`, key), ...varies(query) };
    // The same address always gives the same bytes: a browser that has them need not wait until they are made again.
    if (isKnown(request, headers.etag)) return notModified(headers);
    const source = { path: files.path(dataset, asset), extension: asset.extension, source: asset };
    const made = await cache.file(`${key}.${format}`, (temporary) => {
      if (atOnce.waiting >= MAX_WAITING) throw busy();
      return atOnce.run(() => transformImage(source, asked, format, temporary));
    });
    return send(request, made, (await stat(made)).size, headers);
  }

  return {
    async image(request, dataset, asset) {
      const size = await files.size(dataset, asset);
      if (size === undefined) throw notFound();
      const made = await transformed(request, dataset, asset);
      if (made) return made;
      const query = new URL(request.url).searchParams;
      const headers = {
        ...imageHeaders(mimeTypeOf(asset), asset.sha1),
        'x-sanity-sha1': asset.sha1,
        ...varies(query),
      };
      return send(request, files.path(dataset, asset), size, headers);
    },
    async file(request, dataset, asset) {
      const size = await files.size(dataset, asset);
      if (size === undefined) throw notFound();
      const mimeType = mimeTypeOf(asset);
      const headers: AssetHeaders = {
        ...imageHeaders(mimeType, asset.sha1),
        'x-sanity-sha1': asset.sha1,
        'accept-ranges': 'bytes',
      };
      if (!SHOWN_INLINE.test(mimeType)) headers['content-disposition'] = 'attachment';
      return send(request, files.path(dataset, asset), size, headers);
    },
  };
}

function outputFormat(asset: ImageAsset, asked: OutputFormat | undefined): OutputFormat {
  const moving = asset.extension === 'gif';
  if (asked && !(moving && asked === 'avif')) return asked;
  if (moving && asked) return 'webp';
  switch (asset.extension) {
    case 'png':
    case 'svg':
      return 'png';
    case 'webp':
    case 'avif':
    case 'gif':
      return asset.extension;
    default:
      return 'jpg';
  }
}

function imageHeaders(contentType: string, hash: string) {
  return {
    'content-type': contentType,
    etag: `"${hash}"`,
    'cache-control': FOREVER,
    'content-security-policy': INERT,
    'x-content-type-options': 'nosniff',
    // Pictures are made to be embedded by the site and the Studio, which are other origins.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function varies(query: URLSearchParams): Record<string, string> {
  return query.get('auto') === 'format' ? { vary: 'Accept' } : {};
}

function mimeTypeOf(asset: AssetName): string {
  return getMimeType(asset.name) ?? 'application/octet-stream';
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (!known) return false;
  return known.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);
}

function notModified(headers: Record<string, string>): Response {
  const { 'content-type': _type, 'content-disposition': _disposition, ...rest } = headers;
  return new Response(null, { status: 304, headers: rest });
}

async function send(request: Request, file: string, size: number, fixed: AssetHeaders): Promise<Response> {
  const headers: AssetHeaders = { ...fixed };
  const download = new URL(request.url).searchParams.get('dl');
  if (download !== null) headers['content-disposition'] = attachment(download);
  if (isKnown(request, headers.etag)) return notModified(headers);
  const range = headers['accept-ranges'] ? requestedRange(request, size, headers.etag) : undefined;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  }
  const length = range ? range.end - range.start + 1 : size;
  headers['content-length'] = String(length);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  if (!range && size <= SMALL) return new Response(new Uint8Array(await readFile(file)), { status, headers });
  return new Response(streamOf(file, range), { status, headers });
}

/** Reads as the client takes the bytes; a client that goes away closes the file. */
function streamOf(
  file: string,
  range: { start: number; end: number } | undefined,
): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = createReadStream(file, range)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** One range of bytes; several at once, which no browser asks for, and a stale `If-Range` are answered with the whole file. */
function requestedRange(
  request: Request,
  size: number,
  etag: string,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? [];
  const condition = request.headers.get('if-range');
  if (first === undefined || last === undefined || (!first && !last) || (condition && condition !== etag))
    return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}

/** RFC 6266: an ASCII name for old clients, the real one, percent-encoded, for all others. */
function attachment(name: string): string {
  if (!name) return 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function notFound() {
  return httpError(404, 'There is no asset at this address.');
}

function busy() {
  return httpError(503, 'Too many pictures are being made at the moment. Try again in a few seconds.');
}
