import type { Context } from 'hono';
import { z } from 'zod';
import { whenSignedOut } from '../access/authenticate.ts';
import { mayManage, requireWriter } from '../access/permissions.ts';
import { computeVisibility, requireReader } from '../access/principal.ts';
import { applyActions, mutate } from '../commands.ts';
import { httpError } from '../errors.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { listenerCursor, listenParameters, liveCursor } from '../listen/cursors.ts';
import { streamEvents } from '../listen/event-stream.ts';
import type { Cursor, TransactionLog } from '../listen/transaction-log.ts';
import { transactionId } from '../mutations/schema.ts';
import { readPerspective } from '../query/perspective.ts';
import { documentParameters, eventParameters, transactionParameters } from '../read/read.ts';
import { importHeader } from '../store/staging.ts';
import { megabyte } from '../units.ts';
import { proxiedClientAddress } from './origins.ts';
import {
  apiVersion,
  type LakeApp,
  type LakeEnv,
  parseIds,
  parseParameters,
  queryParameters,
  readBytes,
  reader,
  readJson,
  respondWith,
} from './request.ts';

/** Bytes. Sanity limits a write to 4 MB. */
const maxBody = { query: megabyte, write: 8 * megabyte };
const maxIds = { documents: 1000, history: 100 };

const queryBody = z.object({ query: z.string(), params: z.record(z.string(), z.unknown()).default({}) });
const unsupported = z.literal('false', { error: 'is not supported by this content lake' }).optional();
const queryOptions = z.object({
  returnQuery: flag(true),
  resultSourceMap: unsupported,
  explain: unsupported,
  variant: unsupported,
  variantCondition: unsupported,
});
const documentOptions = z.object({ includeAllVersions: flag(), perspective: z.string().optional() });
const liveParameters = z.object({ includeDrafts: flag() });
/** `skipCrossDatasetReferenceValidation` has no effect, as references to other datasets are refused. */
const mutateParameters = z.strictObject({
  autoGenerateArrayKeys: flag(),
  dryRun: flag(),
  returnDocuments: flag(),
  returnIds: flag(true),
  skipCrossDatasetReferenceValidation: flag(),
  tag: z.string().optional(),
  transactionId: transactionId.optional(),
  // Accepted, but all writes are `sync`: visible to every later query.
  visibility: z.enum(['sync', 'async', 'deferred']).optional(),
});
const actionParameters = mutateParameters.pick({ tag: true });

export function dataRoutes(app: LakeApp, lake: Lake) {
  readRoutes(app, lake);
  writeRoutes(app, lake);
  eventRoutes(app, lake);
  historyRoutes(app, lake);
}

function readRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/query/:dataset', (c) => {
    const query = c.req.query('query');
    if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
    return respondToQuery(c, lake, { query, params: queryParameters(c) });
  });
  app.post('/:version/data/query/:dataset', async (c) => {
    return respondToQuery(c, lake, await readJson(c, queryBody, maxBody.query));
  });

  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const principal = c.get('principal');
    const ids = parseIds(c.req.param('ids'), maxIds.documents);
    const { includeAllVersions: withVersions, perspective: view } = parseParameters(c, documentOptions);
    apiVersion(c);
    const perspective = view ? readPerspective(view, '1') : 'raw';
    const documents = { principal, ids, withVersions, perspective };
    return respondWith(c, lake, 'application/json', { documents });
  });

  app.get('/:version/data/export/:dataset', (c) => {
    const principal = reader(c);
    const types = c.req.query('types')?.split(',');
    const isDirect = proxiedClientAddress(c.req.raw.headers, lake.config) === undefined;
    const url = isDirect ? new URL(c.req.url).origin : lake.config.url;
    return respondWith(c, lake, 'application/x-ndjson', { export: { principal, types, url } });
  });
}

function writeRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/mutate/:dataset', async (c) => {
    const author = writer(c);
    const options = parseParameters(c, mutateParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const isImport = mayManage(author) && c.req.header(importHeader) === 'true';
    const body = await readBytes(c, maxBody.write);
    const command = { author, roles: lake.currentRoles, body, isImport, ...options };
    return asJson(c, await mutate(lake.queries, dataset, command));
  });

  app.post('/:version/data/actions/:dataset', async (c) => {
    const author = writer(c);
    parseParameters(c, actionParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readBytes(c, maxBody.write);
    return asJson(c, applyActions(dataset, { author, roles: lake.currentRoles, body }));
  });
}

function eventRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/listen/:dataset', (c) => {
    const principal = c.get('principal');
    const listen = {
      ...parseParameters(c, listenParameters),
      params: queryParameters(c),
      sees: computeVisibility(principal),
      identity: principal.id,
      sanity: { projectId: lake.config.projectId, dataset: c.req.param('dataset') },
      lastEventId: lastEventId(c),
    };
    return openEventStream(c, lake, (log) => listenerCursor(log, listen));
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    const { includeDrafts } = parseParameters(c, liveParameters);
    if (includeDrafts) requireReader(c.get('principal'));
    const live = { includeDrafts, lastEventId: lastEventId(c) };
    return openEventStream(c, lake, (log) => liveCursor(log, live));
  });
}

function openEventStream(
  c: Context<LakeEnv, '/:dataset'>,
  lake: Lake,
  openCursor: (log: TransactionLog) => Cursor,
): Response {
  apiVersion(c);
  const dataset = lake.datasets.get(c.req.param('dataset'));
  return streamEvents(c, dataset, openCursor, (end) => whenSignedOut(lake, c.get('principal'), end));
}

/** Adds the routes with which the Studio shows the history, reviews changes and restores documents. */
function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', (c) => {
    reader(c);
    const events = { id: c.req.param('id'), ...parseParameters(c, eventParameters) };
    return respondWith(c, lake, 'application/json', { events });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
    const options = parseParameters(c, transactionParameters);
    const transactions = { ids: parseIds(c.req.param('ids'), maxIds.history), ...options };
    return respondWith(c, lake, 'application/x-ndjson', { transactions });
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const options = parseParameters(c, documentParameters);
    const states = { principal, ids: parseIds(c.req.param('ids'), maxIds.history), ...options };
    return respondWith(c, lake, 'application/json; charset=utf-8', { states });
  });
}

async function respondToQuery(
  c: Context<LakeEnv, '/:version/data/query/:dataset'>,
  lake: Lake,
  parsed: z.infer<typeof queryBody>,
): Promise<Response> {
  const dataset = lake.datasets.get(c.req.param('dataset'));
  const given = c.req.queries('perspective')?.join(',');
  const perspective = readPerspective(given, apiVersion(c));
  // A release's versions are visible only in `raw` or its own perspective, but Sanity's client sends no perspective.
  const releasePerspective = given === undefined ? 'raw' : perspective;
  const { returnQuery } = parseParameters(c, queryOptions);
  const { json, tags, ms } = await lake.queries.run(
    dataset,
    c.get('principal'),
    { ...parsed, perspective, releasePerspective },
    c.req.raw.signal,
  );
  const rest = { ...(returnQuery ? { query: parsed.query } : {}), syncTags: tags, ms };
  const parts = [Buffer.from('{"result":'), json, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)];
  return c.body(Buffer.concat(parts), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

/** Requires write access before the body is read. */
function writer(c: Context<LakeEnv>) {
  apiVersion(c);
  return requireWriter(reader(c));
}

function asJson(c: Context, json: string): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}

const lastEventId = (c: Context) => c.req.header('last-event-id') || undefined;
