import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { z } from 'zod';
import { httpError } from '../errors.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetKind, assetDocumentId, assetTypes, fileName, imageName } from './asset-name.ts';
import { type IncomingFile, receiveFile, tooLarge } from './incoming-file.ts';
import type { Pictures } from './pictures.ts';

const megabyte = 1024 * 1024;
/** A picture of 100 megapixels as JPEG fits; files are brochures, spreadsheets and short videos. */
const maxBytes: Record<AssetKind, number> = { images: 50 * megabyte, files: 250 * megabyte };

/** An asset document as it is created; revision and times are added. */
export type NewAssetDocument = { _id: string; _type: string; [field: string]: unknown };

const text = z.string().max(10_000, 'is too long').optional();

/** What an upload may say about its file; the names are those of Sanity's API. */
const descriptions = z.object({
  filename: z.string().max(1000, 'is too long').optional(),
  label: text,
  title: text,
  description: text,
  creditLine: text,
  sourceId: text,
  sourceName: text,
  sourceUrl: text,
  meta: z
    .array(z.string().max(40, 'is too long'))
    .max(20, 'has too many values')
    .transform((values) => new Set(values.length > 0 ? values : ['lqip', 'palette'])),
});

/**
 * Receives one upload, checks it, and keeps its bytes if `accept` stores the document.
 * @param place `address` is the lake's public address without a slash at the end
 */
export async function receiveAsset<T>(
  files: AssetFiles,
  kind: AssetKind,
  request: {
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
    query: URLSearchParams;
    contentLength: number;
    inspect: (file: string, extract: ReadonlySet<string>) => ReturnType<Pictures['inspect']>;
  },
  place: { address: string; projectId: string; dataset: string },
  accept: (document: NewAssetDocument) => Promise<T>,
): Promise<T> {
  const described = parseDescriptions(request.query);
  if (request.contentLength > maxBytes[kind]) throw tooLarge(maxBytes[kind]);
  const incoming = await receiveFile(request.body, files.incomingFolder, maxBytes[kind]);
  try {
    const { sourceId: id, sourceName: name, sourceUrl: url, meta, filename, ...texts } = described;
    const original = safeFilename(filename);
    const inspect = () => request.inspect(incoming.path, meta);
    const { asset, mimeType, metadata } = await identify(kind, incoming, original, inspect);
    const relative = `${kind}/${place.projectId}/${place.dataset}/${asset.name}`;
    const document = {
      _id: assetDocumentId(asset),
      _type: assetTypes[kind],
      assetId: asset.sha1,
      sha1hash: asset.sha1,
      extension: asset.extension,
      mimeType,
      originalFilename: original ?? asset.name,
      path: relative,
      size: incoming.size,
      uploadId: randomBytes(16).toString('hex'),
      url: `${place.address}/${relative}`,
      ...texts,
      ...(metadata ? { metadata } : {}),
      ...(id || name || url ? { source: { _type: 'sanity.assetSourceData', id, name, url } } : {}),
    };
    return await files.exclusive(place.dataset, asset, async () => {
      // Bytes first: a crash in between leaves a file that nobody refers to, never the other way round.
      await files.keep(place.dataset, asset, incoming);
      return accept(document);
    });
  } finally {
    await incoming.discard();
  }
}

async function identify(
  kind: AssetKind,
  incoming: IncomingFile,
  original: string | undefined,
  inspect: () => ReturnType<Pictures['inspect']>,
) {
  if (kind === 'images') {
    const { extension, mimeType, metadata } = await inspect();
    const { width, height } = metadata.dimensions;
    return { asset: imageName(incoming.sha1, width, height, extension), mimeType, metadata };
  }
  // Any file may be kept, so its name is as good as its bytes: it is never served as something a browser runs.
  const extension = path
    .extname(original ?? '')
    .slice(1)
    .toLowerCase();
  const known = /^[a-z0-9]{1,12}$/.test(extension) ? extension : 'bin';
  const mimeType = getMimeType(`x.${known}`)?.split(';')[0] ?? 'application/octet-stream';
  return { asset: fileName(incoming.sha1, known), mimeType, metadata: undefined };
}

function parseDescriptions(query: URLSearchParams) {
  const result = descriptions.safeParse({ ...Object.fromEntries(query), meta: query.getAll('meta') });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw httpError(400, `Upload parameter "${issue?.path[0]?.toString()}" ${issue?.message}.`);
}

/** The last part of the name, whatever system it comes from, without control characters. */
function safeFilename(name: string | undefined): string | undefined {
  const base = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return base ? base : undefined;
}
