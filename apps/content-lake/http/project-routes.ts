import { mayManage } from '../access/permissions.ts';
import { anonymous, type Principal, type SignedIn } from '../access/principal.ts';
import { describeRole } from '../access/roles.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { type LakeApp, signedIn } from './request.ts';

export function projectRoutes(app: LakeApp, lake: Lake) {
  const { projectId } = lake.config;
  const created = lake.datasets.list()[0]?.created ?? new Date().toISOString();

  app.use('/:version/projects/:project/*', async (c, next) => {
    if (c.req.param('project') !== projectId)
      throw httpError(404, `Project "${c.req.param('project')}" not found`);
    return next();
  });

  app.get('/:version/projects', (c) => {
    signedIn(c);
    // There are no organisations.
    if (c.req.query('organizationId')) return c.json([]);
    return c.json([describeProject(projectId, created, anonymous)]);
  });

  app.get('/:version/projects/:project', (c) => {
    return c.json(describeProject(projectId, created, c.get('principal')));
  });

  app.get('/:version/projects/:project/roles', (c) => {
    signedIn(c);
    return c.json(lake.config.roles.map(describeRole));
  });

  // The Studio checks this before it creates a release; the dataset's limit must be a number.
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
}

function describeProject(projectId: string, createdAt: string, principal: Principal) {
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
    members: principal.kind === 'anonymous' ? [] : [describeMember(principal)],
  };
}

function describeMember({ id, kind, role }: SignedIn) {
  return { id, isCurrentUser: true, isRobot: kind === 'robot', role: role.name, roles: [describeRole(role)] };
}
