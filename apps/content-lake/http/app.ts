import { Hono, type MiddlewareHandler } from 'hono';
import { anonymous, unauthorized } from '../access/principal.ts';
import { senderOf } from '../access/sender.ts';
import { httpError, isDiskFault, LakeError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { assetRoutes } from './asset-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { clientBySite, guardOrigins, guardSites } from './origins.ts';
import { projectRoutes } from './project-routes.ts';
import type { LakeApp, LakeEnv } from './request.ts';
import { unsupportedCalls } from './unsupported.ts';
import { userRoutes } from './user-routes.ts';

export function createApp(lake: Lake, observe?: MiddlewareHandler<LakeEnv>): LakeApp {
  const app: LakeApp = new Hono();
  if (observe) app.use(observe);
  app.use(guardOrigins(lake.config));
  if (lake.people) app.route('/', lake.people.routes);
  app.use(guardSites, authenticate(lake));
  unsupportedCalls(app);
  dataRoutes(app, lake);
  userRoutes(app, lake);
  projectRoutes(app, lake);
  assetRoutes(app, lake);
  app.notFound((c) => {
    const { body } = httpError(404, `There is no ${c.req.method} ${c.req.path} in this content lake`);
    return c.json(body, 404);
  });
  app.onError((error) => {
    if (error instanceof LakeError)
      return Response.json(error.body, {
        status: error.status,
        headers: error.status === 503 ? { 'retry-after': '5' } : {},
      });
    console.error('A request failed:', error);
    const { status, body } = isDiskFault(error)
      ? httpError(507, 'Nothing was saved: the disk of the server is full or cannot be written.')
      : httpError(500, 'The content lake failed; its log says why');
    return Response.json(body, { status });
  });
  return app;
}

/** Sets the principal. Through the site, anonymous requests get neither content nor resized pictures. */
function authenticate(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const principal = senderOf(lake, method, headers);
    const isStranger = principal === anonymous && clientBySite(headers, lake.config) !== undefined;
    const isForStaff = /^\/[^/]+\/data\/|^\/images\/.*\?/.test(c.req.path + new URL(c.req.url).search);
    if (!principal || (isStranger && isForStaff)) throw unauthorized();
    c.set('principal', principal);
    return next();
  };
}
