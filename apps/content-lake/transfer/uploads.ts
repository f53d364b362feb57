import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SanityClient } from '@sanity/client';
import pLimit from 'p-limit';
import { z } from 'zod';
import { parseAssetName } from '../assets/asset-name.ts';
import { StartError } from '../errors.ts';
import { type ImportedDocument, importedDocument } from './documents.ts';
import type { ImportedFile } from './files.ts';

const concurrency = 3;

/** Fields of an asset document that describe the stored file. An export's metadata does not replace these fields. */
const fileFields = new Set(
  '_id _type _rev assetId extension mimeType path sha1hash size uploadId url'.split(' '),
);

const metadataFile = z.record(z.string(), z.record(z.string(), z.unknown()));

type Uploads = {
  /** Ids of asset documents by file name. */
  ids: Map<string, string>;
  /** Asset documents to write, with texts and timestamps of the export. */
  documents: ImportedDocument[];
};

/**
 * Uploads the files, of which the lake stores each once. With `replaces`, existing assets get the texts of the export
 * too. Throws a StartError for a file that the lake refuses.
 */
export async function uploadFiles(
  client: SanityClient,
  folder: string,
  files: Map<string, ImportedFile>,
  replaces: boolean,
): Promise<Uploads> {
  const text = await readFile(path.join(folder, 'assets.json'), 'utf8').catch(() => '{}');
  const metadata = metadataFile.parse(JSON.parse(text));
  const uploads: Uploads = { ids: new Map(), documents: [] };

  async function add(name: string, file: ImportedFile) {
    const type = file.kind === 'images' ? 'image' : 'file';
    const described = metadata[`${type}-${file.sha1}`];
    // The extension of a file in an export is the asset's; in other folders the file may have lost it.
    const isNamedByHash = parseAssetName(file.kind, path.basename(file.path)) !== undefined;
    const given = described?.originalFilename;
    const filename = isNamedByHash || typeof given !== 'string' ? path.basename(file.path) : given;
    const asset = await client.assets.upload(type, await readFile(file.path), { filename });
    uploads.ids.set(name, asset._id);
    // An unchanged asset is new, or comes from an interrupted import.
    const isFresh = asset._createdAt === asset._updatedAt;
    if (!described || !(replaces || isFresh)) return;
    const fields = Object.entries(described).filter(([field]) => !fileFields.has(field));
    uploads.documents.push({ ...asset, ...Object.fromEntries(fields) });
  }

  const limit = pLimit(concurrency);
  const adding = [...files].map(([name, file]) =>
    limit(() =>
      add(name, file).catch((error: Error) => {
        limit.clearQueue();
        throw new StartError(`No document was imported. ${name} was refused: ${error.message}`);
      }),
    ),
  );
  await Promise.all(adding);
  return uploads;
}

/** Returns the `image-<sha1>` or `file-<sha1>` that an asset's id starts with. */
export const parsePrefix = (id: string): string => id.split('-').slice(0, 2).join('-');

/** Replaces the names of uploaded files in a document with references. */
export function withReferences(document: ImportedDocument, ids: Map<string, string>): ImportedDocument {
  const text = JSON.stringify(document, (_field, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value;
    const { _sanityAsset: name, ...rest } = value;
    const _ref = ids.get(String(name));
    return { _type: _ref?.split('-')[0], ...rest, asset: { _type: 'reference', _ref } };
  });
  return importedDocument.parse(JSON.parse(text));
}
