import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetName, assetDocumentId, assetOfDocument } from './asset-name.ts';

export function assetCleanup(files: AssetFiles) {
  const watched = new WeakSet<Dataset>();

  /** Removes files left by deleted datasets or a crash and, from now on, the file of each document that is deleted. */
  async function start({ datasets }: Lake) {
    const all = datasets.all();
    for (const dataset of all) watch(dataset);
    // Removes the files immediately, because a new dataset may get the same name.
    datasets.onRemove((name) => files.removeDataset(name));
    await files.removeOtherDatasets(all.map(({ name }) => name));
    for (const dataset of all)
      for (const asset of await files.list(dataset.name)) await removeIfUnused(dataset, asset);
  }

  /** Removes an asset's file whenever its document is deleted. Idempotent. */
  function watch(dataset: Dataset) {
    if (watched.has(dataset)) return;
    watched.add(dataset);
    let { seq } = dataset;
    dataset.onChange(() => {
      while (seq < dataset.seq)
        for (const { id, isGone } of dataset.history.changedIds(++seq)) {
          const asset = isGone ? assetOfDocument(id) : undefined;
          if (asset)
            removeIfUnused(dataset, asset).catch((error: unknown) => {
              console.warn(`The file of the deleted asset ${id} will be removed at the next start:`, error);
            });
        }
    });
  }

  /** Retains the file while a weak reference still shows the picture. Strong references prevent deleting the document. */
  function removeIfUnused(dataset: Dataset, asset: AssetName): Promise<void> {
    return files.exclusive(dataset.name, asset, async () => {
      const id = assetDocumentId(asset);
      if (dataset.get(id) || dataset.referencing(id).length > 0) return;
      await files.remove(dataset.name, asset);
    });
  }

  return { start, watch };
}
