import type { LakeEnv } from 'content-lake';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
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
      area: routePath(c, -1),
      status: c.res.status,
      ms: performance.now() - startedAt,
    });
  });
};
