import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { exportDataset } from '@sanity/export';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { withLake } from './reach-lake.ts';

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
