import type { Mutation, SanityClient } from '@sanity/client';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { collectReferences } from '../store/references.ts';
import { importHeader } from '../store/staging.ts';
import { kilobyte } from '../units.ts';
import { type ImportedDocument, readDocuments } from './documents.ts';
import { findFiles, type ImportedFile } from './files.ts';
import { withSource } from './source.ts';
import { parsePrefix, uploadFiles, withReferences } from './uploads.ts';
import { withLake } from './with-lake.ts';

/** How an import treats existing documents: it fails (`create`), skips them or replaces them. */
type Operation = 'create' | 'createIfNotExists' | 'createOrReplace';
const operations: Record<Operation, (document: ImportedDocument) => Mutation> = {
  create: (create) => ({ create }),
  createIfNotExists: (createIfNotExists) => ({ createIfNotExists }),
  createOrReplace: (createOrReplace) => ({ createOrReplace }),
};

/** Maximum characters and documents per transaction. Both are far below the lake's limits. */
const batchLimits = { characters: 512 * kilobyte, documents: 1000 };
/** Number of ids in one query. */
const idBatch = 500;

/**
 * Imports a tar.gz export, a folder or an NDJSON file, keeps the timestamps, and returns the number of documents.
 * Checks everything before it writes: first the files, then the documents. Running an interrupted import again
 * completes it. Throws a StartError, or the lake's error.
 */
export function importFrom(
  config: LakeConfig,
  dataset: string,
  given: string,
  operation: Operation,
  report: (step: string) => void,
): Promise<number> {
  return withSource(given, async (source) => {
    const documents = await readDocuments(source.file);
    const files = await findFiles(source, documents);
    return withLake(config, dataset, async (reached) => {
      const client = reached.withConfig({ headers: { [importHeader]: 'true' } });
      report(`Checking ${documents.length} documents`);
      await write(client, documents.map(operations[operation]), true);
      await requireTargets(client, documents, files);
      report(`Uploading ${files.size} pictures and files`);
      const uploads = await uploadFiles(client, source.folder, files, operation === 'createOrReplace');
      report('Writing the documents');
      const mutations = [
        ...uploads.documents.map(operations.createOrReplace),
        ...documents.map((document) => operations[operation](withReferences(document, uploads.ids))),
      ];
      await write(client, mutations).catch((error: Error) => {
        const again = 'Run it again with --replace, or with --missing, to complete it.';
        throw new StartError(`The import failed: ${error.message}\n${again}`);
      });
      return documents.length;
    });
  });
}

/** Throws a StartError if the target of a strong reference is neither in the import nor in the dataset. */
async function requireTargets(
  client: SanityClient,
  documents: ImportedDocument[],
  files: Map<string, ImportedFile>,
) {
  const own = new Set(documents.map(({ _id }) => _id));
  const assets = new Set([...files.values()].map(({ kind, sha1 }) => `${kind.slice(0, -1)}-${sha1}`));
  const missing = new Map<string, string>();
  for (const document of documents)
    for (const [target, isWeak] of collectReferences(document))
      if (!isWeak && !own.has(target) && !assets.has(parsePrefix(target))) missing.set(target, document._id);
  const targets = [...missing.keys()];
  for (let start = 0; start < targets.length; start += idBatch) {
    const ids = targets.slice(start, start + idBatch);
    const found = await client.fetch<string[]>('*[_id in $ids]._id', { ids }, { perspective: 'raw' });
    for (const id of found) missing.delete(id);
  }
  if (missing.size === 0) return;
  const some = [...missing].slice(0, 5).map(([target, source]) => `"${source}" refers to "${target}"`);
  throw new StartError(
    `Nothing was imported. ${missing.size} referenced documents are neither in the import nor in the dataset: ${some.join(', ')}.`,
  );
}

async function write(client: SanityClient, mutations: Mutation[], dryRun = false) {
  let part: Mutation[] = [];
  let size = 0;
  const send = async () => {
    if (part.length > 0) await client.mutate(part, { dryRun, returnDocuments: false });
    part = [];
    size = 0;
  };
  for (const mutation of mutations) {
    const { length } = JSON.stringify(mutation);
    if (size + length > batchLimits.characters || part.length === batchLimits.documents) await send();
    part.push(mutation);
    size += length;
  }
  await send();
}
