import { assetTypes } from '../assets/asset-name.ts';
import { isSame } from '../merge.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { DocumentChange } from '../store/transaction.ts';

const types: readonly string[] = Object.values(assetTypes);

/** Fields that only an upload may write. Editors may write the other fields, such as the title. */
const uploadFields = '_type assetId extension mimeType path sha1hash size uploadId url metadata'.split(' ');
/** Sanity's importer also writes the `metadata` from the source dataset. */
const importProtectedFields = uploadFields.filter((field) => field !== 'metadata');

/** Throws 400 for changes that would make an asset document describe a different file. */
export function protectAssetFields(changes: DocumentChange[], isImport: boolean) {
  for (const { id, before, after } of changes) {
    if (!after || ![before?._type, after._type].some((type) => type && types.includes(type))) continue;
    const fixed = before && isImport ? importProtectedFields : uploadFields;
    const changed = fixed.find((field) => !isSame(before?.[field], after[field]));
    if (!changed) continue;
    const reason = before
      ? `"${changed}" of the asset document "${id}" describes its file and cannot be changed`
      : `Asset document "${id}" cannot be created. Upload the file instead.`;
    throw mutationError(400, 'validationError', id, reason);
  }
}
