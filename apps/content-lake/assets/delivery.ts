import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { getMimeType } from 'hono/utils/mime';
import { httpError } from '../errors.ts';
import { megabyte } from '../units.ts';
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

/** Smaller files are sent from memory, which is faster than streaming them. */
const maxInMemory = megabyte;
/** Prevents scripts in an uploaded SVG or HTML file from running when its URL is opened. */
const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";
/** Types that a browser may show inline; all others are downloaded. */
const shownInline = /^(image\/|video\/|audio\/|application\/pdf$|text\/plain(;|$))/;
/** `Sec-Fetch-Dest` values of requests that show, play or save a file, but do not run or embed it. */
const destinations = /^(empty|image|video|audio|document)$/;

type AssetRequest = {
  request: Request;
  dataset: string;
  client: string | undefined;
};

/** Serves pictures in the requested size and format, and files as they are. */
export class AssetDelivery {
  readonly #files: AssetFiles;
  readonly #cache: FileCache;
  readonly #pictures: PictureProcessor;
  readonly #groups = { signedIn: clientGroup(200), anonymous: clientGroup(100) };

  constructor(files: AssetFiles, cache: FileCache, pictures: PictureProcessor) {
    this.#files = files;
    this.#cache = cache;
    this.#pictures = pictures;
  }

  async respond({ request, dataset, client }: AssetRequest, asset: AssetName): Promise<Response> {
    const destination = request.headers.get('sec-fetch-dest') ?? 'empty';
    if (!destinations.test(destination) || request.headers.has('service-worker'))
      throw httpError(403, 'Uploaded files can be shown, played or saved, but not run or embedded.');
    const original = this.#files.path(dataset, asset);
    if (!existsSync(original)) throw httpError(404, 'There is no asset at this address.');
    const mimeType = getMimeType(asset.name) ?? '';
    const isInline = shownInline.test(mimeType);
    const headers: AssetHeaders = {
      ...headersOf(request, isInline ? mimeType : 'application/octet-stream', asset.sha1),
      'x-sanity-sha1': asset.sha1,
    };
    if (asset.kind === 'images') {
      const query = new URL(request.url).searchParams;
      const transform = parseTransform(query, request.headers.get('accept') ?? undefined);
      const isOriginal = !transform || (asset.extension === 'svg' && keepsVector(transform, query.has('fm')));
      if (!isOriginal) return this.#transformed({ request, dataset, client }, asset, transform);
    } else {
      headers['accept-ranges'] = 'bytes';
      if (!isInline) headers['content-disposition'] = 'attachment';
    }
    return send(request, async () => original, headers);
  }

  async #transformed(
    { request, dataset, client }: AssetRequest,
    asset: AssetName,
    transform: TransformRequest,
  ): Promise<Response> {
    if (transform.rect && !clipToImage(asset, transform.rect)) {
      const { width, height } = asset;
      throw httpError(400, `Image parameter "rect" lies outside the picture (${width} × ${height} pixels).`);
    }
    const file = this.#files.path(dataset, asset);
    // Animations cannot be encoded as AVIF.
    const needsWebp = transform.format === 'avif' && (await mayBeAnimated(file));
    const format = outputFormat(asset, needsWebp ? 'webp' : transform.format);
    const key = createHash('sha256')
      .update(JSON.stringify([dataset, asset.name, transform, format]))
      .digest('hex');
    const headers = headersOf(request, `image/${format.replace(/^p?jpg$/, 'jpeg')}`, key);
    const source = { path: file, extension: asset.extension, source: asset };
    const { signal } = request;
    const group = client === undefined ? this.#groups.anonymous : this.#groups.signedIn;
    const find = () =>
      this.#cache.file(`${key}.${format}`, { group, signal }, (cancelled) =>
        this.#pictures.transform(source, transform, format, { client, signal: cancelled }),
      );
    try {
      return await send(request, find, headers);
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  }
}

/** Returns whether a picture may be animated: a GIF, or a WebP with the animation flag in its header. */
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

/** Returns the headers of a file. The `etag` is a hash of the response body. */
export function headersOf(request: Request, contentType: string, hash: string): AssetHeaders {
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

/** Sends a file. Calls `find` only if the client's copy is stale, as transforms are slow. */
async function send(request: Request, find: () => Promise<string | Uint8Array>, fixed: AssetHeaders) {
  const headers: AssetHeaders = { ...fixed };
  const download = new URL(request.url).searchParams.get('dl');
  if (download !== null) headers['content-disposition'] = attachment(download);
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  // Sends the headers with a 304 too, as the content type in the browser's cache may be outdated.
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
  if (typeof file === 'string' && (range || size > maxInMemory))
    return new Response(bodyStream(createReadStream(file, range)), { status, headers });
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  return new Response(new Uint8Array(bytes), { status, headers });
}

/** Streams a file at the client's pace, and closes it when the client disconnects. */
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

/** Returns the requested byte range, or undefined (the whole file) for several ranges or a stale `If-Range`. */
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

/** Returns an attachment header (RFC 6266) with an ASCII name for old clients and the percent-encoded name. */
function attachment(name: string): string {
  if (!name) return 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
