import { z } from 'zod';
import { requireChangesAllowed } from '../access/permissions.ts';
import { applyAction } from '../actions/apply.ts';
import { actionsBody } from '../actions/schema.ts';
import type { Lake } from '../lake.ts';
import { mutate } from '../mutations/mutate.ts';
import { mutateBody, transactionId } from '../mutations/schema.ts';
import { atIndex } from '../store/mutation-error.ts';
import { keepTimesHeader } from '../store/staging.ts';
import { apiVersion, check, flag, type LakeApp, reader, readJson } from './request.ts';

/** Sanity's limit is 4 MB; imports send up to 256 kB at a time. */
const maxBody = 8 * 1024 * 1024;

// Every write is visible to every later query, which is what `sync` promises; the others promise less.
const visibility = z.enum(['sync', 'async', 'deferred']).optional();

/** `/data/mutate/:dataset`, and `/data/actions/:dataset` as the Studio writes. One request, one transaction. */
export function writeRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/mutate/:dataset', async (c) => {
    apiVersion(c);
    const principal = reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    check(visibility, c.req.query('visibility'), 'Invalid parameter "visibility"');
    const chosenId = check(
      transactionId.optional(),
      c.req.query('transactionId') || undefined,
      'Invalid parameter "transactionId"',
    );
    const returnDocuments = flag(c, 'returnDocuments');
    const body = await readJson(c, mutateBody, maxBody);
    const { transaction, results } = await mutate(lake, dataset, principal, body.mutations, {
      transactionId: body.transactionId ?? chosenId,
      dryRun: flag(c, 'dryRun'),
      autoGenerateArrayKeys: flag(c, 'autoGenerateArrayKeys'),
      keepTimes: principal.role.name === 'administrator' && c.req.header(keepTimesHeader) === 'true',
    });
    const written = new Map(transaction.changes.map((change) => [change.id, change.after]));
    return c.json({
      transactionId: transaction.id,
      results: results.map((result) =>
        returnDocuments
          ? { ...result, document: written.get(result.id) ?? dataset.get(result.id) ?? undefined }
          : result,
      ),
    });
  });

  app.post('/:version/data/actions/:dataset', async (c) => {
    apiVersion(c);
    const principal = reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readJson(c, actionsBody, maxBody);
    const { transaction } = await dataset.commit({
      transactionId: body.transactionId,
      request: body.actions,
      repeated: () => undefined,
      author: principal.id,
      dryRun: body.dryRun ?? false,
      stage(staging) {
        for (const [index, action] of body.actions.entries())
          atIndex(index, () => applyAction(staging, action, (id) => dataset.history.lastRevision(id)));
      },
      authorize: (changes, find) => requireChangesAllowed(principal, changes, find),
    });
    return c.json({ transactionId: transaction.id });
  });
}
