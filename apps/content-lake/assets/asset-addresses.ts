import type { Dataset } from '../store/dataset.ts';
import { assetTypes } from './asset-name.ts';

/** Shown in the history of a document as who changed it. */
const AUTHOR = 'content-lake';

/**
 * Brings the `url` of asset documents up to date when the lake has moved to another port since they were uploaded:
 * clients and Sanity's exporter fetch assets from there. `url` is the lake's address without a slash at the end.
 */
export async function updateAddresses(dataset: Dataset, url: string): Promise<void> {
  const outdated = dataset.ids(Object.values(assetTypes)).filter((id) => {
    const document = dataset.get(id);
    return typeof document?.path === 'string' && document.url !== `${url}/${document.path}`;
  });
  if (outdated.length === 0) return;
  await dataset.commit({
    author: AUTHOR,
    // Moving is no edit: the time of the last change stays.
    keepTimes: true,
    authorize: () => undefined,
    stage(staging) {
      for (const id of outdated) {
        const document = staging.get(id);
        if (!document) continue;
        const set = { url: `${url}/${document.path}` };
        staging.set(id, { ...document, ...set }, { patch: { id, set } });
      }
    },
  });
}
