import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { limitPerKey } from '../limit-per-key.ts';
import { flushFolder } from '../store/open.ts';
import { type AssetKind, type AssetName, assetKinds, parseAssetName } from './asset-name.ts';
import type { IncomingFile } from './incoming-file.ts';

/** Stores assets at `<folder>/datasets/<dataset>/images|files/<name>`. The name contains a hash of the file's bytes. */
export class AssetFiles {
  readonly #oneAtATime = limitPerKey(1);
  /** Folder of uploads in progress. It is on the same disk, so storing an upload only renames a file. */
  readonly incomingFolder: string;
  readonly #lakeFolder: string;
  readonly #datasets: string;

  /** Removes incomplete uploads left by a crash. */
  constructor(folder: string) {
    this.#lakeFolder = path.dirname(folder);
    this.#datasets = path.join(folder, 'datasets');
    this.incomingFolder = path.join(folder, 'incoming');
    rmSync(this.incomingFolder, { recursive: true, force: true });
    mkdirSync(this.incomingFolder, { recursive: true });
  }

  path(dataset: string, { kind, name }: AssetName): string {
    return path.join(this.#folder(dataset, kind), name);
  }

  /** Moves an upload to its final path. Resolves when the file would survive a power cut. */
  async store(dataset: string, asset: AssetName, incoming: IncomingFile) {
    const folder = this.#folder(dataset, asset.kind);
    mkdirSync(folder, { recursive: true });
    renameSync(incoming.path, this.path(dataset, asset));
    for (let at = folder; at.length >= this.#lakeFolder.length; at = path.dirname(at)) await flushFolder(at);
  }

  async remove(dataset: string, asset: AssetName) {
    await rm(this.path(dataset, asset), { force: true });
  }

  async list(dataset: string): Promise<AssetName[]> {
    const found = assetKinds.map(async (kind) => {
      const names = await namesIn(this.#folder(dataset, kind));
      return names.flatMap((name) => parseAssetName(kind, name) ?? []);
    });
    return (await Promise.all(found)).flat();
  }

  removeDataset(name: string) {
    rmSync(path.join(this.#datasets, name), { recursive: true, force: true });
  }

  async removeOtherDatasets(datasets: string[]) {
    for (const name of await namesIn(this.#datasets)) if (!datasets.includes(name)) this.removeDataset(name);
  }

  /** Runs one task at a time per file, so that an upload and a removal of the same bytes never overlap. */
  exclusive<T>(dataset: string, asset: AssetName, task: () => Promise<T>): Promise<T> {
    return this.#oneAtATime(this.path(dataset, asset), task);
  }

  #folder(dataset: string, kind: AssetKind): string {
    return path.join(this.#datasets, dataset, kind);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}
