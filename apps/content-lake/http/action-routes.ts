import { Hono } from 'hono';
import { requireChangesAllowed } from '../access/permissions.ts';
import { requireSignedIn } from '../access/principal.ts';
import { applyAction } from '../actions/apply.ts';
import { actionsBody } from '../actions/schema.ts';
import type { Lake } from '../lake.ts';
import type { LakeEnv } from './environment.ts';
import { apiVersion, readJson } from './request.ts';

const maxBody = 8 * 1024 * 1024;

/** `/data/actions/:dataset`: create, edit, publish and the like, as the Studio does them. One request, one transaction. */
export function actionRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>();
  app.post('/:version/data/actions/:dataset', async (c) => {
    apiVersion(c);
    const principal = requireSignedIn(c.get('principal'));
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readJson(c, actionsBody, maxBody);
    const { transaction } = await dataset.commit({
      transactionId: body.transactionId,
      author: principal.id,
      dryRun: body.dryRun ?? false,
      stage: (staging) => body.actions.forEach((action, index) => void applyAction(staging, action, index)),
      authorize: (changes) => requireChangesAllowed(principal, changes),
    });
    return c.json({ transactionId: transaction.id });
  });
  return app;
}
