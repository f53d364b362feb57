import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { mayManage } from '../access/permissions.ts';
import { grantsOf } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { type LakeApp, type LakeEnv, readJson, signedIn } from './request.ts';

/** Bytes. */
const maxBody = 1024;
const creation = z.strictObject({
  aclMode: z
    .literal('public', { error: 'private datasets are not in this content lake: it can only be public' })
    .optional(),
});

export function datasetRoutes(app: LakeApp, lake: Lake) {
  const routes: LakeApp = new Hono();

  routes.get('/', (c) => {
    signedIn(c);
    // There are no other profiles, such as media libraries.
    if (c.req.query('datasetProfile')) return c.json([]);
    return c.json(
      lake.datasets.list().map(({ name, created: createdAt }) => ({
        name,
        aclMode: 'public',
        createdAt,
        datasetProfile: 'content',
        features: [],
        tags: [],
      })),
    );
  });

  routes.put('/:name', async (c) => {
    requireManager(c);
    const hasBody = Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding');
    if (hasBody) await readJson(c, creation, maxBody);
    const dataset = lake.datasets.create(c.req.param('name'));
    return c.json({ datasetName: dataset.name, aclMode: 'public' });
  });

  routes.delete('/:name', async (c) => {
    requireManager(c);
    const name = c.req.param('name');
    if (name === lake.config.dataset)
      throw httpError(
        403,
        `Dataset "${name}" is the one this content lake was started for; it cannot be deleted`,
      );
    const dataset = lake.datasets.get(name);
    for (const thread of [lake.hubs, lake.reader]) thread.forget(dataset);
    await lake.writer.run(dataset, { kind: 'close' });
    lake.datasets.remove(name);
    return c.json({ deleted: true });
  });

  routes.get('/:name/acl', (c) => {
    lake.datasets.get(c.req.param('name'));
    return c.json(grantsOf(signedIn(c)));
  });

  routes.get('/:name/settings/embeddings', (c) => {
    signedIn(c);
    lake.datasets.get(c.req.param('name'));
    return c.json({ enabled: false, status: 'disabled' });
  });

  // Clients write both forms of the address, depending on whether the host names the project.
  app.route('/:version/projects/:project/datasets', routes);
  app.route('/:version/datasets', routes);
}

function requireManager(c: Context<LakeEnv>) {
  if (!mayManage(signedIn(c))) throw httpError(403, 'Only an administrator may create and delete datasets');
}
