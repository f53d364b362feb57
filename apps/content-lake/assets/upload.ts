import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { z } from 'zod';
import type { SignedIn } from '../access/principal.ts';
import { createAsset } from '../commands.ts';
import { check } from '../json.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { megabyte } from '../units.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetKind, assetDocumentId, assetTypes, fileName, imageName } from './asset-name.ts';
import { receiveFile, tooLarge } from './incoming-file.ts';

/** Enough for a JPEG of 100 megapixels, and for brochures and short videos. */
const maxBytes: Record<AssetKind, number> = { images: 50 * megabyte, files: 250 * megabyte };

type Upload = { kind: AssetKind; dataset: Dataset; author: SignedIn; request: Request };

const text = z.string().max(10_000, 'is too long').optional();

const descriptions = z.object({
  // Reduced to the base name of a Unix or Windows path, without control characters.
  filename: z
    .string()
    .max(1000, 'is too long')
    .transform(
      (name) =>
        name
          .replace(/^.*[/\\]/s, '')
          .replace(/\p{Cc}/gu, '')
          .trim() || undefined,
    )
    .optional(),
  label: text,
  title: text,
  description: text,
  creditLine: text,
  sourceId: text,
  sourceName: text,
  sourceUrl: text,
});

/** Stores an upload and returns the asset's document as JSON. */
export async function receiveAsset(
  { config, currentRoles, pictures }: Lake,
  files: AssetFiles,
  { kind, dataset, author, request }: Upload,
): Promise<string> {
  const { url, headers, body, signal } = request;
  const { sourceId, sourceName, sourceUrl, filename, ...texts } = parseDescriptions(url);
  if (Number(headers.get('content-length')) > maxBytes[kind]) throw tooLarge(maxBytes[kind]);
  const incoming = await receiveFile(body ?? [], files.incomingFolder, maxBytes[kind]);
  try {
    const picture =
      kind === 'images' ? await pictures.inspect(incoming.path, { client: author.id, signal }) : undefined;
    const asset = picture
      ? imageName(incoming.sha1, picture.metadata.dimensions, picture.extension)
      : fileName(incoming.sha1, parseExtension(filename));
    const relative = `${kind}/${config.projectId}/${dataset.name}/${asset.name}`;
    const source = { _type: 'sanity.assetSourceData', id: sourceId, name: sourceName, url: sourceUrl };
    const document = {
      _id: assetDocumentId(asset),
      _type: assetTypes[kind],
      assetId: asset.sha1,
      sha1hash: asset.sha1,
      extension: asset.extension,
      mimeType: getMimeType(asset.name)?.split(';')[0] ?? 'application/octet-stream',
      originalFilename: filename ?? asset.name,
      path: relative,
      size: incoming.size,
      uploadId: randomBytes(16).toString('hex'),
      url: `${config.url}/${relative}`,
      ...texts,
      ...(picture ? { metadata: picture.metadata } : {}),
      ...(sourceId || sourceName || sourceUrl ? { source } : {}),
    };
    return await files.exclusive(dataset.name, asset, async () => {
      // The dataset may have been deleted, and a new one created under its name.
      dataset.requireOpen();
      // Stores the file first, so that a crash can leave an unused file, but no document without a file.
      await files.store(dataset.name, asset, incoming);
      return createAsset(dataset, { author, roles: currentRoles }, document);
    });
  } finally {
    await incoming.discard();
  }
}

/** Returns a file name's extension. A wrong extension does no harm, because browsers never run the served files. */
function parseExtension(filename = ''): string {
  const extension = path.extname(filename).slice(1).toLowerCase();
  return /^[a-z0-9]{1,12}$/.test(extension) ? extension : 'bin';
}

function parseDescriptions(url: string) {
  return check(descriptions, Object.fromEntries(new URL(url).searchParams), 'Invalid upload parameter');
}
