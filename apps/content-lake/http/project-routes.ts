import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { mayManage } from '../access/permissions.ts';
import { findGrants, type Principal } from '../access/principal.ts';
import { describeRole } from '../access/roles.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { readiness } from '../readiness.ts';
import { publishedId } from '../store/document.ts';
import { type LakeApp, type LakeEnv, reader, readJson, signedIn } from './request.ts';

const maxBody = 1024;
const creationSchema = z.strictObject({
  aclMode: z.literal('public', { error: 'must be public: private datasets are not supported' }).optional(),
});

export function projectRoutes(app: LakeApp, lake: Lake) {
  const { projectId } = lake.config;
  const created = lake.datasets.list()[0]?.created ?? new Date().toISOString();
  const reasonNotReady = readiness(lake);

  app.use('/:version/projects/:project/*', async (c, next) => {
    if (c.req.param('project') !== projectId)
      throw httpError(404, `Project "${c.req.param('project')}" not found`);
    return next();
  });

  app.get('/:version/projects', (c) => {
    signedIn(c);
    // There are no organisations.
    if (c.req.query('organizationId')) return c.json([]);
    return c.json([describeProject(projectId, created)]);
  });

  app.get('/:version/projects/:project', (c) => {
    return c.json({ ...describeProject(projectId, created), members: listMembers(lake, c.get('principal')) });
  });

  app.get('/:version/projects/:project/roles', (c) => {
    signedIn(c);
    return c.json(lake.config.roles.map(describeRole));
  });

  // The Studio checks this before it creates a release. It needs a number as `datasetReleaseLimit`.
  app.get('/:version/projects/:project/new-content-release-allowed', (c) => {
    signedIn(c);
    const limits = {
      orgMeteredActiveReleaseCount: 0,
      datasetReleaseLimit: 1000,
      orgActiveReleaseLimit: null,
    };
    return c.json({ data: limits });
  });

  app.get('/:version/projects/:project/grants', (c) => {
    const names = mayManage(signedIn(c)) ? ['read', 'create', 'update', 'delete'] : ['read'];
    return c.json({ 'sanity.project.datasets': [{ grants: names.map((name) => ({ name, params: {} })) }] });
  });

  // Clients use both paths, depending on whether the host contains the project id.
  for (const path of ['/:version/projects/:project/datasets', '/:version/datasets'])
    app.route(path, datasetRoutes(lake));
  referenceRoutes(app, lake);
  emptyResponses(app, projectId);

  app.get('/:version/ping', (c) => c.json({}));
  // The Studio reads the name of Sanity's server from the headers. This server has none.
  app.get('/:version/data/ping/:dataset', (c) => c.body(null, 204));
  app.get('/:version/ready', (c) => {
    const reason = reasonNotReady();
    return c.json({ ready: !reason }, reason ? 503 : 200, { 'Cache-Control': 'no-store' });
  });
}

function datasetRoutes(lake: Lake): LakeApp {
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
    if (hasBody) await readJson(c, creationSchema, maxBody);
    const dataset = lake.datasets.create(c.req.param('name'));
    return c.json({ datasetName: dataset.name, aclMode: 'public' });
  });

  routes.delete('/:name', (c) => {
    requireManager(c);
    const name = c.req.param('name');
    if (name === lake.config.dataset)
      throw httpError(
        403,
        `Dataset "${name}" is the default dataset of this content lake and cannot be deleted`,
      );
    lake.datasets.remove(name);
    return c.json({ deleted: true });
  });

  routes.get('/:name/acl', (c) => {
    lake.datasets.get(c.req.param('name'));
    return c.json(findGrants(signedIn(c)));
  });

  routes.get('/:name/settings/embeddings', (c) => {
    signedIn(c);
    lake.datasets.get(c.req.param('name'));
    return c.json({ enabled: false, status: 'disabled' });
  });

  return routes;
}

function referenceRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/references/:dataset/documents/:id/to', (c) => {
    signedIn(c);
    // This route lists references from other datasets. Such references are not supported, so there are none.
    lake.datasets.get(c.req.param('dataset'));
    return c.json({ totalCount: 0, references: [] });
  });

  app.get('/:version/data/references/:dataset/documents/:id', (c) => {
    reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const id = publishedId(c.req.param('id'));
    if (!dataset.get(id)) throw httpError(404, `Document "${id}" not found`);
    return c.json({ references: dataset.referencing(id) });
  });
}

/** Adds routes with empty responses, for the Studio's calls to other Sanity services. */
function emptyResponses(app: LakeApp, projectId: string) {
  app.get('/:version/check/cors', (c) => c.json({ result: { allowed: true, withCredentials: true } }));
  // Without the comments feature the Studio shows an upsell, and mounts its tools twice on start.
  app.get('/:version/features', (c) => c.json(['studioComments', 'contentReleases', 'singleDocRelease']));
  app.get('/:version/help', (c) => c.json({ sections: { sections: [] }, resources: { sectionArray: [] } }));
  app.get('/:version/journey/announcements', (c) => c.json([]));
  app.get('/:version/journey/*', (c) => c.json(null));
  app.get('/:version/intake/telemetry-status', (c) => c.json({ status: 'denied' }));
  app.get(`/:version/projects/${projectId}/user-applications`, (c) => c.json([]));
  app.get('/:version/schedules/*', (c) => c.json({ schedules: [] }));
  // A 200 response that ends would make the Studio reconnect endlessly.
  app.get('/:version/agent/*', (c) => c.body(null, 204));
}

function describeProject(projectId: string, createdAt: string) {
  return {
    id: projectId,
    displayName: 'Local content lake',
    studioHost: null,
    organizationId: null,
    metadata: {},
    features: [],
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    activityFeedEnabled: false,
    createdAt,
    members: [],
  };
}

/** Returns the caller and, for the Studio's lists of people, all other users. Nobody for an anonymous caller. */
function listMembers({ accounts }: Lake, me: Principal) {
  if (me.kind === 'anonymous') return [];
  const others = (accounts?.list() ?? []).flatMap((id) => {
    const user = id === me.id ? undefined : accounts?.find(id);
    return user ? [{ id, kind: 'user', role: user.role }] : [];
  });
  return [me, ...others].map(({ id, kind, role }) => ({
    id,
    isCurrentUser: id === me.id,
    isRobot: kind === 'robot',
    role: role.name,
    roles: [describeRole(role)],
  }));
}

function requireManager(c: Context<LakeEnv>) {
  if (!mayManage(signedIn(c))) throw httpError(403, 'Only an administrator may create and delete datasets');
}
