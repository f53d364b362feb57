import path from 'node:path';
import type { Context } from 'hono';
import { insufficientPermissions, mayUse } from '../access/permissions.ts';
import { assetCleanup } from '../assets/asset-cleanup.ts';
import { AssetFiles } from '../assets/asset-files.ts';
import { type AssetKind, assetKinds, assetTypes, parseAssetName } from '../assets/asset-name.ts';
import { AssetDelivery } from '../assets/delivery.ts';
import { FileCache } from '../assets/file-cache.ts';
import { receiveAsset } from '../assets/upload.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { megabyte, minute } from '../units.ts';
import { type LakeApp, type LakeEnv, signedIn } from './request.ts';

/** Milliseconds to inspect a picture, while no bytes are sent. */
const maxWorkTime = 4 * minute;
/** Size of the cache of transformed pictures. */
const cacheBytes = 512 * megabyte;

/** Adds the routes of uploads, such as `POST /v2025-02-19/assets/images/production`, and public downloads. */
export function assetRoutes(app: LakeApp, lake: Lake) {
  const files = new AssetFiles(path.join(lake.config.folder, 'assets'));
  const cacheFolder = path.join(lake.config.folder, 'image-cache');
  const cache = new FileCache(cacheFolder, files.incomingFolder, cacheBytes);
  const delivery = new AssetDelivery(files, cache, lake.pictures);
  const cleanup = assetCleanup(files);
  cleanup.start(lake).catch((error: unknown) => {
    console.warn('Unused asset files could not be removed. The next start retries:', error);
  });

  for (const kind of assetKinds) {
    app.post(`/:version/assets/${kind}/:dataset`, async (c) => {
      try {
        // The next request has the usual timeout again.
        c.env.incoming.socket.setTimeout(maxWorkTime);
        const dataset = lake.datasets.get(c.req.param('dataset'));
        const author = requireMayUpload(c, kind);
        // Datasets can be created while the lake runs.
        cleanup.watch(dataset);
        const upload = { kind, dataset, author, request: c.req.raw };
        const document = await receiveAsset(lake, files, upload);
        return c.body(`{"document":${document}}`, 200, { 'Content-Type': 'application/json' });
      } catch (error) {
        // The rest of an unread body must not be parsed as the next request.
        c.env.outgoing.shouldKeepAlive = false;
        throw error;
      }
    });

    // `/images/<project>/<dataset>/<name>`, optionally followed by a readable file name.
    app.get(`/${kind}/:project/:dataset/:name/:vanity?`, (c, next) => {
      const { project, dataset, name } = c.req.param();
      const asset = parseAssetName(kind, name);
      if (project !== lake.config.projectId || !lake.datasets.has(dataset) || !asset)
        throw httpError(404, 'There is no asset at this address.');
      return delivery.respond(c, next, lake.datasets.get(dataset), asset);
    });
  }
}

/** Checks the permission before the body is read. The finished document is checked again on commit. */
function requireMayUpload(c: Context<LakeEnv>, kind: AssetKind) {
  const principal = signedIn(c);
  const now = new Date().toISOString();
  const id = kind === 'images' ? 'image-upload' : 'file-upload';
  const example = { _id: id, _type: assetTypes[kind], _rev: id, _createdAt: now, _updatedAt: now };
  if (!mayUse(principal, 'create', example)) throw insufficientPermissions('create', id);
  return principal;
}
