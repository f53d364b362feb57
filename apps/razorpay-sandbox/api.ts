import { type Context, Hono } from 'hono';
import type { ListedEntity } from './entities.ts';
import { badRequest, notFound } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Operations } from './operations.ts';
import {
  amountOf,
  automaticCaptureOf,
  collection,
  currencyOf,
  notesOf,
  pageOf,
  parseBody,
  rejectUnknownFields,
  textOf,
} from './requests.ts';
import type { Collection, Store } from './store.ts';

/** Razorpay's own minimum and maximum of an order, in paise. */
const smallest = 100;
const largest = 100_000_000_00;

const orderFields = [
  ...['amount', 'currency', 'receipt', 'notes', 'payment', 'payment_capture', 'partial_payment'],
  ...['first_payment_min_amount', 'offer_id', 'method', 'bank_account', 'customer_id', 'customer_details'],
];

/** The part of Razorpay's REST API that integrations of one-off payments use. Authentication is done before. */
export function restApi(operations: Operations, store: Store, faults: Faults): Hono {
  const api = new Hono();
  const bodyOf = async (context: Context) => parseBody(await context.req.text());
  const list =
    <T extends ListedEntity>(things: Collection<{ entity: T }>) =>
    (context: Context) =>
      context.json(
        pageOf(
          things.all().map(({ entity }) => entity),
          context.req.query(),
        ),
      );

  api.post('/orders', async (context) => {
    const body = await bodyOf(context);
    const amount = amountOf(body);
    if (amount < smallest)
      throw badRequest('Order amount less than minimum amount allowed', {
        field: 'amount',
        reason: 'amount_less_than_minimum_amount',
      });
    if (amount > Math.min(largest, faults.current.ceiling ?? largest))
      throw badRequest('Amount exceeds maximum amount allowed.', { field: 'amount' });
    rejectUnknownFields(body, orderFields);
    return context.json(
      operations.createOrder({
        amount,
        currency: currencyOf(body),
        receipt: textOf(body, 'receipt', 40),
        notes: notesOf(body),
        automaticCapture: automaticCaptureOf(body),
      }),
    );
  });
  api.get('/orders', list(store.orders));
  api.get('/orders/:id', (context) => context.json(operations.order(context.req.param('id'))));
  api.patch('/orders/:id', async (context) => {
    const body = await bodyOf(context);
    rejectUnknownFields(body, ['notes']);
    return context.json(operations.setOrderNotes(context.req.param('id'), notesOf(body)));
  });
  api.get('/orders/:id/payments', (context) =>
    context.json(collection(operations.paymentsOf(context.req.param('id')))),
  );

  api.get('/payments', list(store.payments));
  api.get('/payments/:id', (context) => context.json(operations.payment(context.req.param('id'))));
  api.post('/payments/:id/capture', async (context) => {
    const body = await bodyOf(context);
    rejectUnknownFields(body, ['amount', 'currency']);
    return context.json(operations.capture(context.req.param('id'), amountOf(body), currencyOf(body)));
  });
  api.post('/payments/:id/refund', async (context) => {
    const body = await bodyOf(context);
    rejectUnknownFields(body, ['amount', 'notes', 'receipt', 'speed']);
    const payment = operations.payment(context.req.param('id'));
    return context.json(
      operations.refundPayment(payment.id, {
        amount: body.amount === undefined ? payment.amount - payment.amount_refunded : amountOf(body),
        notes: notesOf(body),
        receipt: textOf(body, 'receipt', 40),
        speed: textOf(body, 'speed', 10) ?? 'normal',
      }),
    );
  });
  api.get('/payments/:id/refunds', (context) => {
    const payment = operations.payment(context.req.param('id'));
    const refunds = store.refunds.all().map(({ entity }) => entity);
    return context.json(collection(refunds.filter((refund) => refund.payment_id === payment.id)));
  });

  api.get('/refunds', list(store.refunds));
  api.get('/refunds/:id', (context) => context.json(operations.refund(context.req.param('id'))));
  api.all('*', () => {
    throw notFound();
  });
  return api;
}
