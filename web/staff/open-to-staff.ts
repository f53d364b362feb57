import { Hono } from 'hono';
import type { BlankSchema } from 'hono/types';
import { handle } from 'hono/vercel';
import { errorResponse, toResponse } from '#web/http/api-response.ts';
import { methodNotAllowed } from '#web/http/methods.ts';
import { failureResponse } from '#web/payments/responses.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { type Admitted, requireStaff } from './require-staff.ts';
import type { StaffEnv } from './staff-route.ts';

/** Answers calls of the Studio below `base`, of some roles only. */
export function openToStaff(
  base: string,
  admitted: Admitted,
  addRoutes: (api: Hono<StaffEnv, BlankSchema, string>) => unknown,
) {
  const api = new Hono<StaffEnv>().basePath(base);
  api.use(async (context, next) => {
    const payments = await getPayments();
    const session = await requireStaff(context.req.raw, admitted);
    if ('error' in session) return toResponse(session.error);
    context.set('payments', payments);
    context.set('staff', session.staff);
    return next();
  });
  addRoutes(api);
  api.notFound(() => toResponse(errorResponse(404, 'There is no such call.')));
  api.onError((error) => toResponse(failureResponse(error, `reading ${admitted.what}`)));
  // Hono would answer 404 where only the method is wrong.
  const routes = api.routes.filter(({ method }) => method !== 'ALL');
  for (const { path } of routes) {
    const allowed = routes.filter((one) => one.path === path).map(({ method }) => method);
    api.all(path.slice(base.length) || '/', () => methodNotAllowed(allowed.join(', ')));
  }
  return handle(api);
}
