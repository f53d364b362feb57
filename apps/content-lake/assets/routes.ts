import path from 'node:path';
import { Hono } from 'hono';
import type { LakeEnv } from '../http/environment.ts';
import type { Lake } from '../lake.ts';
import { updateAddresses } from './asset-addresses.ts';
import { type AssetCleanup, assetCleanup } from './asset-cleanup.ts';
import { type AssetFiles, openAssetFiles } from './asset-files.ts';
import { boundedCache } from './bounded-cache.ts';
import { delivery } from './delivery.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addUploadRoutes } from './upload-routes.ts';

/** Bytes of transformed pictures that are kept; the least used are made again when they are asked for. */
const CACHE_BYTES = 512 * 1024 * 1024;

/** Everything that has to do with pictures and files: uploads, and the addresses where anybody may fetch them. */
export function assetRoutes(lake: Lake): Hono<LakeEnv> {
  const files = openAssetFiles(path.join(lake.config.folder, 'assets'));
  const cache = boundedCache(path.join(lake.config.folder, 'image-cache'), CACHE_BYTES);
  const cleanup = assetCleanup(files);
  tidy(lake, files, cleanup).catch((error: unknown) => {
    console.warn('Assets could not be tidied up; the next start tries again:', error);
  });
  const routes = new Hono<LakeEnv>();
  addUploadRoutes(routes, lake, files, cleanup);
  addDeliveryRoutes(routes, lake, delivery(files, cache));
  return routes;
}

async function tidy(lake: Lake, files: AssetFiles, cleanup: AssetCleanup): Promise<void> {
  const datasets = lake.datasets.list().map(({ name }) => lake.datasets.get(name));
  for (const dataset of datasets) {
    cleanup.follow(dataset);
    await updateAddresses(dataset, lake.url);
  }
  await files.keepOnly(datasets.map(({ name }) => name));
  for (const dataset of datasets) await cleanup.sweep(dataset);
}
