import { z } from 'zod';
import { type ApiResponse, errorResponse } from '#web/payments/api-response.ts';
import { orderIdSchema } from '#web/payments/bill.ts';
import { audit } from '#web/payments/ledger/audit.ts';
import { enter } from '#web/payments/ledger/entries.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { settleSecondPayments } from '#web/payments/ledger/second-payments.ts';
import { formatRupees } from '#web/payments/money.ts';
import type { Payments } from '#web/payments/payments.ts';
import { askAboutOrder } from '#web/payments/reconciliation.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/payments/staff/staff-route.ts';
import { noteBodySchema, refundBodySchema } from './contract.ts';
import { exportCsv } from './export.ts';
import { listOrders, listQuerySchema, spanSchema } from './listing.ts';
import { decideRefund, requestRefund } from './refund-requests.ts';
import { storyOf } from './story.ts';
import { readToday } from './today.ts';

const ok = (body: Record<string, unknown>): ApiResponse => ({ status: 200, body });

async function story({ db }: Payments, orderId: string): Promise<ApiResponse> {
  const told = await storyOf(db, orderId);
  return told ? ok(told) : errorResponse(404, 'There is no such order.');
}

const wrongOrder = () => errorResponse(400, 'The order id is not valid.');
const isOrderId = (id: string | undefined): id is string => orderIdSchema.safeParse(id).success;

export const todayRoute = staffRoute('GET', async ({ payments }) => ok(await readToday(payments)));

export const listRoute = queryRoute(listQuerySchema, async (query, { payments }) =>
  ok(await listOrders(payments.db, query)),
);

export const exportRoute = queryRoute(spanSchema, async (span, { payments, staff }) => {
  const detail = `${span.from ?? 'the beginning'} to ${span.to ?? 'today'}`;
  await audit(payments.db, { actor: staff.name, act: 'export', subject: 'payments', detail }, payments.now());
  return new Response(await exportCsv(payments.db, span), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments.csv"',
      'cache-control': 'no-store',
    },
  });
});

export const orderRoute = staffRoute('GET', async ({ payments, params: { orderId } }) =>
  isOrderId(orderId) ? story(payments, orderId) : wrongOrder(),
);

/** "Ask now": reconciles one order. */
export const askRoute = staffRoute('POST', async ({ payments, params: { orderId } }) => {
  if (!isOrderId(orderId)) return wrongOrder();
  const order = await findOrder(payments.db, orderId);
  if (order) await askAboutOrder(payments, order, 'staff');
  return story(payments, orderId);
});

/** Takes the flag from a second payment that somebody has looked at. */
export const settleRoute = staffRoute('POST', async ({ payments, params: { orderId }, staff }) => {
  if (!isOrderId(orderId)) return wrongOrder();
  if ((await settleSecondPayments(payments.db, orderId, staff.name, payments.now())) === 0)
    return errorResponse(409, 'This order has no second payment that waits for anybody.');
  return story(payments, orderId);
});

export const refundRoute = bodyRoute(refundBodySchema, async (wanted, { payments, params, staff }) => {
  const { orderId } = params;
  if (!isOrderId(orderId)) return wrongOrder();
  const requested = await requestRefund(payments, orderId, wanted, staff);
  switch (requested.outcome) {
    case 'requested':
      return story(payments, orderId);
    case 'unknown':
      return errorResponse(404, 'There is no such captured payment.');
    case 'other-request':
      return errorResponse(422, 'This request was sent before with other details. Please start again.');
    case 'too-much':
      return errorResponse(422, `At most ${formatRupees(Math.max(0, requested.open))} can be given back.`, {
        fieldErrors: { amount: 'More than what is left of this payment' },
      });
  }
});

const decisionRoute = (decision: 'approved' | 'rejected') =>
  staffRoute('POST', async ({ payments, params: { requestId = '' }, staff }) => {
    const decided = await decideRefund(payments, requestId, decision, staff);
    switch (decided.outcome) {
      case 'decided':
        return story(payments, decided.orderId);
      case 'unknown':
        return errorResponse(404, 'There is no such refund.');
      case 'own':
        return errorResponse(403, 'A second person has to approve a refund of this size.');
      case 'over':
        return errorResponse(409, 'This refund was decided on before.');
    }
  });
export const approveRoute = decisionRoute('approved');
export const rejectRoute = decisionRoute('rejected');

/** Closes money that fits no order, with what a person found out about it. */
export const explainRoute = bodyRoute(noteBodySchema, async ({ note }, { payments, params, staff }) => {
  const { db, now } = payments;
  const subject = params.subject ?? '';
  const open = await db
    .selectFrom('entries')
    .selectAll()
    .where('kind', '=', 'unexplained')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!open) return errorResponse(404, 'There is no such unexplained money.');
  const { amount, currency, payment_id } = open;
  const entered = await db.transaction().execute(async (trx) => {
    const fact = {
      kind: 'explained',
      subject,
      payment_id,
      amount,
      currency,
      detail: note,
      at: now(),
    } as const;
    const count = await enter(trx, [fact], 'staff', now());
    if (count > 0) await audit(trx, { actor: staff.name, act: 'explained', subject, detail: note }, now());
    return count;
  });
  return entered > 0 ? ok({}) : errorResponse(409, 'This was explained before.');
});

const afterSchema = z.object({ after: z.string().max(100).optional() });
const pageSize = 50;

export const settlementsRoute = queryRoute(afterSchema, async ({ after }, { payments }) => {
  const [time = '', ...rest] = after?.split('_') ?? [];
  const rows = await payments.db
    .selectFrom('settlements')
    .selectAll()
    .$if(after !== undefined, (page) =>
      page.where(({ refTuple, tuple, eb }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(time, rest.join('_'))),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const settlements = rows.slice(0, pageSize);
  const last = settlements.at(-1);
  return ok({
    settlements,
    ...(rows.length > pageSize && last ? { next: `${last.created_at}_${last.id}` } : {}),
  });
});

/** A settlement of a big day has some thousand lines. */
const mostLines = 5000;

export const settlementRoute = staffRoute('GET', async ({ payments, params: { settlementId = '' } }) => {
  const lines = await payments.db
    .selectFrom('entries')
    .leftJoin('orders', 'orders.id', 'entries.order_id')
    .select(['entries.subject', 'entries.detail as kind', 'entries.amount', 'entries.at'])
    .select(['entries.order_id', 'orders.bill_number'])
    .where('entries.settlement_id', '=', settlementId)
    .orderBy('entries.id')
    .limit(mostLines)
    .execute();
  return ok({ lines });
});

export const auditRoute = queryRoute(afterSchema, async ({ after }, { payments }) => {
  const rows = await payments.db
    .selectFrom('audit')
    .selectAll()
    .$if(after !== undefined, (page) => page.where('id', '<', Number(after) || 0))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const acts = rows.slice(0, pageSize);
  const last = acts.at(-1);
  return ok({ acts, ...(rows.length > pageSize && last ? { next: String(last.id) } : {}) });
});
