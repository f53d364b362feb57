import type { SignedIn } from '../access/principal.ts';
import { describeRole, roleNames } from '../access/roles.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { type LakeApp, signedIn } from './request.ts';

/** The project as a whole, and what the signed-in user may do in it. */
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
    return c.json([describeProject(projectId, created)]);
  });

  app.get('/:version/projects/:project', (c) => {
    const principal = c.get('principal');
    return c.json(describeProject(projectId, created, principal.kind === 'anonymous' ? null : principal));
  });

  app.get('/:version/projects/:project/roles', (c) => {
    signedIn(c);
    return c.json(roleNames.map(describeRole));
  });

  app.get('/:version/projects/:project/grants', (c) => {
    const manager = signedIn(c).role === 'administrator';
    const names = manager ? ['read', 'create', 'update', 'delete'] : ['read'];
    return c.json({ 'sanity.project.datasets': [{ grants: names.map((name) => ({ name, params: {} })) }] });
  });
}

function describeProject(projectId: string, createdAt: string, principal: SignedIn | null = null) {
  const member = principal && {
    id: principal.id,
    isCurrentUser: true,
    isRobot: principal.kind === 'robot',
    role: principal.role,
    roles: [describeRole(principal.role)],
  };
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
    members: member ? [member] : [],
  };
}
