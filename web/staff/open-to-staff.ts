import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Schema } from 'hono/types';
import { handle } from 'hono/vercel';
import { type ApiResponse, errorResponse, toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { log } from '#web/log.ts';
import { type RequiredAccess, requireStaff } from './require-staff.ts';
import type { StaffEnv } from './staff-route.ts';

type Part<Work, Routes extends Schema> = {
  open(): Promise<Work>;
  routes: Hono<StaffEnv<Work>, Routes>;
  /** Converts an error of a route to a response. */
  failed?(error: unknown, action: string): ApiResponse;
};

function unavailable(error: unknown, action: string): ApiResponse {
  log('error', `${action} failed`, { reason: error });
  return errorResponse(503, 'This is not available at the moment. Please try again in a few minutes.');
}

/** Serves API routes below `base` to staff who have the capability. The Studio calls these routes. */
export function openToStaff<Work, Routes extends Schema>(
  base: string,
  access: RequiredAccess,
  { open, routes, failed = unavailable }: Part<Work, Routes>,
) {
  const api = new Hono<StaffEnv<Work>>().basePath(base);
  api.use(async (context, next) => {
    const session = await requireStaff(context.req.raw, access);
    if ('error' in session) return toResponse(session.error);
    context.set('work', await open());
    context.set('staff', { ...session.staff, address: clientAddress(context.req.raw.headers) });
    await next();
    context.header('cache-control', 'no-store');
  });
  api.route('/', routes);
  api.notFound(() => toResponse(errorResponse(404, 'There is no such API route.')));
  api.onError((error) =>
    error instanceof HTTPException && error.res
      ? error.res
      : toResponse(failed(error, `reading ${access.what}`)),
  );
  return handle(api);
}
