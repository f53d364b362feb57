import { assetTypes } from '../assets/asset-name.ts';
import { isSame } from '../merge.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { DocumentChange } from '../store/transaction.ts';

const types: readonly string[] = Object.values(assetTypes);

/** Fields written by the upload; titles, descriptions and labels are for editors. */
const uploadFields = '_type assetId extension mimeType path sha1hash size uploadId url metadata'.split(' ');
/** Sanity's importer writes the `metadata` of the dataset that a picture comes from, such as its placeholder. */
const importProtectedFields = uploadFields.filter((field) => field !== 'metadata');

/** Refuses changes that would make an asset document describe another file. Throws 400. */
export function protectAssetFields(changes: DocumentChange[], isImport: boolean) {
  for (const { id, before, after } of changes) {
    if (!after || ![before?._type, after._type].some((type) => type && types.includes(type))) continue;
    const fixed = before && isImport ? importProtectedFields : uploadFields;
    const changed = fixed.find((field) => !isSame(before?.[field], after[field]));
    if (!changed) continue;
    const reason = before
      ? `"${changed}" of the asset document "${id}" tells of its file and cannot be changed`
      : `"${id}" cannot be created as an asset document: upload the file`;
    throw mutationError(400, 'validationError', id, reason);
  }
}
