import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type AssetKind, type AssetName, assetKinds, parseAssetName } from './asset-name.ts';
import type { IncomingFile } from './incoming-file.ts';

/** The bytes of all assets: `<folder>/<dataset>/images|files/<name>`, each file named by the hash of its bytes. */
export type AssetFiles = {
  /** Where uploads are written until they are accepted; on the same disk, so that accepting is a rename. */
  incomingFolder: string;
  path: (dataset: string, asset: AssetName) => string;
  /** Size in bytes, or undefined when there is no such file. */
  size: (dataset: string, asset: AssetName) => Promise<number | undefined>;
  /** Takes over an accepted upload. The same bytes under the same name twice is one file. */
  keep: (dataset: string, asset: AssetName, incoming: IncomingFile) => Promise<void>;
  remove: (dataset: string, asset: AssetName) => Promise<void>;
  list: (dataset: string) => Promise<AssetName[]>;
  /** Removes the folders of datasets that are not named. */
  keepOnly: (datasets: string[]) => Promise<void>;
  /** Runs tasks about one file one after another: an upload and the removal of the same bytes never overlap. */
  exclusive: <T>(dataset: string, asset: AssetName, task: () => Promise<T>) => Promise<T>;
};

/** Opens the store, and removes uploads that a crash has left half written. */
export function openAssetFiles(folder: string): AssetFiles {
  const incomingFolder = path.join(folder, 'incoming');
  rmSync(incomingFolder, { recursive: true, force: true });
  mkdirSync(incomingFolder, { recursive: true });
  const tails = new Map<string, Promise<unknown>>();
  const folderOf = (dataset: string, kind: AssetKind) => path.join(folder, 'datasets', dataset, kind);
  const pathOf = (dataset: string, asset: AssetName) => path.join(folderOf(dataset, asset.kind), asset.name);

  return {
    incomingFolder,
    path: pathOf,
    async size(dataset, asset) {
      return stat(pathOf(dataset, asset)).then(
        (entry) => entry.size,
        () => undefined,
      );
    },
    async keep(dataset, asset, incoming) {
      await mkdir(folderOf(dataset, asset.kind), { recursive: true });
      await rename(incoming.path, pathOf(dataset, asset));
    },
    remove: (dataset, asset) => rm(pathOf(dataset, asset), { force: true }),
    async list(dataset) {
      const found: AssetName[] = [];
      for (const kind of assetKinds) {
        for (const name of await namesIn(folderOf(dataset, kind))) {
          const asset = parseAssetName(kind, name);
          if (asset) found.push(asset);
        }
      }
      return found;
    },
    async keepOnly(datasets) {
      for (const name of await namesIn(path.join(folder, 'datasets'))) {
        if (!datasets.includes(name))
          await rm(path.join(folder, 'datasets', name), { recursive: true, force: true });
      }
    },
    exclusive(dataset, asset, task) {
      const key = pathOf(dataset, asset);
      const done = (tails.get(key) ?? Promise.resolve()).then(task, task);
      const tail = done
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return done;
    },
  };
}

/** Names in a folder; none when it does not exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}
