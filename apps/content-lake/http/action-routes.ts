import { requireChangesAllowed } from '../access/permissions.ts';
import { requireSignedIn } from '../access/principal.ts';
import { applyAction } from '../actions/apply.ts';
import { actionsBody } from '../actions/schema.ts';
import type { Lake } from '../lake.ts';
import { RepeatedTransaction } from '../store/dataset.ts';
import { atIndex } from '../store/mutation-error.ts';
import { apiVersion, type LakeApp, readJson } from './request.ts';

const maxBody = 8 * 1024 * 1024;

/** `/data/actions/:dataset`: create, edit, publish and the like, as the Studio does them. One request, one transaction. */
export function actionRoutes(app: LakeApp, lake: Lake) {
  app.post('/:version/data/actions/:dataset', async (c) => {
    apiVersion(c);
    const principal = requireSignedIn(c.get('principal'));
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const body = await readJson(c, actionsBody, maxBody);
    const done = await dataset
      .commit({
        transactionId: body.transactionId,
        request: body.actions,
        author: principal.id,
        dryRun: body.dryRun ?? false,
        stage(staging) {
          for (const [index, action] of body.actions.entries())
            atIndex(index, () => applyAction(staging, action, (id) => dataset.history.lastRevision(id)));
        },
        authorize: (changes, find) => requireChangesAllowed(principal, changes, find),
      })
      .catch((error: unknown) => {
        if (error instanceof RepeatedTransaction) return { transaction: error.transaction };
        throw error;
      });
    return c.json({ transactionId: done.transaction.id });
  });
}
