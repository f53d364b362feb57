import { Hono, type MiddlewareHandler } from 'hono';
import { anonymous, type Principal, unauthorized } from '../access/principal.ts';
import { httpError, LakeError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { assetRoutes } from './asset-routes.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { clientBySite, guardOrigins } from './origins.ts';
import { projectRoutes } from './project-routes.ts';
import { queryRoutes } from './query-routes.ts';
import type { LakeApp, LakeEnv } from './request.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { streamRoutes } from './stream-routes.ts';
import { studioRoutes } from './studio-routes.ts';
import { userRoutes } from './user-routes.ts';
import { writeRoutes } from './write-routes.ts';

/** The whole HTTP interface of the lake. */
export function createApp(lake: Lake): LakeApp {
  const app: LakeApp = new Hono();
  /** A token that is not (or no longer) valid is nobody's, not read as anonymous. */
  const principalOf = (headers: Headers): Principal | undefined => {
    const header = headers.get('authorization');
    return header === null ? anonymous : (lake.control.credentials.bearer(header) ?? undefined);
  };
  app.use(guardOrigins(lake.config));
  app.use(authenticate(lake, principalOf));
  queryRoutes(app, lake);
  documentRoutes(app, lake);
  writeRoutes(app, lake);
  streamRoutes(app, lake, principalOf);
  historyRoutes(app, lake);
  signInRoutes(app, lake);
  userRoutes(app, lake);
  projectRoutes(app, lake);
  datasetRoutes(app, lake);
  studioRoutes(app, lake);
  assetRoutes(app, lake);
  app.notFound((c) => {
    const { body } = httpError(404, `There is no ${c.req.method} ${c.req.path} in this content lake`);
    return c.json(body, 404);
  });
  app.onError((error, c) => {
    if (error instanceof LakeError) return Response.json(error.body, { status: error.status });
    console.error(`${c.req.method} ${c.req.path} failed:`, error);
    const { body } = httpError(500, 'The content lake failed; its log says why');
    return c.json(body, 500);
  });
  return app;
}

/** Finds out who makes the request. Strangers have the site's pages to read; through it, content is for who signed in. */
function authenticate(
  { config }: Lake,
  principalOf: (headers: Headers) => Principal | undefined,
): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const principal = principalOf(headers);
    const isStranger = principal === anonymous && clientBySite(headers, config) !== undefined;
    if (!principal || (isStranger && /^\/[^/]+\/data\//.test(c.req.path))) throw unauthorized();
    c.set('principal', principal);
    return next();
  };
}
