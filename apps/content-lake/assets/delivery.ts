import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { getMimeType } from 'hono/utils/mime';
import { httpError } from '../errors.ts';
import type { AssetFiles } from './asset-files.ts';
import type { AssetName } from './asset-name.ts';
import { clientGroup, type FileCache } from './file-cache.ts';
import { clipToImage } from './geometry.ts';
import type { PictureProcessor } from './picture-processor.ts';
import {
  keepsVector,
  type OutputFormat,
  parseTransform,
  type TransformRequest,
} from './transform-request.ts';

type AssetHeaders = Record<string, string> & { etag: string };

/** Bytes. Smaller files are sent from memory, which is quicker than a stream. */
const maxInMemory = 1024 * 1024;
/** Uploaded SVG and HTML can hold scripts, which must not run when the file is opened by its URL. */
const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";
/** Types that a browser may show inline; all others are downloaded. */
const shownInline = /^(image\/|video\/|audio\/|application\/pdf$|text\/plain(;|$))/;
/** `Sec-Fetch-Dest` values that show, play or save a file, never as part of a page or program. */
const destinations = /^(empty|image|video|audio|document)$/;

type AssetRequest = {
  request: Request;
  dataset: string;
  /** Transforms are queued by client; all anonymous ones (undefined) share a queue. */
  client: string | undefined;
};

/** Serves pictures in the requested size and format, and files as they are. */
export function assetDelivery(files: AssetFiles, cache: FileCache, pictures: PictureProcessor) {
  const groups = { known: clientGroup(200), strangers: clientGroup(100) };

  async function transformed(
    { request, dataset, client }: AssetRequest,
    asset: AssetName,
    transform: TransformRequest,
  ): Promise<Response> {
    if (transform.rect && !clipToImage(asset, transform.rect)) {
      const { width, height } = asset;
      throw httpError(400, `Image parameter "rect" lies outside the picture (${width} × ${height} pixels).`);
    }
    const file = files.path(dataset, asset);
    // Animations are not encoded as AVIF.
    const isStillOnly = transform.format === 'avif' && (await mayBeAnimated(file));
    const format = outputFormat(asset, isStillOnly ? 'webp' : transform.format);
    const key = createHash('sha256')
      .update(JSON.stringify([dataset, asset.name, transform, format]))
      .digest('hex');
    const headers = headersOf(request, `image/${format.replace(/^p?jpg$/, 'jpeg')}`, key);
    const source = { path: file, extension: asset.extension, source: asset };
    const { signal } = request;
    const group = client === undefined ? groups.strangers : groups.known;
    const made = () =>
      cache.file(`${key}.${format}`, { group, signal }, (wanted) =>
        pictures.transform(source, transform, format, { client, signal: wanted }),
      );
    try {
      return await send(request, made, headers);
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  }

  return async (asking: AssetRequest, asset: AssetName) => {
    const { request, dataset } = asking;
    if (
      !destinations.test(request.headers.get('sec-fetch-dest') ?? 'empty') ||
      request.headers.has('service-worker')
    )
      throw httpError(403, 'What was uploaded can be shown, played or saved; nothing runs or embeds it.');
    const original = files.path(dataset, asset);
    if (!existsSync(original)) throw httpError(404, 'There is no asset at this address.');
    const mimeType = getMimeType(asset.name) ?? '';
    const isShown = shownInline.test(mimeType);
    const headers: AssetHeaders = {
      ...headersOf(request, isShown ? mimeType : 'application/octet-stream', asset.sha1),
      'x-sanity-sha1': asset.sha1,
    };
    if (asset.kind === 'images') {
      const query = new URL(request.url).searchParams;
      const asked = parseTransform(query, request.headers.get('accept') ?? undefined);
      const isKept = !asked || (asset.extension === 'svg' && keepsVector(asked, query.has('fm')));
      if (!isKept) return transformed(asking, asset, asked);
    } else {
      headers['accept-ranges'] = 'bytes';
      if (!isShown) headers['content-disposition'] = 'attachment';
    }
    return send(request, async () => original, headers);
  };
}

/** Whether a picture may have several frames: a GIF, or a WebP with the flag of an animation in its header. */
async function mayBeAnimated(file: string): Promise<boolean> {
  const header = await buffer(createReadStream(file, { end: 20 }));
  if (header.toString('latin1', 0, 4) === 'GIF8') return true;
  return header.toString('latin1', 8, 16) === 'WEBPVP8X' && ((header[20] ?? 0) & 2) !== 0;
}

function outputFormat({ extension }: AssetName, requested: OutputFormat | undefined): OutputFormat {
  if (requested) return requested;
  if (extension === 'svg') return 'png';
  return extension === 'png' || extension === 'webp' || extension === 'avif' || extension === 'gif'
    ? extension
    : 'jpg';
}

function headersOf(request: Request, contentType: string, hash: string): AssetHeaders {
  const isNegotiated = new URL(request.url).searchParams.get('auto') === 'format';
  return {
    'content-type': contentType,
    etag: `"${hash}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': inertPolicy,
    'x-content-type-options': 'nosniff',
    // Websites and the Studio embed assets from other origins.
    'cross-origin-resource-policy': 'cross-origin',
    ...(isNegotiated ? { vary: 'Accept' } : {}),
  };
}

/** @param find is called only if the client's copy is stale, as transforms are slow */
async function send(request: Request, find: () => Promise<string | Uint8Array>, fixed: AssetHeaders) {
  const headers: AssetHeaders = { ...fixed };
  const download = new URL(request.url).searchParams.get('dl');
  if (download !== null) headers['content-disposition'] = attachment(download);
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  // With headers, as the content type in the browser's cache may be outdated.
  if (known.some((entry) => ['*', headers.etag].includes(entry.trim().replace(/^W\//, ''))))
    return new Response(null, { status: 304, headers });
  const file = await find();
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  const range = headers['accept-ranges'] ? requestedRange(request, size, headers.etag) : undefined;
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  headers['content-length'] = String(range ? range.end - range.start + 1 : size);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // Reads at the client's pace, and closes the file when it disconnects.
  if (typeof file === 'string' && (range || size > maxInMemory))
    return new Response(bodyStream(createReadStream(file, range)), { status, headers });
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  return new Response(new Uint8Array(bytes), { status, headers });
}

/** At the reader's pace; cancelling it ends the iterator. */
function bodyStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A single byte range; several ranges and a stale `If-Range` get the whole file. */
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

/** RFC 6266: an ASCII name for old clients, and the percent-encoded one. */
function attachment(name: string): string {
  if (!name) return 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
