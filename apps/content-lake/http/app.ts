import { Hono, type MiddlewareHandler } from 'hono';
import { authenticate } from '../access/authenticate.ts';
import { anonymous, unauthorized } from '../access/principal.ts';
import { httpError, isDiskError, LakeError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { assetRoutes } from './asset-routes.ts';
import { assistantRoute } from './assistant-route.ts';
import { dataRoutes } from './data-routes.ts';
import { checkOrigins, proxiedClientAddress, refuseCrossSite } from './origins.ts';
import { projectRoutes } from './project-routes.ts';
import type { LakeApp, LakeEnv } from './request.ts';
import { userRoutes } from './user-routes.ts';

export function createApp(lake: Lake, observe?: MiddlewareHandler<LakeEnv>): LakeApp {
  const app: LakeApp = new Hono();
  if (observe) app.use(observe);
  app.use(checkOrigins(lake.config));
  if (lake.accounts) app.route('/', lake.accounts.routes);
  app.use(refuseCrossSite);
  if (lake.accounts) assistantRoute(app, lake, lake.accounts);
  app.use(authentication(lake));
  dataRoutes(app, lake);
  userRoutes(app, lake);
  projectRoutes(app, lake);
  assetRoutes(app, lake);
  app.notFound((c) => {
    const { body } = httpError(404, `This content lake has no ${c.req.method} ${c.req.path}`);
    return c.json(body, 404);
  });
  app.onError((error) => {
    if (error instanceof LakeError)
      return Response.json(error.body, {
        status: error.status,
        headers: error.status === 503 ? { 'retry-after': '5' } : {},
      });
    console.error('A request failed:', error);
    const { status, body } = isDiskError(error)
      ? httpError(507, 'Nothing was saved: the disk of the server is full or cannot be written.')
      : httpError(500, 'The content lake failed. See its log for the reason.');
    return Response.json(body, { status });
  });
  return app;
}

/** Sets the principal. Refuses content and resized pictures to anonymous requests that come through the site. */
function authentication(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const principal = authenticate(lake, method, headers);
    const isAnonymousVisitor =
      principal === anonymous && proxiedClientAddress(headers, lake.config) !== undefined;
    const isStaffOnly = /^\/[^/]+\/data\/|^\/images\/[^?]*\?/.test(c.req.path + new URL(c.req.url).search);
    if (!principal || (isAnonymousVisitor && isStaffOnly)) throw unauthorized();
    c.set('principal', principal);
    return next();
  };
}
