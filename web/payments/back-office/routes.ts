import { Hono } from 'hono';
import { z } from 'zod';
import { findMeaning } from '#web/contracts/entry-kinds.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { owedParts } from '#web/contracts/owed-parts.ts';
import { readPage } from '#web/database/page.ts';
import type { Database } from '#web/database/tables.ts';
import {
  accountingFile,
  accountingFormatSchema,
  ledgerNamesSchema,
  readLedgerNames,
  storeLedgerNames,
} from '#web/payments/accounting/files.ts';
import { orderIdSchema } from '#web/payments/bill.ts';
import { daySchema, noteBodySchema, refundBodySchema, reviewBodySchema } from '#web/payments/bodies.ts';
import { findOrder, readPayments } from '#web/payments/ledger/orders.ts';
import { orderSums } from '#web/payments/ledger/reports.ts';
import { withSums } from '#web/payments/ledger/settlements.ts';
import { reviewSeenSurplus, surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { closeWithNote } from '#web/payments/ledger/unexplained.ts';
import { refuseWith } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { syncOrder } from '#web/payments/sync/sync-order.ts';
import { audit } from '#web/staff/audit.ts';
import { cursorSchema, numericCursorSchema, optionalParameter } from '#web/staff/query.ts';
import { checkedBody, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { exportCsv } from './export.ts';
import { listOrders, listQuerySchema, publicColumns, spanSchema } from './listing.ts';
import { closeMonth, readMonths } from './months.ts';
import { exportOwed, groupByCustomer, readOwedBills, sumCustomer } from './owing.ts';
import { decideRefund, refundableNow, requestRefund } from './refund-requests.ts';
import { readToday } from './today.ts';
import { hasUdyam } from './udyam.ts';

export async function orderDetails(db: Database, orderId: string) {
  const found = await db
    .selectFrom('orders')
    .select([...publicColumns, 'receipt_token'])
    .select(orderSums)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { receipt_token, ...order } = found;
  const [payments, refunds, requests, disputes, entries, tooMuch] = await Promise.all([
    readPayments(db, orderId),
    db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute(),
    db
      .selectFrom('refund_requests')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('disputes').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute(),
    db
      .selectFrom('entries')
      .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
      .selectAll('entries')
      .select('settlements.utr')
      .where('order_id', '=', orderId)
      .orderBy('entries.id')
      .execute(),
    surplusPayments(db, [orderId]),
  ]);
  return {
    order: {
      ...order,
      hasSurplus: tooMuch.length > 0,
      receipt: `/pay-online/receipt/${receipt_token}`,
    },
    // `surplus`: paise above the bill, or the whole of a duplicate payment.
    payments: await Promise.all(
      payments.map(async (payment) => ({
        ...payment,
        surplus: tooMuch.find(({ id }) => id === payment.id)?.surplus ?? 0,
        refundable: await refundableNow(db, order, payment),
      })),
    ),
    refunds,
    requests,
    disputes,
    settlements: entries.flatMap(({ settlement_id: id, utr, subject, amount, at }) =>
      id === null ? [] : [{ id, utr, subject, amount, at }],
    ),
    entries: entries.map((entry) => ({ ...entry, title: findMeaning(entry.kind).title })),
  };
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof orderDetails>>>;

const owedSchema = z.object({ day: optionalParameter(daySchema('Enter the day as 2026-03-31')) });
const owedBillsSchema = owedSchema.extend({
  /** The id of a bill of the customer, or `all`. */
  customer: z.string().max(40),
  part: optionalParameter(z.enum(owedParts)),
});

const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** The response to every action on an order. */
async function detailsResponse({ db }: Payments, orderId: string) {
  if (!orderIdSchema.safeParse(orderId).success) refuse(400, 'The order id is not valid.');
  return (await orderDetails(db, orderId)) ?? refuse(404, 'There is no such order.');
}

function refuseAmount(open: number): never {
  return refuse(422, `You can refund at most ${formatRupees(open)}.`, {
    fieldErrors: { amount: 'More than is left of this payment' },
  });
}

/** Routes for orders, exports and refunds, under `/api/payments`. */
export const backOfficeRoutes = new Hono<StaffEnv<Payments>>()
  .get('/', checkedQuery(listQuerySchema), async (c) =>
    c.json(await listOrders(c.var.work.db, c.req.valid('query'))),
  )
  .get('/today', async (c) =>
    c.json({ ...(await readToday(c.var.work)), months: await readMonths(c.var.work) }),
  )
  .post('/months/:month/close', async (c) => {
    const month = c.req.param('month');
    if (!monthSchema.safeParse(month).success) refuse(400, 'Enter the month as 2026-03.');
    const outcome = await closeMonth(c.var.work, month, c.var.staff);
    if (outcome === 'not-over') refuse(409, 'This month is not over yet.');
    return c.json({ month, outcome });
  })
  // What each customer owed at the end of a day, by default of today.
  .get('/owing', checkedQuery(owedSchema), async (c) => {
    const { db, now } = c.var.work;
    const bills = await readOwedBills(db, c.req.valid('query').day ?? dayInIndia(now()), now());
    const [customers, all] = [groupByCustomer(bills), sumCustomer('all', bills)];
    return c.json({ customers, all, hasUdyam: await hasUdyam() });
  })
  .get('/owing/bills', checkedQuery(owedBillsSchema), async (c) => {
    const { db, now } = c.var.work;
    const { day = dayInIndia(now()), customer, part } = c.req.valid('query');
    const all = await readOwedBills(db, day, now());
    const phone = all.find(({ id }) => id === customer)?.customer_phone;
    const bills = all.filter(
      (bill) => (customer === 'all' || bill.customer_phone === phone) && (!part || bill.parts[part] !== 0),
    );
    return c.json({ bills, hasUdyam: await hasUdyam() });
  })
  .get('/owing/export', checkedQuery(owedSchema), async (c) => {
    const { db, now } = c.var.work;
    const day = c.req.valid('query').day ?? dayInIndia(now());
    await audit(db, { actor: c.var.staff, act: 'export', subject: 'owing', detail: day }, now());
    return exportOwed(await readOwedBills(db, day, now()), day, await hasUdyam());
  })
  .get('/export', checkedQuery(spanSchema), async (c) => {
    const { db, now } = c.var.work;
    const span = c.req.valid('query');
    const detail = `${span.from ?? 'the beginning'} to ${span.to ?? 'today'}`;
    await audit(db, { actor: c.var.staff, act: 'export', subject: 'payments', detail }, now());
    return exportCsv(db, span);
  })
  .get('/accounts', checkedQuery(spanSchema.extend({ format: accountingFormatSchema })), async (c) => {
    const { db, now } = c.var.work;
    const { format, ...span } = c.req.valid('query');
    const detail = `${format}, ${span.from ?? 'the beginning'} to ${span.to ?? 'today'}`;
    await audit(db, { actor: c.var.staff, act: 'export', subject: 'accounts', detail }, now());
    return accountingFile(db, format, span);
  })
  .get('/ledgers', async (c) => c.json({ names: await readLedgerNames(c.var.work.db) }))
  .post('/ledgers', checkedBody(ledgerNamesSchema), async (c) => {
    const { db, now } = c.var.work;
    const names = c.req.valid('json');
    const detail = Object.values(names).join(', ');
    await db.transaction().execute(async (trx) => {
      await storeLedgerNames(trx, names);
      await audit(trx, { actor: c.var.staff, act: 'ledgers.named', subject: 'accounts', detail }, now());
    });
    return c.json({ names });
  })
  .get('/audit', checkedQuery(z.object({ after: numericCursorSchema })), async (c) => {
    const all = c.var.work.db.selectFrom('audit').selectAll();
    const { rows, ...next } = await readPage(all, ['id'], c.req.valid('query').after);
    return c.json({ acts: rows, ...next });
  })
  .get('/settlements', checkedQuery(z.object({ after: cursorSchema })), async (c) => {
    const { db } = c.var.work;
    const all = db.selectFrom('settlements').selectAll();
    const { rows, ...next } = await readPage(all, ['created_at', 'id'], c.req.valid('query').after);
    return c.json({ settlements: await withSums(db, rows), ...next });
  })
  // Lines that the ledger does not know have no order.
  .get('/settlements/:settlementId', async (c) => {
    const { db } = c.var.work;
    const id = c.req.param('settlementId');
    const known = await db.selectFrom('settlements').selectAll().where('id', '=', id).execute();
    const [settlement] = await withSums(db, known);
    const lines = await db
      .selectFrom('entries')
      .leftJoin('orders', 'orders.id', 'entries.order_id')
      .select(['entries.subject', 'entries.detail as kind', 'entries.amount', 'entries.at'])
      .select(['entries.order_id', 'orders.bill_number'])
      .where('entries.settlement_id', '=', id)
      .orderBy('entries.id')
      .execute();
    return c.json({ settlement: settlement ?? null, lines });
  })
  // Explains money that matches no order, or that was returned twice.
  .post('/unexplained/:subject', checkedBody(noteBodySchema), async (c) => {
    const { db, now } = c.var.work;
    const about = { ...c.req.valid('json'), subject: c.req.param('subject') };
    if (!(await closeWithNote(db, about, c.var.staff, now())))
      refuse(409, 'There is no such money, or it was already explained.');
    return c.json({});
  })
  .post('/refund-requests/:requestId/:decision{approve|reject}', async (c) => {
    const { requestId, decision } = c.req.param();
    const made = decision === 'approve' ? 'approved' : 'rejected';
    const decided = await decideRefund(c.var.work, requestId, made, c.var.staff);
    if (decided.outcome === 'too-much') refuseAmount(decided.open);
    if (decided.outcome !== 'decided') refuseWith(decided.outcome);
    return c.json(await detailsResponse(c.var.work, decided.orderId));
  })
  .get('/:orderId', async (c) => c.json(await detailsResponse(c.var.work, c.req.param('orderId'))))
  // The button "Ask Razorpay now": reconciles one order.
  .post('/:orderId/ask', async (c) => {
    const order = await findOrder(c.var.work.db, c.req.param('orderId'));
    if (order) await syncOrder(c.var.work, order, 'staff');
    return c.json(await detailsResponse(c.var.work, c.req.param('orderId')));
  })
  .post('/:orderId/settle', checkedBody(reviewBodySchema), async (c) => {
    const orderId = c.req.param('orderId');
    await reviewSeenSurplus(c.var.work, { orderId }, c.req.valid('json').surplus, c.var.staff);
    return c.json(await detailsResponse(c.var.work, orderId));
  })
  .post('/:orderId/refund', checkedBody(refundBodySchema), async (c) => {
    const orderId = c.req.param('orderId');
    const requested = await requestRefund(c.var.work, orderId, c.req.valid('json'), c.var.staff);
    if (requested.outcome === 'too-much') refuseAmount(requested.open);
    if (requested.outcome !== 'requested') refuseWith(requested.outcome);
    return c.json(await detailsResponse(c.var.work, orderId));
  });
