import { createReadStream } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { StartError } from '../errors.ts';

const assetFolders = ['images', 'files'];

/** Throws a StartError unless all assets are in the import's folder: the importer would upload any file or URL. */
export async function requireOwnAssets({ folder, file }: { folder: string; file: string }): Promise<void> {
  const own = (await realpath(folder)) + path.sep;
  const isOwn = async (asset: string | URL) => {
    const real = await realpath(asset).catch(() => '');
    return assetFolders.some((name) => real.startsWith(own + name + path.sep));
  };
  const foreign: string[] = [];
  for (const name of await assetsOf(file)) {
    const [, relative = ''] = /^(?:image|file)@file:\/\/\.\/(.*)$/.exec(name) ?? [];
    if (!(await isOwn(URL.parse(relative, pathToFileURL(own).href) ?? ''))) foreign.push(name);
  }
  for (const name of assetFolders)
    for (const asset of await readdir(own + name).catch(() => []))
      if (!(await isOwn(path.join(own, name, asset)))) foreign.push(`${name}/${asset}`);
  if (foreign.length === 0) return;
  const some = foreign.slice(0, 5).join(', ');
  throw new StartError(
    `Nothing was imported: it names what is not in its folders images/ and files/: ${some}.\nPut each file there, and name it image@file://./images/NAME or file@file://./files/NAME.`,
  );
}

async function assetsOf(file: string): Promise<Set<string>> {
  const assets = new Set<string>();
  for await (const line of createInterface(createReadStream(file)))
    try {
      JSON.parse(line, (key, value) => {
        if (key === '_sanityAsset') assets.add(String(value));
        return value;
      });
    } catch {
      // The importer reports lines that are not JSON, before it writes.
    }
  return assets;
}
