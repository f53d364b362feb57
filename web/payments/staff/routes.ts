import { siteSettings } from '#web/env.ts';
import { methodNotAllowed, onlyMethods } from '#web/http/methods.ts';
import { type ApiResponse, errorResponse, failureResponse, toResponse } from '#web/payments/api-response.ts';
import { fieldErrors, orderIdSchema } from '#web/payments/bill.ts';
import { eventsOf, findOrder, paymentsOf } from '#web/payments/ledger/orders.ts';
import { settleSecondPayments } from '#web/payments/ledger/second-payments.ts';
import type { Payments } from '#web/payments/payments.ts';
import { askAboutOrder } from '#web/payments/reconciliation.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { csvLines, csvTitles } from './csv.ts';
import {
  hasSecondPayment,
  type ListQuery,
  listOrders,
  listQuerySchema,
  publicOrder,
  totals,
} from './listing.ts';
import { requireAdmin } from './require-admin.ts';

/** Orders that are read at once for an export. */
const exportPageSize = 1000;

type Context = { params: Promise<{ orderId?: string }> };
type Call = { payments: Payments; request: Request; params: { orderId?: string }; staff: string };

/** A route for administrators of the Studio only, whose development server is on an origin of its own. */
function staffRoute(method: 'GET' | 'POST', handle: (call: Call) => Promise<ApiResponse | Response>) {
  const handler = async (request: Request, { params }: Context) => {
    let answer: ApiResponse | Response;
    try {
      const payments = await getPayments();
      const session = await requireAdmin(request.headers.get('authorization'), payments.settings.sessionUrl);
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
      'access-control-allow-headers': 'authorization',
    },
  });
}

/** A route about a list: its query is checked. */
function queryRoute(handle: (payments: Payments, query: ListQuery) => Promise<ApiResponse | Response>) {
  return staffRoute('GET', async ({ payments, request }) => {
    const query = listQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (query.success) return handle(payments, query.data);
    return errorResponse(400, 'The filter is not valid.', { fieldErrors: fieldErrors(query.error) });
  });
}

/** A route about one order: answers with all that is known of it after `act`, unless that answers itself. */
function orderIdRoute(
  method: 'GET' | 'POST',
  act: (payments: Payments, orderId: string, staff: string) => Promise<ApiResponse | undefined>,
) {
  return staffRoute(method, async ({ payments, params, staff }) => {
    const id = orderIdSchema.safeParse(params.orderId);
    if (!id.success) return errorResponse(400, 'The order id is not valid.');
    return (await act(payments, id.data, staff)) ?? details(payments, id.data);
  });
}

async function details(payments: Payments, orderId: string): Promise<ApiResponse> {
  const order = await findOrder(payments.db, orderId);
  if (!order) return errorResponse(404, 'There is no such order.');
  const [attempts, events, duplicate] = await Promise.all([
    paymentsOf(payments.db, order.id),
    eventsOf(payments.db, order.id),
    hasSecondPayment(payments.db, order.id),
  ]);
  const created = { id: 0, source: 'site', event: 'order.created', at: order.created_at, actor: null };
  return {
    status: 200,
    body: { order: { ...publicOrder(order), duplicate }, payments: attempts, events: [created, ...events] },
  };
}

export const listRoute = queryRoute(async ({ db }, query) => {
  const [page, sums] = await Promise.all([listOrders(db, query), totals(db, query)]);
  return { status: 200, body: { ...page, totals: sums } };
});

export const exportRoute = queryRoute(async ({ db }, query) => {
  // The first page is read here, so that a failure is an error response; a later one breaks off the download.
  let page = await listOrders(db, query, exportPageSize);
  const bytes = new TextEncoder();
  const csv = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.encode(csvTitles())),
    async pull(controller) {
      controller.enqueue(bytes.encode(csvLines(page.orders)));
      if (page.next === undefined) controller.close();
      else page = await listOrders(db, { ...query, after: page.next }, exportPageSize);
    },
  });
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments.csv"',
      'cache-control': 'no-store',
    },
  });
});

export const orderRoute = orderIdRoute('GET', async () => undefined);

/** "Ask Razorpay now": reconciles one order. */
export const askRoute = orderIdRoute('POST', async (payments, orderId) => {
  const order = await findOrder(payments.db, orderId);
  if (order) await askAboutOrder(payments, order, 'staff');
  return undefined;
});

/** "Mark as settled": takes the flag from a second payment that was settled outside Razorpay. */
export const settleRoute = orderIdRoute('POST', async (payments, orderId, staff) =>
  (await settleSecondPayments(payments.db, orderId, staff, payments.now())) === 0
    ? errorResponse(409, 'This order has no second payment that waits for anybody.')
    : undefined,
);
