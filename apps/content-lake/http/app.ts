import { Hono } from 'hono';
import { assetRoutes } from '../assets/routes.ts';
import { httpError, LakeError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { actionRoutes } from './action-routes.ts';
import { authenticate } from './authentication.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { documentRoutes } from './document-routes.ts';
import type { LakeEnv } from './environment.ts';
import { exportRoutes } from './export-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { mutateRoutes } from './mutate-routes.ts';
import { guardOrigins } from './origins.ts';
import { projectRoutes } from './project-routes.ts';
import { queryRoutes } from './query-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { streamRoutes } from './stream-routes.ts';
import { studioRoutes } from './studio-routes.ts';
import { userRoutes } from './user-routes.ts';

const parts = [
  queryRoutes,
  documentRoutes,
  mutateRoutes,
  actionRoutes,
  streamRoutes,
  historyRoutes,
  exportRoutes,
  signInRoutes,
  userRoutes,
  projectRoutes,
  datasetRoutes,
  studioRoutes,
  assetRoutes,
];

/** The whole HTTP interface of the lake. */
export function createApp(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>();
  app.use(guardOrigins(lake.config));
  app.use(authenticate(lake));
  for (const part of parts) app.route('/', part(lake));
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
