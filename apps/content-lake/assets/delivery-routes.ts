import type { Hono } from 'hono';
import { httpError } from '../errors.ts';
import type { LakeEnv } from '../http/environment.ts';
import type { Lake } from '../lake.ts';
import { assetKinds, parseAssetName } from './asset-name.ts';
import type { Delivery } from './delivery.ts';

/** Addresses of stored assets, at the root: `/images/<project>/<dataset>/<name>`, optionally with a name for people after it. */
export function addDeliveryRoutes(routes: Hono<LakeEnv>, lake: Lake, send: Delivery) {
  for (const kind of assetKinds) {
    for (const suffix of ['', '/:vanity']) {
      routes.get(`/${kind}/:project/:dataset/:name${suffix}`, async (context) => {
        const { project, dataset, name } = context.req.param();
        const asset = name ? parseAssetName(kind, name) : undefined;
        if (project !== lake.config.projectId || !dataset || !lake.datasets.has(dataset) || !asset) {
          throw httpError(404, 'There is no asset at this address.');
        }
        const request = context.req.raw;
        return asset.kind === 'images'
          ? send.image(request, dataset, asset)
          : send.file(request, dataset, asset);
      });
    }
  }
}
