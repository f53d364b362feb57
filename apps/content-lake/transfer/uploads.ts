import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SanityAssetDocument, SanityClient } from '@sanity/client';
import pLimit from 'p-limit';
import { z } from 'zod';
import { assetDocumentId, assetOfDocument, assetTypes, parseAssetName } from '../assets/asset-name.ts';
import { StartError } from '../errors.ts';
import type { ImportedDocument } from './documents.ts';
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
 * Uploads the files that the lake does not have. With `replaces`, existing assets get the texts of the export too. Throws
 * a StartError for a file that the lake refuses.
 */
export async function uploadFiles(
  client: SanityClient,
  folder: string,
  files: Map<string, ImportedFile>,
  replaces: boolean,
): Promise<Uploads> {
  const text = await readFile(path.join(folder, 'assets.json'), 'utf8').catch(() => '{}');
  const metadata = metadataFile.parse(JSON.parse(text));
  const types = Object.values(assetTypes);
  const known = new Set(await client.fetch<string[]>('*[_type in $types]._id', { types }));
  const bySha1 = new Map([...known].map((id) => [prefixOf(id), id]));
  const uploads: Uploads = { ids: new Map(), documents: [] };

  async function add(name: string, file: ImportedFile) {
    const type = file.kind === 'images' ? 'image' : 'file';
    const described = metadata[`${type}-${file.sha1}`];
    // An export names files by hash and extension, so two assets may have the same bytes and different extensions.
    const exact = parseAssetName(file.kind, path.basename(file.path));
    const id = exact?.sha1 === file.sha1 ? assetDocumentId(exact) : bySha1.get(`${type}-${file.sha1}`);
    const existing = id && known.has(id) ? await storedAsset(client, id) : undefined;
    const given = described?.originalFilename;
    const filename = exact || typeof given !== 'string' ? path.basename(file.path) : given;
    const asset = existing ?? (await client.assets.upload(type, await readFile(file.path), { filename }));
    uploads.ids.set(name, asset._id);
    // An unchanged asset may come from an interrupted import.
    const isFresh = !existing || existing._createdAt === existing._updatedAt;
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

async function storedAsset(client: SanityClient, id: string): Promise<SanityAssetDocument | undefined> {
  const { apiHost, projectId, dataset } = client.config();
  const { kind, name } = assetOfDocument(id) ?? {};
  const response = await fetch(`${apiHost}/${kind}/${projectId}/${dataset}/${name}`, { method: 'HEAD' });
  return response.ok ? client.getDocument<SanityAssetDocument>(id) : undefined;
}

/** Returns the `image-<sha1>` or `file-<sha1>` that an asset's id starts with. */
export const prefixOf = (id: string): string => id.split('-').slice(0, 2).join('-');

/** Replaces the names of uploaded files in a document with references. */
export function withReferences(document: ImportedDocument, ids: Map<string, string>): ImportedDocument {
  return {
    ...Object.fromEntries(withReferencesInFields(Object.entries(document), ids)),
    _id: document._id,
    _type: document._type,
  };
}

function withReferencesInFields(fields: [string, unknown][], ids: Map<string, string>) {
  return fields.map(([field, value]) => [field, withReferencesInValue(value, ids)] as const);
}

function withReferencesInValue(value: unknown, ids: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferencesInValue(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  const { _sanityAsset: name, ...rest } = Object.fromEntries(
    withReferencesInFields(Object.entries(value), ids),
  );
  const id = typeof name === 'string' ? ids.get(name) : undefined;
  if (!id) return rest;
  return { _type: id.split('-')[0], ...rest, asset: { _type: 'reference', _ref: id } };
}
