import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { exportDataset } from '@sanity/export';
import type { LakeConfig } from '../config.ts';
import { withLake } from './with-lake.ts';

/** Writes a tar.gz file in Sanity's format. A failed export leaves an older file unchanged. Throws a StartError. */
export async function exportToFile(config: LakeConfig, dataset: string, target: string) {
  const file = path.resolve(target);
  const unfinished = `${file}.unfinished`;
  return withLake(config, dataset, async (client) => {
    try {
      const exported = await exportDataset({ client, dataset, outputPath: unfinished });
      await rename(unfinished, file);
      return exported;
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}
