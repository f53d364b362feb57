import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { assetTypes } from '../assets/asset-name.ts';
import { StartError } from '../errors.ts';
import { json } from '../json.ts';
import { addArrayKeys } from '../mutations/apply.ts';
import { importedRelease, isReleaseId, releaseDocument } from '../releases/release.ts';

/** Schema of an imported document. Its `_sanityAsset` properties name files of the import. */
export const importedDocument = z.looseObject({ _id: z.string(), _type: z.string() });
export type ImportedDocument = z.infer<typeof importedDocument>;

const documentLine = json.pipe(
  z.looseObject({
    _id: z.string('_id must be text').min(1, '_id is empty').optional(),
    _type: z.string('_type is missing').min(1, '_type is empty'),
  }),
);
const assetDocumentTypes: readonly string[] = Object.values(assetTypes);

/** Reads an NDJSON file and returns its documents, releases last. Throws a StartError that names an invalid line. */
export async function readDocuments(file: string): Promise<ImportedDocument[]> {
  const documents = new Map<string, ImportedDocument>();
  // `readline` would treat U+2028 as the end of a line.
  const lines = (await readFile(file, 'utf8')).split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const reject = (reason: string) =>
      new StartError(`Nothing was imported: line #${index + 1} of ${file} ${reason}.`);
    const { data, error } = documentLine.safeParse(line);
    if (!data) throw reject(`is not a document: ${error.issues[0]?.message}`);
    const document = prepareDocument(data, reject);
    if (documents.has(document._id)) throw reject(`repeats the document "${document._id}"`);
    documents.set(document._id, document);
  }
  // Puts releases last: otherwise a release might become due before its documents exist.
  const [releases = [], others = []] = [true, false].map((isRelease) =>
    [...documents.values()].filter(({ _id }) => isReleaseId(_id) === isRelease),
  );
  return [...others, ...releases];
}

function prepareDocument(
  given: z.infer<typeof documentLine>,
  reject: (reason: string) => Error,
): ImportedDocument {
  const document = { ...given, _id: given._id ?? randomUUID() };
  if (assetDocumentTypes.includes(document._type))
    throw reject('is an asset document. Assets are imported as files: export without --raw');
  if (isReleaseId(document._id)) {
    const release = releaseDocument.safeParse(document);
    const [issue] = release.error?.issues ?? [];
    if (!release.data) throw reject(`is not a release: ${issue?.path.join('.')} ${issue?.message}`);
    return importedRelease(release.data);
  }
  // Exported documents have a `_rev` and stay unchanged. Documents written by hand get the keys that the Studio needs.
  return '_rev' in document ? document : addArrayKeys(document);
}
