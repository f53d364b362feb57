import { createHmac } from 'node:crypto';
import { type Account, feeOf } from './account.ts';
import { nowInSeconds, type OrderEntity, type PaymentEntity, randomDigits, randomId } from './entities.ts';
import { badRequest } from './errors.ts';
import type { Refunds } from './refunds.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export type Instrument = Pick<PaymentEntity, 'method'> &
  Partial<Pick<PaymentEntity, 'bank' | 'wallet' | 'card' | 'contact' | 'email' | 'description'>> & {
    vpa?: string | null | undefined;
  };

const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export type Failure = { reason: string; description: string; step?: string; code?: string };

type WantedOrder = Pick<OrderEntity, 'amount' | 'currency' | 'receipt' | 'notes'> & {
  created_at?: number | undefined;
};

export type Operations = ReturnType<typeof createOperations>;

/** What orders and payments do in Razorpay, with the webhooks that follow. */
export function createOperations(
  settings: Settings,
  store: Store,
  account: Account,
  webhooks: Webhooks,
  refunds: Refunds,
) {
  const findOrder = (id: string) => store.orders.find(id).entity;
  const findPayment = (id: string) => store.payments.find(id).entity;

  function setOrder(entity: OrderEntity): OrderEntity {
    store.orders.set(entity.id, { ...store.orders.find(entity.id), entity });
    return entity;
  }
  function setPayment(entity: PaymentEntity): PaymentEntity {
    store.payments.set(entity.id, { entity });
    return entity;
  }

  function createOrder(wanted: WantedOrder, automaticCapture: boolean): OrderEntity {
    const entity: OrderEntity = {
      id: `order_${randomId()}`,
      entity: 'order',
      amount: wanted.amount,
      amount_paid: 0,
      amount_due: wanted.amount,
      currency: wanted.currency,
      receipt: wanted.receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: wanted.notes,
      created_at: wanted.created_at ?? nowInSeconds(),
    };
    store.orders.set(entity.id, { entity, automaticCapture });
    return entity;
  }

  /** A customer begins an attempt. Razorpay refuses it on an order that is paid. */
  function beginPayment(orderId: string, instrument: Instrument, created_at = nowInSeconds()): PaymentEntity {
    const order = findOrder(orderId);
    if (order.status === 'paid')
      throw badRequest('Order is already paid', { reason: 'order_already_paid', source: 'customer' });
    // A fee that the customer bears is known before anything is charged.
    const charge = account.current.feeBearer === 'customer' ? feeOf(order.amount) : undefined;
    const payment: PaymentEntity = {
      id: `pay_${randomId()}`,
      entity: 'payment',
      amount: order.amount + (charge?.fee ?? 0),
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      invoice_id: null,
      international: false,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: null,
      card_id: instrument.method === 'card' ? `card_${randomId()}` : null,
      bank: null,
      wallet: null,
      email: 'void@razorpay.com',
      contact: null,
      notes: order.notes,
      fee: null,
      tax: null,
      ...charge,
      ...noError,
      acquirer_data: {},
      created_at,
      ...instrument,
      vpa: instrument.vpa ?? null,
    };
    setPayment(payment);
    setOrder({ ...order, status: 'attempted', attempts: order.attempts + 1 });
    return payment;
  }

  /** The bank authorises an attempt, also one that had failed (late authorisation). */
  function authorize(paymentId: string): PaymentEntity {
    const payment = findPayment(paymentId);
    if (payment.status !== 'created' && payment.status !== 'failed')
      throw badRequest('This payment has already been authorized');
    const order = store.orders.find(payment.order_id);
    const authorized = setPayment({
      ...payment,
      status: 'authorized',
      ...noError,
      acquirer_data: bankReference(payment.method),
    });
    webhooks.emit('payment.authorized', { payment: authorized });
    if (order.entity.status === 'paid' && account.current.lateAuthorized === 'refunded') {
      refunds.returnUncaptured(paymentId);
      return findPayment(paymentId);
    }
    if (!order.automaticCapture || order.entity.status === 'paid') return authorized;
    return capture(paymentId, payment.amount, payment.currency);
  }

  function fail(paymentId: string, failure: Failure): PaymentEntity {
    const payment = findPayment(paymentId);
    if (payment.status !== 'created') throw badRequest('This payment has already been processed');
    const failed = setPayment({
      ...payment,
      status: 'failed',
      error_code: failure.code ?? 'BAD_REQUEST_ERROR',
      error_description: failure.description,
      error_source: failure.reason === 'gateway_technical_error' ? 'gateway' : 'customer',
      error_step: failure.step ?? 'payment_authentication',
      error_reason: failure.reason,
    });
    webhooks.emit('payment.failed', { payment: failed });
    return failed;
  }

  function capture(paymentId: string, amount: number, currency: string): PaymentEntity {
    const payment = findPayment(paymentId);
    if (payment.captured) throw badRequest('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw badRequest('Only payments which have been authorized and not yet captured can be captured');
    const order = findOrder(payment.order_id);
    if (order.status === 'paid')
      throw badRequest(
        'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
      );
    if (amount !== payment.amount || currency !== payment.currency)
      throw badRequest('Capture amount must be equal to the amount authorized.', { field: 'amount' });
    const charge = payment.fee === null ? feeOf(payment.amount) : undefined;
    const captured = setPayment({ ...payment, ...charge, status: 'captured', captured: true });
    webhooks.emit('payment.captured', { payment: captured });
    const paid = setOrder({ ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 });
    webhooks.emit('order.paid', { payment: captured, order: paid });
    return captured;
  }

  /** What the checkout hands to the page after a success. */
  function result(payment: PaymentEntity) {
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: createHmac('sha256', settings.keySecret)
        .update(`${payment.order_id}|${payment.id}`)
        .digest('hex'),
    };
  }

  return {
    findOrder,
    findPayment,
    createOrder,
    setOrder,
    beginPayment,
    authorize,
    fail,
    capture,
    result,
  };
}

function bankReference(method: PaymentEntity['method']): Record<string, string> {
  const digits = randomDigits(12);
  if (method === 'card') return { auth_code: digits.slice(0, 6) };
  if (method === 'upi') return { rrn: digits };
  if (method === 'netbanking') return { bank_transaction_id: digits };
  return { transaction_id: digits };
}
