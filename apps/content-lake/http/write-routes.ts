import type { Context } from 'hono';
import { z } from 'zod';
import { requireWriter } from '../access/permissions.ts';
import { check } from '../json.ts';
import type { Lake } from '../lake.ts';
import { transactionId } from '../mutations/schema.ts';
import { keepTimesHeader } from '../store/staging.ts';
import { allowOnly, apiVersion, flag, type LakeApp, type LakeEnv, readBytes, reader } from './request.ts';

/** Sanity's limit is 4 MB; imports send up to 256 kB at a time. */
const maxBody = 8 * 1024 * 1024;

// Every write is visible to every later query, which is what `sync` promises; the others promise less.
const visibility = z.enum(['sync', 'async', 'deferred']).optional();

/** What `/data/mutate` may be told in its address. There are no references to other datasets that could be checked. */
const parameters = [
  'autoGenerateArrayKeys',
  'dryRun',
  'returnDocuments',
  'returnIds',
  'skipCrossDatasetReferenceValidation',
  'tag',
  'transactionId',
  'visibility',
];

/** `/data/mutate/:dataset`, and `/data/actions/:dataset` as the Studio writes. One request, one transaction. */
export function writeRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/mutate/:dataset', async (c) => {
    const author = writer(c, parameters);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    check(visibility, c.req.query('visibility'), 'Invalid parameter "visibility"');
    const chosenId = check(
      transactionId.optional(),
      c.req.query('transactionId') || undefined,
      'Invalid parameter "transactionId"',
    );
    const options = {
      transactionId: chosenId,
      dryRun: flag(c, 'dryRun'),
      autoGenerateArrayKeys: flag(c, 'autoGenerateArrayKeys'),
      returnDocuments: flag(c, 'returnDocuments'),
      returnIds: flag(c, 'returnIds', true),
      keepTimes: author.role.name === 'administrator' && c.req.header(keepTimesHeader) === 'true',
    };
    flag(c, 'skipCrossDatasetReferenceValidation');
    const body = await readBytes(c, maxBody);
    return asJson(c, await lake.writer.mutate(dataset, lake.queries, { author, body, ...options }));
  });

  app.post('/:version/data/actions/:dataset', async (c) => {
    const author = writer(c, ['tag']);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readBytes(c, maxBody);
    return asJson(c, (await lake.writer.run(dataset, { kind: 'actions', author, body })).json);
  });
}

/** Who writes: decided before the body is read. */
function writer(c: Context<LakeEnv>, allowed: readonly string[]) {
  apiVersion(c);
  const author = requireWriter(reader(c));
  allowOnly(c, allowed);
  return author;
}

function asJson(c: Context, json: string): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
