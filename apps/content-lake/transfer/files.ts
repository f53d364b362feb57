import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AssetKind } from '../assets/asset-name.ts';
import { StartError } from '../errors.ts';
import type { ImportedDocument } from './documents.ts';
import type { Source } from './source.ts';

/** A file of an import. It is uploaded as an asset of the given `kind`. */
export type ImportedFile = { kind: AssetKind; path: string; sha1: string };

/**
 * Finds the files that documents name in `_sanityAsset` and, in a folder, all other assets. Returns the files by name.
 * Throws a StartError if a file is missing.
 */
export async function findFiles(
  { kind, folder }: Source,
  documents: ImportedDocument[],
): Promise<Map<string, ImportedFile>> {
  const others = kind === 'folder' ? globSync('{images,files}/*', { cwd: folder }) : [];
  const names = new Set([
    ...documents.flatMap(collectAssets),
    ...others.map((file) => `${file.startsWith('images') ? 'image' : 'file'}@file://./${encodeURI(file)}`),
  ]);
  const files = new Map<string, ImportedFile>();
  const missing: string[] = [];
  for (const name of names) {
    const [, type, relative = ''] = /^(image|file)@file:\/\/\.\/(.+)$/.exec(name) ?? [];
    const file = path.join(folder, decodeURI(relative));
    if (!type || !existsSync(file)) missing.push(name);
    else
      files.set(name, {
        kind: type === 'image' ? 'images' : 'files',
        path: file,
        sha1: createHash('sha1')
          .update(await readFile(file))
          .digest('hex'),
      });
  }
  if (missing.length === 0) return files;
  const some = missing.slice(0, 5).join(', ');
  throw new StartError(
    `Nothing was imported. ${folder} does not have these files: ${some}.\nName each file image@file://./images/NAME or file@file://./files/NAME.`,
  );
}

function collectAssets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '_sanityAsset' in value ? [String(value._sanityAsset)] : [];
  return [...own, ...Object.values(value).flatMap(collectAssets)];
}
