import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { type AssetKind, assetKinds } from '../assets/asset-name.ts';
import { StartError } from '../errors.ts';
import type { ImportedDocument } from './documents.ts';
import type { Source } from './source.ts';

/** A file of an import. It is uploaded as an asset of the given `kind`. */
export type ImportedFile = { kind: AssetKind; path: string; sha1: string };

/**
 * Finds the files that documents name in `_sanityAsset` and, in a folder, all other assets. Returns the files by name.
 * Throws a StartError for files outside `images/` and `files/`: an import must not upload the machine's other files.
 */
export async function findFiles(
  { kind, folder }: Source,
  documents: ImportedDocument[],
): Promise<Map<string, ImportedFile>> {
  const names = new Set(documents.flatMap(assetsIn));
  const own = (await realpath(folder)) + path.sep;
  const base = pathToFileURL(own);
  for (const one of kind === 'folder' ? assetKinds : [])
    for (const name of await readdir(own + one).catch(() => []))
      names.add(`${one.slice(0, -1)}@file://./${one}/${encodeURIComponent(name)}`);
  const files = new Map<string, ImportedFile>();
  const foreign: string[] = [];
  for (const name of names) {
    const [, type, relative = ''] = /^(image|file)@file:\/\/\.\/(.*)$/.exec(name) ?? [];
    const real = await realpath(URL.parse(relative, base) ?? '').catch(() => '');
    if (type && assetKinds.some((one) => real.startsWith(own + one + path.sep)))
      files.set(name, {
        kind: `${type === 'image' ? 'image' : 'file'}s`,
        path: real,
        sha1: await sha1Of(real),
      });
    else foreign.push(name);
  }
  if (foreign.length === 0) return files;
  const some = foreign.slice(0, 5).join(', ');
  throw new StartError(
    `Nothing was imported. These files are not in its folders images/ and files/: ${some}.\nMove each file there, and name it image@file://./images/NAME or file@file://./files/NAME.`,
  );
}

function assetsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '_sanityAsset' in value ? [String(value._sanityAsset)] : [];
  return [...own, ...Object.values(value).flatMap(assetsIn)];
}

async function sha1Of(file: string): Promise<string> {
  const hash = createHash('sha1');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
