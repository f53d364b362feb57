import { siteSettings } from '#web/env.ts';
import { type Answer, answerTo, refusal } from '#web/payments/answers.ts';
import { fieldErrors, orderIdSchema } from '#web/payments/bill.ts';
import { methodNotAllowed, toResponse } from '#web/payments/http.ts';
import { eventsOf, findOrder, paymentsOf } from '#web/payments/ledger/orders.ts';
import { settleSecondPayments } from '#web/payments/ledger/second-payments.ts';
import type { Payments } from '#web/payments/payments.ts';
import { askAboutOrder } from '#web/payments/reconciliation.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { admit } from './access.ts';
import { csvLines, csvTitles } from './csv.ts';
import {
  hasSecondPayment,
  type ListQuery,
  listOrders,
  listQuerySchema,
  publicOrder,
  totals,
} from './listing.ts';

/** Orders that are read at once for an export. */
const exportedAtOnce = 1000;

/** A handler for administrators of the Studio only. */
function staffRoute<Context>(
  handle: (
    payments: Payments,
    request: Request,
    context: Context,
    staff: string,
  ) => Promise<Answer | Response>,
) {
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      const payments = await getPayments();
      const admission = await admit(
        request.headers.get('authorization'),
        payments.settings.sessionUrl,
        payments.now(),
      );
      const answer =
        'refused' in admission
          ? admission.refused
          : await handle(payments, request, context, admission.staff);
      const response = answer instanceof Response ? answer : toResponse(answer);
      const { studioDevUrl: studioOrigin } = siteSettings();
      if (studioOrigin) response.headers.set('access-control-allow-origin', studioOrigin);
      return response;
    } catch (error) {
      return toResponse(answerTo(error, 'reading payments'));
    }
  };
}

/** Lets the Studio's development server, on a port of its own, send its session along; 405 everywhere else. */
export function preflight(method: 'GET' | 'POST') {
  return async (): Promise<Response> => {
    const { studioDevUrl: studioOrigin } = siteSettings();
    if (!studioOrigin) return methodNotAllowed(method)();
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': studioOrigin,
        'access-control-allow-methods': method,
        'access-control-allow-headers': 'authorization',
      },
    });
  };
}

function queryOf(request: Request): ListQuery | Answer {
  const parsed = listQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (parsed.success) return parsed.data;
  return refusal(400, 'The filter is not valid.', { fieldErrors: fieldErrors(parsed.error) });
}

const isAnswer = (value: ListQuery | Answer): value is Answer => 'body' in value;

export const getList = staffRoute(async (payments, request) => {
  const query = queryOf(request);
  if (isAnswer(query)) return query;
  const [page, sums] = await Promise.all([listOrders(payments.db, query), totals(payments.db, query)]);
  return { status: 200, body: { ...page, totals: sums } };
});

export const getExport = staffRoute(async (payments, request) => {
  const query = queryOf(request);
  if (isAnswer(query)) return query;
  // What cannot be read at all is an answer of its own; a fault later on breaks the download off, which the Studio shows.
  let page = await listOrders(payments.db, query, exportedAtOnce);
  const bytes = new TextEncoder();
  const csv = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.encode(csvTitles())),
    async pull(controller) {
      controller.enqueue(bytes.encode(csvLines(page.orders)));
      if (page.next === undefined) controller.close();
      else page = await listOrders(payments.db, { ...query, after: page.next }, exportedAtOnce);
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

type OrderContext = { params: Promise<{ orderId: string }> };

async function details(payments: Payments, orderId: string): Promise<Answer> {
  const order = await findOrder(payments.db, orderId);
  if (!order) return refusal(404, 'There is no such order.');
  const [attempts, events, duplicate] = await Promise.all([
    paymentsOf(payments.db, order.id),
    eventsOf(payments.db, order.id),
    hasSecondPayment(payments.db, order.id),
  ]);
  const made = {
    ...{ id: 0, payment_id: null, source: 'site', event: 'order.created' },
    ...{ at: order.created_at, actor: null },
  };
  return {
    status: 200,
    body: { order: { ...publicOrder(order), duplicate }, payments: attempts, events: [made, ...events] },
  };
}

export const getDetails = staffRoute<OrderContext>(async (payments, _request, { params }) => {
  const id = orderIdSchema.safeParse((await params).orderId);
  return id.success ? details(payments, id.data) : refusal(400, 'The order id is not valid.');
});

/** "Ask Razorpay now": the same question that reconciliation asks, for one order. */
export const postAsk = staffRoute<OrderContext>(async (payments, _request, { params }) => {
  const id = orderIdSchema.safeParse((await params).orderId);
  if (!id.success) return refusal(400, 'The order id is not valid.');
  const order = await findOrder(payments.db, id.data);
  if (!order) return refusal(404, 'There is no such order.');
  await askAboutOrder(payments, order, 'staff');
  return details(payments, order.id);
});

/** "Mark as settled": takes the flag from a second payment that was settled outside Razorpay. */
export const postSettle = staffRoute<OrderContext>(async (payments, _request, { params }, staff) => {
  const id = orderIdSchema.safeParse((await params).orderId);
  if (!id.success) return refusal(400, 'The order id is not valid.');
  if ((await settleSecondPayments(payments.db, id.data, staff, payments.now())) === 0)
    return refusal(409, 'This order has no second payment that waits for anybody.');
  return details(payments, id.data);
});
