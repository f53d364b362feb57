import type { Context } from 'hono';
import { z } from 'zod';
import { whenSignedOut } from '../access/authenticate.ts';
import { mayManage, requireWriter } from '../access/permissions.ts';
import { requireReader, visibilityOf } from '../access/principal.ts';
import { httpError, typedError } from '../errors.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { eventResponse, textStream } from '../listen/event-stream.ts';
import { type EventRequest, listenParameters } from '../listen/protocol.ts';
import { transactionId } from '../mutations/schema.ts';
import { readPerspective } from '../query/perspective.ts';
import type { QueryInput } from '../query/protocol.ts';
import { documentParameters, eventParameters, transactionParameters } from '../read/read.ts';
import { importHeader } from '../store/staging.ts';
import { kilobyte, megabyte } from '../units.ts';
import { proxiedClientAddress } from './origins.ts';
import {
  apiVersion,
  idsOf,
  type LakeApp,
  type LakeEnv,
  parametersOf,
  queryParameters,
  readBytes,
  reader,
  streamRead,
} from './request.ts';

/** Bytes. Sanity limits a write to 4 MB. */
const maxBody = { query: megabyte, write: 8 * megabyte };
/** Maximum bytes of a result that is sent at once, of a chunk of a larger result, and of a client's unread results. */
const resultBytes = { small: 64 * kilobyte, chunk: 256 * kilobyte, unread: 32 * megabyte };
const unreadBytes = new Map<string, number>();
const maxIds = { documents: 1000, history: 100 };

const queryOptions = z.object({ returnQuery: flag(true) });
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
    return respondToQuery(c, lake, { body: await readBytes(c, maxBody.query) });
  });

  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const principal = c.get('principal');
    const ids = idsOf(c.req.param('ids'), maxIds.documents);
    const { includeAllVersions: withVersions, perspective: view } = parametersOf(c, documentOptions);
    apiVersion(c);
    const perspective = view ? readPerspective(view, '1') : 'raw';
    const documents = { principal, ids, withVersions, perspective };
    return streamRead(c, lake, 'application/json', { documents });
  });

  app.get('/:version/data/export/:dataset', (c) => {
    const principal = reader(c);
    const types = c.req.query('types')?.split(',');
    const isDirect = proxiedClientAddress(c.req.raw.headers, lake.config) === undefined;
    const url = isDirect ? new URL(c.req.url).origin : lake.config.url;
    return streamRead(c, lake, 'application/x-ndjson', { export: { principal, types, url } });
  });
}

function writeRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/mutate/:dataset', async (c) => {
    const author = writer(c);
    const options = parametersOf(c, mutateParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const isImport = mayManage(author) && c.req.header(importHeader) === 'true';
    const body = await readBytes(c, maxBody.write);
    const command = { author, body, isImport, ...options };
    return asJson(c, await lake.writer.mutate(dataset, lake.queries, command));
  });

  app.post('/:version/data/actions/:dataset', async (c) => {
    const author = writer(c);
    parametersOf(c, actionParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readBytes(c, maxBody.write);
    return asJson(c, (await lake.writer.run(dataset, { kind: 'actions', author, body })).json);
  });
}

function eventRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/listen/:dataset', (c) => {
    const principal = c.get('principal');
    const listen = {
      ...parametersOf(c, listenParameters),
      params: queryParameters(c),
      sees: visibilityOf(principal),
      identity: principal.id,
      sanity: { projectId: lake.config.projectId, dataset: c.req.param('dataset') },
      lastEventId: lastEventId(c),
    };
    return openEventStream(c, lake, { listen });
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    const { includeDrafts } = parametersOf(c, liveParameters);
    if (includeDrafts) requireReader(c.get('principal'));
    return openEventStream(c, lake, { live: { includeDrafts, lastEventId: lastEventId(c) } });
  });
}

function openEventStream(c: Context<LakeEnv, '/:dataset'>, lake: Lake, request: EventRequest): Response {
  apiVersion(c);
  const principal = c.get('principal');
  const stream = lake.events.subscribe(lake.datasets.get(c.req.param('dataset')), principal.id, request);
  const stopChecks = whenSignedOut(lake, principal, () => stream.close());
  stream.closed.addEventListener('abort', stopChecks);
  return eventResponse(stream);
}

/** Adds the routes with which the Studio shows the history, reviews changes and restores documents. */
function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', (c) => {
    reader(c);
    const events = { id: c.req.param('id'), ...parametersOf(c, eventParameters) };
    return streamRead(c, lake, 'application/json', { events });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
    const options = parametersOf(c, transactionParameters);
    const transactions = { ids: idsOf(c.req.param('ids'), maxIds.history), ...options };
    return streamRead(c, lake, 'application/x-ndjson', { transactions });
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const options = parametersOf(c, documentParameters);
    const states = { principal, ids: idsOf(c.req.param('ids'), maxIds.history), ...options };
    return streamRead(c, lake, 'application/json; charset=utf-8', { states });
  });
}

async function respondToQuery(
  c: Context<LakeEnv, '/:version/data/query/:dataset'>,
  lake: Lake,
  input: QueryInput,
): Promise<Response> {
  const dataset = lake.datasets.get(c.req.param('dataset'));
  const given = c.req.queries('perspective')?.join(',');
  const perspective = readPerspective(given, apiVersion(c));
  // A release's versions are visible only in `raw` or its own perspective, but Sanity's client sends no perspective.
  const releasePerspective = given === undefined ? 'raw' : perspective;
  const { returnQuery } = parametersOf(c, queryOptions);
  const { json, query, tags, ms } = await lake.queries.run(
    dataset,
    c.get('principal'),
    { input, perspective, releasePerspective },
    c.req.raw.signal,
  );
  const rest = { ...(returnQuery ? { query } : {}), syncTags: tags, ms };
  // Inserts the worker's JSON as it is, since parsing it would block other requests.
  const parts = [Buffer.from('{"result":'), json, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)];
  const isSmall = json.length < resultBytes.small;
  return c.body(isSmall ? Buffer.concat(parts) : meteredBody(c.get('principal').id, parts), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

const tooMuchUnread = typedError(
  429,
  'queryConcurrencyError',
  'Too many results of earlier queries are unread. Read them first.',
);

/** Sends parts as one body at the client's pace. Throws 429 if the client has too many unread bytes. */
function meteredBody(client: string, parts: Uint8Array[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const before = unreadBytes.get(client) ?? 0;
  if (before > 0 && before + size > resultBytes.unread) throw tooMuchUnread;
  unreadBytes.set(client, before + size);
  const { body, closed, write, close } = textStream(() => {
    const [first = new Uint8Array(), ...others] = parts;
    write(first.subarray(0, resultBytes.chunk));
    const rest = first.subarray(resultBytes.chunk);
    parts = rest.length > 0 ? [rest, ...others] : others;
    if (parts.length === 0) close();
  });
  closed.addEventListener('abort', () => {
    unreadBytes.set(client, (unreadBytes.get(client) ?? 0) - size);
    parts = [];
  });
  return body;
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
