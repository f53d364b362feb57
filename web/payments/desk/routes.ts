import { z } from 'zod';
import { formatRupees } from '#web/contracts/money.ts';
import { noteBodySchema, refundBodySchema } from '#web/contracts/payments.ts';
import { pageOf } from '#web/database/page.ts';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { orderIdSchema } from '#web/payments/bill.ts';
import { settleSecondPayments } from '#web/payments/ledger/duplicate-payments.ts';
import { enter } from '#web/payments/ledger/entries.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { askAboutOrder } from '#web/payments/reconciliation.ts';
import { audit } from '#web/staff/audit.ts';
import { numberedPlaceSchema, placeSchema } from '#web/staff/query.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/staff/staff-route.ts';
import { exportCsv } from './export.ts';
import { listOrders, listQuerySchema, spanSchema } from './listing.ts';
import { decideRefund, requestRefund } from './refund-requests.ts';
import { storyOf } from './story.ts';
import { readToday } from './today.ts';

const ok = (body: Record<string, unknown>): ApiResponse => ({ status: 200, body });

async function story({ db }: Payments, orderId: string): Promise<ApiResponse> {
  if (!orderIdSchema.safeParse(orderId).success) return errorResponse(400, 'The order id is not valid.');
  const told = await storyOf(db, orderId);
  return told ? ok(told) : errorResponse(404, 'There is no such order.');
}

export const todayRoute = staffRoute(async ({ payments }) => ok(await readToday(payments)));

export const listRoute = queryRoute(listQuerySchema, async (query, { payments }) =>
  ok(await listOrders(payments.db, query)),
);

export const exportRoute = queryRoute(spanSchema, async (span, { payments, staff }) => {
  const detail = `${span.from ?? 'the beginning'} to ${span.to ?? 'today'}`;
  await audit(payments.db, { actor: staff.name, act: 'export', subject: 'payments', detail }, payments.now());
  return exportCsv(payments.db, span);
});

export const orderRoute = staffRoute(({ payments, params: { orderId = '' } }) => story(payments, orderId));

/** "Ask now": reconciles one order. */
export const askRoute = staffRoute(async ({ payments, params: { orderId = '' } }) => {
  const order = await findOrder(payments.db, orderId);
  if (order) await askAboutOrder(payments, order, 'staff');
  return story(payments, orderId);
});

/** Takes the flag from a second payment that somebody has looked at. */
export const settleRoute = staffRoute(async ({ payments, params: { orderId = '' }, staff }) => {
  if ((await settleSecondPayments(payments.db, orderId, staff.name, payments.now())) === 0)
    return errorResponse(409, 'This order has no second payment that waits for anybody.');
  return story(payments, orderId);
});

/** Why a refund is not asked for, or not decided on. */
const refundErrors = {
  unknown: [404, 'There is no such captured payment, or no such refund.'],
  'other-request': [422, 'This request was sent before with other details. Please start again.'],
  own: [403, 'You asked for this refund, so a second person has to approve it.'],
  over: [409, 'This refund was decided on before.'],
  disputed: [
    409,
    'The customer disputes this payment: a refund now could give the money back twice. Answer the dispute in Razorpay’s dashboard first.',
  ],
} satisfies Record<string, [status: number, error: string]>;

export const refundRoute = bodyRoute(
  refundBodySchema,
  async (wanted, { payments, params: { orderId = '' }, staff }) => {
    const requested = await requestRefund(payments, orderId, wanted, staff);
    if (requested.outcome === 'requested') return story(payments, orderId);
    if (requested.outcome !== 'too-much') return errorResponse(...refundErrors[requested.outcome]);
    return errorResponse(422, `At most ${formatRupees(Math.max(0, requested.open))} can be given back.`, {
      fieldErrors: { amount: 'More than what is left of this payment' },
    });
  },
);

export const decideRoute = staffRoute(async ({ payments, params: { requestId = '', decision }, staff }) => {
  const made = decision === 'approve' ? 'approved' : 'rejected';
  const decided = await decideRefund(payments, requestId, made, staff);
  if (decided.outcome !== 'decided') return errorResponse(...refundErrors[decided.outcome]);
  return story(payments, decided.orderId);
});

/** Closes money that fits no order, with what a person found out about it. */
export const explainRoute = bodyRoute(
  noteBodySchema,
  async ({ note }, { payments: { db, now }, params: { subject = '' }, staff }) => {
    const open = await db
      .selectFrom('entries')
      .select(['amount', 'currency', 'payment_id'])
      .where('kind', '=', 'unexplained')
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (!open) return errorResponse(404, 'There is no such unexplained money.');
    const entered = await db.transaction().execute(async (trx) => {
      const fact = { ...open, kind: 'explained', subject, detail: note, at: now() } as const;
      const count = await enter(trx, [fact], 'staff', now());
      if (count > 0) await audit(trx, { actor: staff.name, act: 'explained', subject, detail: note }, now());
      return count;
    });
    return entered > 0 ? ok({}) : errorResponse(409, 'This was explained before.');
  },
);

export const settlementsRoute = queryRoute(
  z.object({ after: placeSchema }),
  async ({ after }, { payments }) => {
    const all = payments.db.selectFrom('settlements').selectAll();
    const { rows, ...next } = await pageOf(all, ['created_at', 'id'], after);
    return ok({ settlements: rows, ...next });
  },
);

export const settlementRoute = staffRoute(async ({ payments, params: { settlementId = '' } }) => {
  const known = payments.db.selectFrom('settlements').selectAll().where('id', '=', settlementId);
  const lines = await payments.db
    .selectFrom('entries')
    .leftJoin('orders', 'orders.id', 'entries.order_id')
    .select(['entries.subject', 'entries.detail as kind', 'entries.amount', 'entries.at'])
    .select(['entries.order_id', 'orders.bill_number'])
    .where('entries.settlement_id', '=', settlementId)
    .orderBy('entries.id')
    .execute();
  return ok({ settlement: (await known.executeTakeFirst()) ?? null, lines });
});

export const auditRoute = queryRoute(
  z.object({ after: numberedPlaceSchema }),
  async ({ after }, { payments }) => {
    const all = payments.db.selectFrom('audit').selectAll();
    const { rows, ...next } = await pageOf(all, ['id'], after);
    return ok({ acts: rows, ...next });
  },
);
