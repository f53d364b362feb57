import type { LakeEnv } from 'content-lake';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { requestIdFrom, withLogContext } from '#telemetry/log-context.ts';
import { recordRequest } from '#telemetry/metrics.ts';

/** Logs and measures requests under the id that the site sent. Only programs on this machine can send an id. */
export const observe: MiddlewareHandler<LakeEnv> = (c, next) => {
  const request = requestIdFrom(c.req.header('x-request-id'));
  return withLogContext({ request }, async () => {
    const startedAt = performance.now();
    await next();
    const { method } = c.req;
    recordRequest({
      request,
      method,
      // The last match may be a middleware of all paths.
      area: matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'other',
      status: c.res.status,
      ms: performance.now() - startedAt,
    });
  });
};
