import { z } from 'zod';
import { siteSettings } from '#web/env.ts';
import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';
import { methodNotAllowed, onlyMethods } from '#web/http/methods.ts';
import { type ApiResponse, errorResponse, failureResponse, toResponse } from '#web/payments/api-response.ts';
import { fieldErrors } from '#web/payments/bill.ts';
import type { Payments } from '#web/payments/payments.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { requireStaff, type Staff } from './require-staff.ts';

type Params = Record<string, string | undefined>;
type Context = { params: Promise<Params> };
type Call = { payments: Payments; request: Request; params: Params; staff: Staff };
type Answer = Promise<ApiResponse | Response>;

/** A route for administrators and finance only, from the Studio, whose development server has an origin of its own. */
export function staffRoute(method: 'GET' | 'POST', handle: (call: Call) => Answer) {
  const handler = async (request: Request, { params }: Context) => {
    let answer: ApiResponse | Response;
    try {
      const payments = await getPayments();
      const session = await requireStaff(request.headers.get('authorization'), payments.settings.sessionUrl);
      if ('error' in session) answer = session.error;
      else answer = await handle({ payments, request, params: await params, staff: session.staff });
    } catch (error) {
      answer = failureResponse(error, 'reading payments');
    }
    const response = answer instanceof Response ? answer : toResponse(answer);
    const { studioDevUrl } = siteSettings();
    if (studioDevUrl) response.headers.set('access-control-allow-origin', studioDevUrl);
    return response;
  };
  return onlyMethods<[Context]>({
    ...(method === 'GET' ? { GET: handler } : { POST: handler }),
    OPTIONS: preflight.bind(null, method),
  });
}

async function preflight(method: string): Promise<Response> {
  const { studioDevUrl } = siteSettings();
  if (!studioDevUrl) return methodNotAllowed(method);
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': studioDevUrl,
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'authorization, content-type',
    },
  });
}

/** A staff route with a checked query. */
export function queryRoute<T extends z.ZodType>(
  schema: T,
  handle: (query: z.output<T>, call: Call) => Answer,
) {
  return staffRoute('GET', async (call) => {
    const query = schema.safeParse(Object.fromEntries(new URL(call.request.url).searchParams));
    if (query.success) return handle(query.data, call);
    return errorResponse(400, 'The filter is not valid.', { fieldErrors: fieldErrors(query.error) });
  });
}

/** Bytes; the largest body but a list of bills is under 1 kB. */
const bodyLimit = 16_384;

/** A staff route that takes a checked JSON body by POST. */
export function bodyRoute<T extends z.core.$ZodType>(
  schema: T,
  handle: (body: z.output<T>, call: Call) => Answer,
  limit = bodyLimit,
) {
  return staffRoute('POST', async (call) => {
    const body = await readBody(call.request, limit, 'json');
    if (!(body instanceof Uint8Array)) return errorResponse(body.status, body.error);
    const parsed = z.safeParse(schema, parseJson(body));
    if (parsed.success) return handle(parsed.data, call);
    return errorResponse(400, 'Some details are not right.', { fieldErrors: fieldErrors(parsed.error) });
  });
}
