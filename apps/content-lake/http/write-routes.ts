import type { Context } from 'hono';
import { z } from 'zod';
import { mayManage, requireWriter } from '../access/permissions.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { transactionId } from '../mutations/schema.ts';
import { keepTimesHeader } from '../store/staging.ts';
import { apiVersion, type LakeApp, type LakeEnv, parametersOf, readBytes, reader } from './request.ts';

/** Sanity's limit is 4 MB; imports send up to 256 kB at a time. */
const maxBody = 8 * 1024 * 1024;

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

/** `/data/mutate/:dataset` and `/data/actions/:dataset`: one request, one transaction. */
export function writeRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/mutate/:dataset', async (c) => {
    const author = writer(c);
    const options = parametersOf(c, mutateParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const keepTimes = mayManage(author) && c.req.header(keepTimesHeader) === 'true';
    const body = await readBytes(c, maxBody);
    const command = { author, body, keepTimes, ...options };
    return asJson(c, await lake.writer.mutate(dataset, lake.queries, command));
  });

  app.post('/:version/data/actions/:dataset', async (c) => {
    const author = writer(c);
    parametersOf(c, actionParameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readBytes(c, maxBody);
    return asJson(c, (await lake.writer.run(dataset, { kind: 'actions', author, body })).json);
  });
}

/** Checked before the body is read. */
function writer(c: Context<LakeEnv>) {
  apiVersion(c);
  return requireWriter(reader(c));
}

function asJson(c: Context, json: string): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
