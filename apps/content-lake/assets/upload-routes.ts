import type { Context, Hono } from 'hono';
import { insufficientPermissions, mayUse, requireChangesAllowed } from '../access/permissions.ts';
import { requireSignedIn } from '../access/principal.ts';
import type { LakeEnv } from '../http/environment.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import type { SanityDocument } from '../store/document.ts';
import type { AssetCleanup } from './asset-cleanup.ts';
import type { AssetFiles } from './asset-files.ts';
import { type AssetKind, type AssetName, assetKinds, assetTypes } from './asset-name.ts';
import type { IncomingFile } from './incoming-file.ts';
import { type NewAssetDocument, receiveAsset } from './upload.ts';

/** Sanity's asset API: uploads, such as `POST /v2025-02-19/assets/images/production`. */
export function addUploadRoutes(routes: Hono<LakeEnv>, lake: Lake, files: AssetFiles, cleanup: AssetCleanup) {
  for (const kind of assetKinds) {
    routes.post(`/:version/assets/${kind}/:dataset`, async (context) => {
      try {
        return context.json({ document: await receive(context, context.req.param('dataset'), kind) });
      } catch (error) {
        // A refusal may come before the whole body has: the rest of it must not be taken for the next request.
        context.env.outgoing.shouldKeepAlive = false;
        throw error;
      }
    });
  }

  async function receive(
    context: Context<LakeEnv>,
    datasetName: string,
    kind: AssetKind,
  ): Promise<SanityDocument> {
    const dataset = lake.datasets.get(datasetName);
    const principal = requireMayUpload(context, kind);
    // Datasets can be made while the lake runs; one without assets has nothing to clean up.
    cleanup.follow(dataset);
    const length = Number(context.req.header('content-length') ?? Number.NaN);
    const upload = {
      body: context.req.raw.body ?? emptyBody(),
      query: new URL(context.req.url).searchParams,
      contentLength: Number.isFinite(length) ? length : undefined,
    };
    const place = { address: lake.url, projectId: lake.config.projectId, dataset: dataset.name };
    return receiveAsset(files, kind, upload, place, (created, asset, incoming) =>
      files.exclusive(dataset.name, asset, () => store(dataset, files, created, asset, incoming, principal)),
    );
  }
}

/** Asked before a byte of the body is read; the commit asks again, for the finished document. */
function requireMayUpload(context: Context<LakeEnv>, kind: AssetKind) {
  const principal = requireSignedIn(context.get('principal'));
  const now = new Date().toISOString();
  const id = kind === 'images' ? 'image-upload' : 'file-upload';
  const example = { _id: id, _type: assetTypes[kind], _rev: id, _createdAt: now, _updatedAt: now };
  if (!mayUse(principal, 'create', example)) throw insufficientPermissions('create', id);
  return principal;
}

/** Bytes first, then the document: a crash in between leaves a file that nobody refers to, never the other way round. */
async function store(
  dataset: Dataset,
  files: AssetFiles,
  created: NewAssetDocument,
  asset: AssetName,
  incoming: IncomingFile,
  principal: ReturnType<typeof requireMayUpload>,
): Promise<SanityDocument> {
  await files.keep(dataset.name, asset, incoming);
  const { value } = await dataset.commit({
    author: principal.id,
    authorize: (changes, find) => requireChangesAllowed(principal, changes, find),
    stage(staging) {
      const known = staging.get(created._id);
      if (known) return known;
      const { transactionId: _rev, timestamp: _createdAt } = staging;
      const document: SanityDocument = { ...created, _rev, _createdAt, _updatedAt: _createdAt };
      staging.set(created._id, document, { createIfNotExists: document });
      return document;
    },
  });
  return value;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
