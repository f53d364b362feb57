import type { Context } from 'hono';
import { z } from 'zod';
import { type ApiResponse, errorResponse, toResponse } from '#web/http/api-response.ts';
import { readBody } from '#web/http/body.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { parseJson } from '#web/http/json.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { Staff } from './require-staff.ts';

/** What is known of a call before it is answered. */
export type StaffEnv = { Variables: { payments: Payments; staff: Staff } };
type Call = StaffEnv['Variables'] & { request: Request; params: Record<string, string | undefined> };
type Answer = Promise<ApiResponse | Response>;

/** A route of `staff-api.ts`. */
export const staffRoute = (handle: (call: Call) => Answer) => async (context: Context<StaffEnv>) => {
  const answer = await handle({ ...context.var, request: context.req.raw, params: context.req.param() });
  return answer instanceof Response ? answer : toResponse(answer);
};

/** A staff route with a checked query. */
export function queryRoute<T extends z.ZodType>(
  schema: T,
  handle: (query: z.output<T>, call: Call) => Answer,
) {
  return staffRoute(async (call) => {
    const query = schema.safeParse(Object.fromEntries(new URL(call.request.url).searchParams));
    if (query.success) return handle(query.data, call);
    return errorResponse(400, 'The filter is not valid.', { fieldErrors: fieldErrors(query.error) });
  });
}

/** Bytes; the largest body but a list of bills is under 1 kB. */
const bodyLimit = 16_384;

/** A staff route that takes a checked JSON body. */
export function bodyRoute<T extends z.core.$ZodType>(
  schema: T,
  handle: (body: z.output<T>, call: Call) => Answer,
  limit = bodyLimit,
) {
  return staffRoute(async (call) => {
    const body = await readBody(call.request, limit, 'json');
    if (!(body instanceof Uint8Array)) return errorResponse(body.status, body.error);
    const parsed = z.safeParse(schema, parseJson(body));
    if (parsed.success) return handle(parsed.data, call);
    return errorResponse(400, 'Some details are not right.', { fieldErrors: fieldErrors(parsed.error) });
  });
}
