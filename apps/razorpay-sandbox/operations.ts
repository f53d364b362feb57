import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  type Failure,
  type NewPayment,
  noFailure,
  type OrderEntity,
  orderEntity,
  type PaymentEntity,
  randomDigits,
  randomId,
} from './entities.ts';
import { badRequest } from './errors.ts';
import type { Sandbox } from './sandbox.ts';
import { emit } from './webhooks.ts';

export const orderBody = orderEntity
  .pick({ amount: true, receipt: true, notes: true })
  .extend({
    currency: z.literal('INR', {
      error: ({ input }) =>
        input === undefined ? 'The currency field is required.' : 'Currency is not supported',
    }),
    payment: z.object({ capture: z.enum(['automatic', 'manual']) }).optional(),
  })
  .strict();
export const captureBody = orderBody.pick({ amount: true, currency: true }).strict();

type NewOrder = Omit<z.input<typeof orderEntity>, 'amount_due'>;

export function createOrder({ store }: Sandbox, body: NewOrder, isAutomatic: boolean): OrderEntity {
  const order = store.orders.add({ ...body, amount_due: body.amount });
  store.automaticCapture.set(order.id, isAutomatic);
  return order;
}

/** Returns Razorpay's fee, including its tax, in paise: 2 % of the amount plus 18 % GST on the fee. */
function computeFee(amount: number): { fee: number; tax: number } {
  const share = Math.round(amount * 0.02);
  const tax = Math.round(share * 0.18);
  return { fee: share + tax, tax };
}

/** Starts a payment attempt. Throws if the order is already paid. */
export function beginPayment(
  { store, account }: Sandbox,
  orderId: string,
  given: Omit<NewPayment, 'amount' | 'order_id'>,
): PaymentEntity {
  const order = store.orders.find(orderId);
  if (order.status === 'paid')
    throw badRequest('Order is already paid', { reason: 'order_already_paid', source: 'customer' });
  // The customer's share of the fee is added to the amount.
  const charge = account.feeBearer === 'business' ? undefined : computeFee(order.amount);
  const borne = Math.floor((charge?.fee ?? 0) / (account.feeBearer === 'shared' ? 2 : 1));
  store.orders.put({ ...order, status: 'attempted', attempts: order.attempts + 1 });
  return store.payments.add({
    order_id: order.id,
    notes: order.notes,
    card_id: given.method === 'card' ? `card_${randomId()}` : null,
    ...given,
    ...(account.feeKnown === 'authorized' ? charge : undefined),
    amount: order.amount + borne,
  });
}

/** Authorises a payment, even after it has failed (late authorisation). */
export function authorize(sandbox: Sandbox, paymentId: string): PaymentEntity {
  const { store } = sandbox;
  const payment = store.payments.find(paymentId);
  if (payment.status !== 'created' && payment.status !== 'failed')
    throw badRequest('This payment has already been authorized');
  const acquirer_data = { [bankReference[payment.method]]: randomDigits(12) };
  const authorized = store.payments.put({ ...payment, ...noFailure, status: 'authorized', acquirer_data });
  emit(sandbox, 'payment.authorized', { payment: authorized });
  const isPaid = store.orders.find(payment.order_id).status === 'paid';
  if (isPaid || !store.automaticCapture.get(payment.order_id)) return authorized;
  return capture(sandbox, paymentId, payment.amount, payment.currency);
}

const bankReference = {
  card: 'auth_code',
  upi: 'rrn',
  netbanking: 'bank_transaction_id',
  wallet: 'transaction_id',
};

export function fail(sandbox: Sandbox, paymentId: string, failure: Failure): PaymentEntity {
  const payment = sandbox.store.payments.find(paymentId);
  if (payment.status !== 'created') throw badRequest('This payment has already been processed');
  const failed = sandbox.store.payments.put({
    ...payment,
    status: 'failed',
    error_code: 'BAD_REQUEST_ERROR',
    error_source: 'customer',
    error_step: 'payment_authentication',
    ...failure,
  });
  emit(sandbox, 'payment.failed', { payment: failed });
  return failed;
}

export function capture(
  sandbox: Sandbox,
  paymentId: string,
  amount: number,
  currency: string,
): PaymentEntity {
  const { store } = sandbox;
  const payment = store.payments.find(paymentId);
  if (payment.captured) throw badRequest('This payment has already been captured');
  if (payment.status !== 'authorized')
    throw badRequest('Only payments which have been authorized and not yet captured can be captured');
  const order = store.orders.find(payment.order_id);
  if (order.status === 'paid')
    throw badRequest(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    );
  if (amount !== payment.amount || currency !== payment.currency)
    throw badRequest('Capture amount must be equal to the amount authorized.', { field: 'amount' });
  // A fee that the customer bears is computed from the order's amount.
  const charge = payment.fee === null ? computeFee(order.amount) : undefined;
  const captured = store.payments.put({ ...payment, ...charge, status: 'captured', captured: true });
  emit(sandbox, 'payment.captured', { payment: captured });
  const paid = store.orders.put({ ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 });
  emit(sandbox, 'order.paid', { payment: captured, order: paid });
  return captured;
}

/** Returns the signed result that the checkout hands to the shop. */
export function checkoutResult({ settings }: Sandbox, payment: PaymentEntity) {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: createHmac('sha256', settings.keySecret)
      .update(`${payment.order_id}|${payment.id}`)
      .digest('hex'),
  };
}
