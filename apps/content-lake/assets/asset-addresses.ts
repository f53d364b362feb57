import Database from 'better-sqlite3';
import type { Dataset } from '../store/dataset.ts';
import { parseStored, type SanityDocument } from '../store/document.ts';
import { assetTypes } from './asset-name.ts';

/** Shown in the history of a document as who changed it. */
const AUTHOR = 'content-lake';

/**
 * Brings the `url` of asset documents up to date when the lake has moved to another port since they were uploaded:
 * clients and Sanity's exporter fetch assets from there. `url` is the lake's address without a slash at the end.
 */
export async function updateAddresses(dataset: Dataset, url: string): Promise<void> {
  const outdated = assetDocuments(dataset).filter((document) => document.url !== `${url}/${document.path}`);
  if (outdated.length === 0) return;
  await dataset.commit({
    author: AUTHOR,
    // Moving is no edit: the time of the last change stays.
    keepTimes: true,
    authorize: () => undefined,
    stage(staging) {
      for (const { _id } of outdated) {
        const document = staging.get(_id);
        if (!document) continue;
        const set = { url: `${url}/${document.path}` };
        staging.set(_id, { ...document, ...set }, { patch: { id: _id, set } });
      }
    },
  });
}

function assetDocuments(dataset: Dataset): SanityDocument[] {
  const db = new Database(dataset.file, { readonly: true });
  try {
    const select = db.prepare<[string, string], { body: string }>(
      'SELECT body FROM documents WHERE type IN (?, ?)',
    );
    const documents = select.all(assetTypes.images, assetTypes.files).map(({ body }) => parseStored(body));
    return documents.filter((document) => typeof document.path === 'string');
  } finally {
    db.close();
  }
}
