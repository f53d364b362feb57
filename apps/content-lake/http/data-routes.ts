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

/** Bytes. Sanity's limit of a write is 4 MB; imports send up to 256 kB at a time. */
const maxBody = { query: 1024 * 1024, write: 8 * 1024 * 1024 };
/** Bytes of a result that is sent at once, of a part of a larger one, and of all that one asker leaves unread. */
const resultBytes = { small: 64 * 1024, part: 256 * 1024, unreadBytes: 32 * 1024 * 1024 };
/** Bytes that wait for their readers, by asker. */
const unread = new Map<string, number>();
const maxIds = { documents: 1000, history: 100 };

const queryOptions = z.object({ returnQuery: flag(true) });
const documentOptions = z.object({ includeAllVersions: flag(), perspective: z.string().optional() });
const liveParameters = z.object({ includeDrafts: flag() });
/** The cross-dataset option is accepted and ignored: there are no such references. */
const mutateParameters = z.strictObject({
  autoGenerateArrayKeys: flag(),
  dryRun: flag(),
  returnDocuments: flag(),
  returnIds: flag(true),
  skipCrossDatasetReferenceValidation: flag(),
  tag: z.string().optional(),
  transactionId: transactionId.optional(),
  // All writes are `sync`: visible to every later query.
  visibility: z.enum(['sync', 'async', 'deferred']).optional(),
});
const actionParameters = mutateParameters.pick({ tag: true });

/** `/data/…` of a dataset. */
export function dataRoutes(app: LakeApp, lake: Lake) {
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
    return openEventStream(c, c.req.param('dataset'), { listen });
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    const { includeDrafts } = parametersOf(c, liveParameters);
    if (includeDrafts) requireReader(c.get('principal'));
    return openEventStream(c, c.req.param('dataset'), {
      live: { includeDrafts, lastEventId: lastEventId(c) },
    });
  });

  function openEventStream(c: Context<LakeEnv>, dataset: string, request: EventRequest): Response {
    apiVersion(c);
    const principal = c.get('principal');
    const stream = lake.events.subscribe(lake.datasets.get(dataset), principal.id, request);
    const stopWaiting = whenSignedOut(lake, principal, () => stream.close());
    stream.closed.addEventListener('abort', stopWaiting);
    return eventResponse(stream);
  }

  // For the Studio's history pane, Review changes and restoring.
  app.get('/:version/data/history/:dataset/events/documents/:id', (c) => {
    reader(c);
    const events = { id: c.req.param('id'), ...parametersOf(c, eventParameters) };
    return streamRead(c, lake, 'application/json', { events });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
    const asked = parametersOf(c, transactionParameters);
    const transactions = { ids: idsOf(c.req.param('ids'), maxIds.history), ...asked };
    return streamRead(c, lake, 'application/x-ndjson', { transactions });
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const asked = parametersOf(c, documentParameters);
    const states = { principal, ids: idsOf(c.req.param('ids'), maxIds.history), ...asked };
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
  // Where nothing is published, only its own or `raw` has the parts of a release: the client names neither.
  const releasePerspective = given === undefined ? 'raw' : perspective;
  const { returnQuery } = parametersOf(c, queryOptions);
  const { json, query, tags, ms } = await lake.queries.run(
    dataset,
    c.get('principal'),
    { input, perspective, releasePerspective },
    c.req.raw.signal,
  );
  const rest = { ...(returnQuery ? { query } : {}), syncTags: tags, ms };
  // The worker has serialised the result; parsing it again would hold up other requests.
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
  'Results that were asked for before are not read yet: read them first',
);

/** Parts as one body that is sent at its reader's pace. Throws 429 while the asker has left too much unread. */
function meteredBody(client: string, parts: Uint8Array[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const before = unread.get(client) ?? 0;
  if (before > 0 && before + size > resultBytes.unreadBytes) throw tooMuchUnread;
  unread.set(client, before + size);
  const { body, closed, write, close } = textStream(() => {
    const [first = new Uint8Array(), ...others] = parts;
    write(first.subarray(0, resultBytes.part));
    const rest = first.subarray(resultBytes.part);
    parts = rest.length > 0 ? [rest, ...others] : others;
    if (parts.length === 0) close();
  });
  closed.addEventListener('abort', () => {
    unread.set(client, (unread.get(client) ?? 0) - size);
    parts = [];
  });
  return body;
}

/** Checked before the body is read. */
function writer(c: Context<LakeEnv>) {
  apiVersion(c);
  return requireWriter(reader(c));
}

function asJson(c: Context, json: string): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}

const lastEventId = (c: Context) => c.req.header('last-event-id') || undefined;
