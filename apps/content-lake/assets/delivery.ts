import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Next } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { httpError } from '../errors.ts';
import type { LakeEnv } from '../http/request.ts';
import type { Dataset } from '../store/dataset.ts';
import { megabyte } from '../units.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetName, assetDocumentId } from './asset-name.ts';
import type { FileCache } from './file-cache.ts';
import { clipToImage } from './geometry.ts';
import type { PictureProcessor } from './picture-processor.ts';
import {
  keepsVector,
  type OutputFormat,
  parseTransform,
  type TransformRequest,
} from './transform-request.ts';

/** Smaller files are sent from memory, which is faster than streaming them. */
const maxInMemory = megabyte;
/** Prevents scripts in an uploaded SVG or HTML file from running when its URL is opened. */
const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";
/** Types that a browser may show inline; all others are downloaded. */
const shownInline = /^(image\/|video\/|audio\/|application\/pdf$|text\/plain(;|$))/;
/** `Sec-Fetch-Dest` values of requests that show, play or save a file, but do not run or embed it. */
const destinations = /^(empty|image|video|audio|document)$/;

/** Serves pictures in the requested size and format, and files as they are. */
export class AssetDelivery {
  readonly #files: AssetFiles;
  readonly #cache: FileCache;
  readonly #pictures: PictureProcessor;

  constructor(files: AssetFiles, cache: FileCache, pictures: PictureProcessor) {
    this.#files = files;
    this.#cache = cache;
    this.#pictures = pictures;
  }

  async respond(c: Context<LakeEnv>, next: Next, dataset: Dataset, asset: AssetName): Promise<Response> {
    if (!destinations.test(c.req.header('sec-fetch-dest') ?? 'empty') || c.req.header('service-worker'))
      throw httpError(403, 'Uploaded files can be shown, played or saved, but not run or embedded.');
    const original = this.#files.path(dataset.name, asset);
    const missing = httpError(404, 'There is no asset at this address.');
    const { size } = statSync(original, { throwIfNoEntry: false }) ?? {};
    if (size === undefined) throw missing;
    const transform = asset.kind === 'images' && findTransform(c, asset);
    if (transform) return this.#transformed(c, dataset, asset, transform);
    const mimeType = getMimeType(asset.name) ?? '';
    const isInline = shownInline.test(mimeType);
    const headers = describeFile(c, isInline ? mimeType : 'application/octet-stream', asset.sha1);
    Object.assign(headers, describeDownload(c, dataset, asset));
    if (!isInline) headers['content-disposition'] ??= 'attachment';
    headers['x-sanity-sha1'] = asset.sha1;
    if (isKnown(c, headers)) return c.body(null, 304, headers);
    if (size <= maxInMemory && !c.req.header('range')) {
      headers['content-length'] = String(size);
      return c.body(new Uint8Array(await readFile(original)), 200, headers);
    }
    const response = await serveStatic({ path: original })(c, next);
    if (!(response instanceof Response)) throw missing;
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  async #transformed(c: Context<LakeEnv>, dataset: Dataset, asset: AssetName, transform: TransformRequest) {
    if (transform.rect && !clipToImage(asset, transform.rect)) {
      const { width, height } = asset;
      throw httpError(400, `Image parameter "rect" lies outside the picture (${width} × ${height} pixels).`);
    }
    const file = this.#files.path(dataset.name, asset);
    // Animations cannot be encoded as AVIF.
    const needsWebp = transform.format === 'avif' && (await mayBeAnimated(file));
    const format = chooseFormat(asset, needsWebp ? 'webp' : transform.format);
    const key = createHash('sha256')
      .update(JSON.stringify([dataset.name, asset.name, transform, format]))
      .digest('hex');
    const headers = describeFile(c, `image/${format === 'jpg' ? 'jpeg' : format}`, key);
    Object.assign(headers, describeDownload(c, dataset, asset, format));
    // A transform is slow, and the client may have the picture.
    if (isKnown(c, headers)) return c.body(null, 304, headers);
    const source = { path: file, extension: asset.extension, source: asset };
    const principal = c.get('principal');
    const client = principal.kind === 'anonymous' ? undefined : principal.id;
    const bytes = await this.#cache.read(`${key}.${format}`, () =>
      this.#pictures.transform(source, transform, format, { client, signal: c.req.raw.signal }),
    );
    return c.body(new Uint8Array(bytes), 200, headers);
  }
}

/** Returns the requested transform, or undefined if the picture is sent as it is. */
function findTransform({ req }: Context<LakeEnv>, { extension }: AssetName): TransformRequest | undefined {
  const transform = parseTransform(req.query(), req.header('accept'));
  const isDrawing = extension === 'svg' && transform && keepsVector(transform, 'fm' in req.query());
  return isDrawing ? undefined : transform;
}

/** Returns whether a picture may be animated: a GIF, or a WebP with the animation flag in its header. */
async function mayBeAnimated(file: string): Promise<boolean> {
  const header = await buffer(createReadStream(file, { end: 20 }));
  if (header.toString('latin1', 0, 4) === 'GIF8') return true;
  return header.toString('latin1', 8, 16) === 'WEBPVP8X' && ((header[20] ?? 0) & 2) !== 0;
}

function chooseFormat({ extension }: AssetName, requested: OutputFormat | undefined): OutputFormat {
  if (requested) return requested;
  if (extension === 'svg') return 'png';
  return extension === 'png' || extension === 'webp' || extension === 'avif' || extension === 'gif'
    ? extension
    : 'jpg';
}

/** Returns the headers of a file. The `etag` is a hash of the response body. */
function describeFile({ req }: Context<LakeEnv>, contentType: string, hash: string): Record<string, string> {
  return {
    'content-type': contentType,
    etag: `"${hash}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': inertPolicy,
    'x-content-type-options': 'nosniff',
    // Websites and the Studio embed assets from other origins.
    'cross-origin-resource-policy': 'cross-origin',
    ...(req.query('auto') === 'format' && { vary: 'Accept' }),
  };
}

/** Returns whether the client has the file already. */
function isKnown({ req }: Context<LakeEnv>, { etag = '' }: Record<string, string>): boolean {
  return req.header('if-none-match')?.includes(etag) ?? false;
}

/** Returns the header of a download (RFC 6266): with the requested file name, else the original one, percent-encoded. */
function describeDownload(c: Context<LakeEnv>, dataset: Dataset, asset: AssetName, format = asset.extension) {
  const requested = c.req.query('dl');
  if (requested === undefined) return {};
  const stored = requested || dataset.get(assetDocumentId(asset))?.originalFilename;
  const original = typeof stored === 'string' && stored ? stored : asset.name;
  const isSame = requested || format === asset.extension;
  const name = isSame ? original : `${path.parse(original).name}.${format}`;
  return { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
}
