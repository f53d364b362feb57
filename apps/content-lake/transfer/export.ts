import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SanityClient } from '@sanity/client';
import { packTar, type TarSource } from 'modern-tar/fs';
import { assetPath } from '../assets/asset-files.ts';
import { type AssetName, assetOfDocument } from '../assets/asset-name.ts';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { parseStored, type SanityDocument } from '../store/document.ts';
import { withLake } from './with-lake.ts';

/** Fields of an asset document that an import derives from the file. `assets.json` contains the other fields. */
const fileFields = new Set('_id _type assetId extension mimeType path uploadId url'.split(' '));

/**
 * Writes a tar.gz file in the format of `@sanity/export`. Unlike that program, preserves null items of arrays and all
 * fields of references. A failed export leaves an older file unchanged. Throws a StartError.
 */
export async function exportToFile(config: LakeConfig, dataset: string, target: string) {
  const file = path.resolve(target);
  if (!existsSync(path.dirname(file)))
    throw new StartError(`The folder ${path.dirname(file)} does not exist.`);
  return withLake(config, dataset, async (client) => {
    const exported = await documentsOf(client, dataset);
    const assets = new Map<string, AssetName>();
    for (const { _id } of exported) {
      const asset = assetOfDocument(_id);
      if (asset) assets.set(_id, asset);
    }
    const documents = exported.filter(({ _id }) => !assets.has(_id));
    const lines = documents.map((document) => `${JSON.stringify(withFileNames(document, assets))}\n`);
    const folder = `${dataset}-export-${new Date().toISOString().replace(/\W/g, '-').toLowerCase()}`;
    const sources: TarSource[] = [
      { type: 'content', target: `${folder}/data.ndjson`, content: lines.join('') },
      {
        type: 'content',
        target: `${folder}/assets.json`,
        content: JSON.stringify(describe(exported, assets)),
      },
      ...[...assets.values()].map((asset): TarSource => {
        const source = assetPath(config.folder, dataset, asset);
        if (!existsSync(source))
          throw new StartError(
            `The file of the asset ${asset.name} is missing: restore ${source}, or delete the asset.`,
          );
        return { type: 'file', target: `${folder}/${fileIn(asset)}`, source };
      }),
    ];
    const unfinished = `${file}.unfinished`;
    try {
      await pipeline(packTar(sources), createGzip(), createWriteStream(unfinished));
      await rename(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
    return { documents: documents.length, assets: assets.size };
  });
}

async function documentsOf(client: SanityClient, dataset: string): Promise<SanityDocument[]> {
  const { token = '' } = client.config();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(client.getUrl(`/data/export/${dataset}`), { headers });
  const text = await response.text();
  if (!response.ok) throw new StartError(`The export failed: ${text.slice(0, 1000)}`);
  // `readline` would treat U+2028 as the end of a line.
  const documents = text
    .split('\n')
    .filter(Boolean)
    .map((line) => parseStored(line));
  return documents.filter(({ _id }) => !_id.startsWith('_.') || _id.startsWith('_.releases.'));
}

const fileIn = ({ kind, name }: AssetName) => `${kind}/${name}`;

/** Replaces references in image and file fields with file names. Other references to assets stay. */
function withFileNames(value: unknown, assets: Map<string, AssetName>): unknown {
  if (Array.isArray(value)) return value.map((item) => withFileNames(item, assets));
  if (typeof value !== 'object' || value === null) return value;
  const { asset, ...rest } = Object.fromEntries(
    Object.entries(value).map(([field, child]) => [field, withFileNames(child, assets)]),
  );
  if (asset === undefined) return rest;
  // At the top level of a document, Sanity's importer cannot handle `_sanityAsset`, so the reference stays.
  const known =
    typeof rest._type === 'string' && !('_id' in rest) ? assets.get(plainReference(asset) ?? '') : undefined;
  if (!known) return { ...rest, asset };
  const type = known.kind === 'images' ? 'image' : 'file';
  return { _sanityAsset: `${type}@file://./${fileIn(known)}`, ...rest };
}

/** Returns the target of a reference without other fields. An import can recreate only such references. */
function plainReference(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('_ref' in value)) return undefined;
  const isPlain = Object.keys(value).length === 2 && '_type' in value && value._type === 'reference';
  return isPlain && typeof value._ref === 'string' ? value._ref : undefined;
}

function describe(documents: SanityDocument[], assets: Map<string, AssetName>) {
  const described = documents.flatMap((document) => {
    const asset = assets.get(document._id);
    if (!asset) return [];
    const fields = Object.entries(document).filter(([field]) => !fileFields.has(field));
    return [[`${asset.kind.slice(0, -1)}-${asset.sha1}`, Object.fromEntries(fields)] as const];
  });
  return Object.fromEntries(described);
}
