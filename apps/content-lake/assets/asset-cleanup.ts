import type { Dataset } from '../store/dataset.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetName, assetDocumentId, assetOfDocument } from './asset-name.ts';

/** Removes the bytes of assets whose documents are gone. */
export type AssetCleanup = {
  /** Follows a dataset from now on; asking twice is the same as once. */
  follow: (dataset: Dataset) => void;
  /** Removes what a crash between a commit and the removal, or a weak reference that went later, has left behind. */
  sweep: (dataset: Dataset) => Promise<void>;
};

export function assetCleanup(files: AssetFiles): AssetCleanup {
  const followed = new WeakSet<Dataset>();

  /** A strong reference refuses the deletion of the document; where a weak one is left, the picture still shows. */
  function removeIfUnused(dataset: Dataset, asset: AssetName): Promise<void> {
    return files.exclusive(dataset.name, asset, async () => {
      const id = assetDocumentId(asset);
      if (dataset.get(id) || dataset.referencing(id).length > 0) return;
      await files.remove(dataset.name, asset);
    });
  }

  return {
    follow(dataset) {
      if (followed.has(dataset)) return;
      followed.add(dataset);
      dataset.onCommit(({ changes }) => {
        for (const { id, after } of changes) {
          const asset = after ? undefined : assetOfDocument(id);
          if (!asset) continue;
          removeIfUnused(dataset, asset).catch((error: unknown) => {
            console.warn(`The file of the deleted asset ${id} stays until the next start:`, error);
          });
        }
      });
    },
    async sweep(dataset) {
      for (const asset of await files.list(dataset.name)) await removeIfUnused(dataset, asset);
    },
  };
}
