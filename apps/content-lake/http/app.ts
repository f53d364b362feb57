import { Hono } from 'hono';
import { assetRoutes } from '../assets/routes.ts';
import { httpError, LakeError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { authenticate } from './authentication.ts';
import type { LakeEnv } from './environment.ts';
import { guardOrigins } from './origins.ts';

/** The whole HTTP interface of the lake. */
export function createApp(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>();
  app.use(guardOrigins(lake.config));
  app.use(authenticate(lake));
  app.get('/:version/ping', (c) => c.json({}));
  app.route('/', assetRoutes(lake));
  app.notFound((c) => {
    const { body } = httpError(404, `There is no ${c.req.method} ${c.req.path} in this content lake`);
    return c.json(body, 404);
  });
  app.onError((error, c) => {
    if (error instanceof LakeError)
      return new Response(JSON.stringify(error.body), jsonResponse(error.status));
    console.error(`${c.req.method} ${c.req.path} failed:`, error);
    const { body } = httpError(500, 'The content lake failed; its log says why');
    return c.json(body, 500);
  });
  return app;
}

function jsonResponse(status: number): ResponseInit {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' } };
}
