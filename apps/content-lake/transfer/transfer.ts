import { createReadStream, existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SanityClient } from '@sanity/client';
import { exportDataset } from '@sanity/export';
import { sanityImport } from '@sanity/import';
import { z } from 'zod';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { keepTimesHeader } from '../store/staging.ts';
import { withLake } from './reach-lake.ts';
import { withSource } from './source.ts';

/** For existing documents: `create` fails, the others replace or keep them. */
type Operation = 'create' | 'createOrReplace' | 'createIfNotExists';

/** Asset documents hold a placeholder and a palette, some kilobytes each. */
const batchSize = 50;

/** An export's asset metadata by `image-<sha1>` or `file-<sha1>`, as far as used. */
const assetMap = z.record(
  z.string(),
  z.object({ _createdAt: z.iso.datetime().optional(), _updatedAt: z.iso.datetime().optional() }),
);

/** Writes a tar.gz export in Sanity's format; a failed one leaves the old file. */
export async function exportToFile(config: LakeConfig, dataset: string, target: string) {
  const file = path.resolve(target);
  if (!existsSync(path.dirname(file)))
    throw new StartError(`The folder ${path.dirname(file)} does not exist.`);
  return withLake(config, dataset, async (client) => {
    const unfinished = `${file}.unfinished`;
    try {
      const { documentCount, assetCount } = await exportDataset({ client, dataset, outputPath: unfinished });
      await rename(unfinished, file);
      return { documents: documentCount, assets: assetCount };
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}

/** Imports a tar.gz export, a folder or an NDJSON file with assets, and keeps timestamps. */
export async function importFrom(
  config: LakeConfig,
  dataset: string,
  given: string,
  operation: Operation,
  report: (step: string) => void,
): Promise<{ documents: number; warnings: string[] }> {
  return withSource(given, ({ kind, folder, file }) =>
    withLake(config, dataset, async (reached) => {
      const client = reached.withConfig({ headers: { [keepTimesHeader]: 'true' } });
      const { apiHost } = client.config();
      let last = '';
      const options = {
        client,
        operation,
        // The importer fetches existing assets by `url`, even while the site is down.
        async assetFetch(url: string | URL, init?: RequestInit) {
          const own = String(url).replace(config.url, apiHost);
          return own.startsWith(`${apiHost}/`) ? fetch(own, init) : new Response(null, { status: 404 });
        },
        onProgress({ step }: { step: string }) {
          if (step !== last) report(step);
          last = step;
        },
      };
      const known = new Set(await assetIds(client));
      const { numDocs, warnings } =
        kind === 'folder'
          ? await sanityImport(folder, options)
          : await sanityImport(createReadStream(file), { ...options, assetsBase: folder });
      if (kind === 'folder') await restoreAssetTimes(client, folder, known);
      return { documents: numDocs, warnings: warnings.map(({ message }) => message) };
    }),
  );
}

/** Sanity's importer uploads assets anew, which loses their timestamps. */
async function restoreAssetTimes(client: SanityClient, folder: string, known: Set<string>): Promise<void> {
  const text = await readFile(path.join(folder, 'assets.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const exported = assetMap.parse(JSON.parse(text));
  const made = (await assetIds(client)).filter((id) => !known.has(id));
  for (let start = 0; start < made.length; start += batchSize) {
    const documents = await client.getDocuments(made.slice(start, start + batchSize));
    const transaction = client.transaction();
    for (const document of documents) {
      if (!document) continue;
      const { _createdAt, _updatedAt } = exported[document._id.split('-').slice(0, 2).join('-')] ?? {};
      if (_createdAt && _updatedAt) transaction.createOrReplace({ ...document, _createdAt, _updatedAt });
    }
    await transaction.commit({ visibility: 'async' });
  }
}

async function assetIds(client: SanityClient): Promise<string[]> {
  return client.fetch<string[]>('*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]._id');
}
