import path from 'node:path';
import type { Context } from 'hono';
import { insufficientPermissions, mayUse } from '../access/permissions.ts';
import { assetCleanup } from '../assets/asset-cleanup.ts';
import { AssetFiles } from '../assets/asset-files.ts';
import { type AssetKind, assetKinds, assetTypes, parseAssetName } from '../assets/asset-name.ts';
import { assetDelivery } from '../assets/delivery.ts';
import { fileCache } from '../assets/file-cache.ts';
import { maxWorkTime, PictureProcessor } from '../assets/picture-processor.ts';
import { receiveAsset } from '../assets/upload.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { type LakeApp, type LakeEnv, signedIn } from './request.ts';

/** Bytes of transformed pictures; the least recently used are evicted. */
const cacheBytes = 512 * 1024 * 1024;

/** Uploads, such as `POST /v2025-02-19/assets/images/production`, and public downloads. */
export function assetRoutes(app: LakeApp, lake: Lake) {
  const files = new AssetFiles(path.join(lake.config.folder, 'assets'));
  const pictures = new PictureProcessor();
  const send = assetDelivery(
    files,
    fileCache(path.join(lake.config.folder, 'image-cache'), cacheBytes),
    pictures,
  );
  const cleanup = assetCleanup(files);
  cleanup.start(lake).catch((error: unknown) => {
    console.warn('Assets could not be tidied up; the next start tries again:', error);
  });

  for (const kind of assetKinds) {
    app.post(`/:version/assets/${kind}/:dataset`, async (c) => {
      try {
        // Nothing is sent while a picture is inspected. For the next request the server's own timeout is set again.
        c.env.incoming.socket.setTimeout(maxWorkTime);
        const dataset = lake.datasets.get(c.req.param('dataset'));
        const author = requireMayUpload(c, kind);
        // Datasets can be created while the lake runs.
        cleanup.watch(dataset);
        const upload = { kind, dataset, author, request: c.req.raw };
        const document = await receiveAsset(lake, files, pictures, upload);
        return c.body(`{"document":${document}}`, 200, { 'Content-Type': 'application/json' });
      } catch (error) {
        // The rest of an unread body must not be parsed as the next request.
        c.env.outgoing.shouldKeepAlive = false;
        throw error;
      }
    });

    // `/images/<project>/<dataset>/<name>`, optionally with a name for people after it.
    app.get(`/${kind}/:project/:dataset/:name/:vanity?`, (c) => {
      const { project, dataset, name } = c.req.param();
      const asset = parseAssetName(kind, name);
      if (project !== lake.config.projectId || !lake.datasets.has(dataset) || !asset)
        throw httpError(404, 'There is no asset at this address.');
      const principal = c.get('principal');
      const client = principal.kind === 'anonymous' ? undefined : principal.id;
      return send({ request: c.req.raw, dataset, client }, asset);
    });
  }
}

/** Checked before the body is read, and on commit for the finished document. */
function requireMayUpload(c: Context<LakeEnv>, kind: AssetKind) {
  const principal = signedIn(c);
  const now = new Date().toISOString();
  const id = kind === 'images' ? 'image-upload' : 'file-upload';
  const example = { _id: id, _type: assetTypes[kind], _rev: id, _createdAt: now, _updatedAt: now };
  if (!mayUse(principal, 'create', example)) throw insufficientPermissions('create', id);
  return principal;
}
