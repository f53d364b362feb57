import type { Context } from 'hono';
import { grantsOf, requireSignedIn } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { LakeApp, LakeEnv } from './request.ts';

/** Datasets: listing, making and removing them, and what the signed-in user may do in one. */
export function datasetRoutes(app: LakeApp, lake: Lake) {
  // Clients write both forms of the address, depending on whether the host names the project.
  for (const base of ['/:version/projects/:project/datasets', '/:version/datasets'] as const)
    addRoutes(app, base, lake);
}

function addRoutes(
  app: LakeApp,
  base: '/:version/datasets' | '/:version/projects/:project/datasets',
  lake: Lake,
) {
  app.get(base, (c) => {
    requireSignedIn(c.get('principal'));
    // Profiles of datasets (media libraries and the like) do not exist here.
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

  app.put(`${base}/:name`, (c) => {
    requireManager(c);
    const dataset = lake.datasets.create(c.req.param('name'));
    return c.json({ datasetName: dataset.name, aclMode: 'public' });
  });

  app.delete(`${base}/:name`, async (c) => {
    requireManager(c);
    const name = c.req.param('name');
    if (name === lake.config.dataset)
      throw httpError(
        403,
        `Dataset "${name}" is the one this content lake was started for; it cannot be deleted`,
      );
    const dataset = lake.datasets.get(name);
    await lake.hubs.forget(dataset);
    lake.datasets.delete(name);
    return c.json({ deleted: true });
  });

  app.get(`${base}/:name/acl`, (c) => {
    lake.datasets.get(c.req.param('name'));
    return c.json(grantsOf(requireSignedIn(c.get('principal'))));
  });

  app.get(`${base}/:name/settings/embeddings`, (c) => {
    requireSignedIn(c.get('principal'));
    lake.datasets.get(c.req.param('name'));
    return c.json({ enabled: false, status: 'disabled' });
  });
}

function requireManager(c: Context<LakeEnv>) {
  if (requireSignedIn(c.get('principal')).role !== 'administrator')
    throw httpError(403, 'Only an administrator may create and delete datasets');
}
