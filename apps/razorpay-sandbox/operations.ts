import { createHmac } from 'node:crypto';
import {
  nowInSeconds,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  randomId,
} from './entities.ts';
import { badRequest } from './errors.ts';
import type { Settings } from './settings.ts';
import { type Collection, entitiesOf, type Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export type Instrument = Pick<PaymentEntity, 'method'> &
  Partial<Pick<PaymentEntity, 'bank' | 'wallet' | 'vpa' | 'card' | 'contact' | 'email' | 'description'>>;

const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export type Failure = { reason: string; description: string; step?: string; code?: string };

type WantedOrder = Pick<OrderEntity, 'amount' | 'currency' | 'receipt' | 'notes'>;
type WantedRefund = Pick<RefundEntity, 'notes' | 'receipt'> & { amount?: number; speed: string | null };

export type Operations = ReturnType<typeof createOperations>;

/** What orders, payments and refunds do in Razorpay, with the webhooks that follow. */
export function createOperations(settings: Settings, store: Store, webhooks: Webhooks) {
  const findOrder = (id: string) => find(store.orders, 'order', id).entity;
  const findPayment = (id: string) => find(store.payments, 'pay', id).entity;
  const findRefund = (id: string) => find(store.refunds, 'rfnd', id).entity;
  const paymentsOf = ({ id }: OrderEntity) =>
    entitiesOf(store.payments).filter((payment) => payment.order_id === id);
  const refundsOf = ({ id }: PaymentEntity) =>
    entitiesOf(store.refunds).filter((refund) => refund.payment_id === id);

  function setOrder(entity: OrderEntity): OrderEntity {
    store.orders.set(entity.id, { ...find(store.orders, 'order', entity.id), entity });
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
      created_at: nowInSeconds(),
    };
    store.orders.set(entity.id, { entity, automaticCapture });
    return entity;
  }

  /** A customer begins an attempt. Razorpay refuses it on an order that is paid. */
  function beginPayment(orderId: string, instrument: Instrument): PaymentEntity {
    const order = findOrder(orderId);
    if (order.status === 'paid')
      throw badRequest('Order is already paid', { reason: 'order_already_paid', source: 'customer' });
    const payment: PaymentEntity = {
      id: `pay_${randomId()}`,
      entity: 'payment',
      amount: order.amount,
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
      vpa: null,
      email: 'void@razorpay.com',
      contact: null,
      notes: order.notes,
      fee: null,
      tax: null,
      ...noError,
      acquirer_data: {},
      created_at: nowInSeconds(),
      ...instrument,
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
    const order = find(store.orders, 'order', payment.order_id);
    const authorized = setPayment({
      ...payment,
      status: 'authorized',
      ...noError,
      acquirer_data: bankReference(payment.method),
    });
    webhooks.emit('payment.authorized', { payment: authorized });
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
    if (payment.status === 'captured' || payment.status === 'refunded')
      throw badRequest('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw badRequest('Only payments which have been authorized and not yet captured can be captured');
    if (amount !== payment.amount || currency !== payment.currency)
      throw badRequest('Capture amount must be equal to the amount authorized.', { field: 'amount' });
    // Like real fees: two per cent, with 18 % GST on top.
    const tax = Math.round(Math.round(payment.amount * 0.02) * 0.18);
    const captured = setPayment({
      ...payment,
      status: 'captured',
      captured: true,
      fee: Math.round(payment.amount * 0.02) + tax,
      tax,
    });
    webhooks.emit('payment.captured', { payment: captured });
    const order = findOrder(payment.order_id);
    if (order.status !== 'paid') {
      const paid = setOrder({ ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 });
      webhooks.emit('order.paid', { payment: captured, order: paid });
    }
    return captured;
  }

  function refundPayment(paymentId: string, wanted: WantedRefund): RefundEntity {
    const payment = findPayment(paymentId);
    const amount = wanted.amount ?? payment.amount - payment.amount_refunded;
    if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already.');
    if (payment.status !== 'captured')
      throw badRequest('The payment status should be captured for action to be taken');
    const total = payment.amount_refunded + amount;
    if (total > payment.amount)
      throw badRequest('The refund amount provided is greater than amount captured.', { field: 'amount' });
    const full = total === payment.amount;
    const refunded = setPayment({
      ...payment,
      amount_refunded: total,
      refund_status: full ? 'full' : 'partial',
      status: full ? 'refunded' : 'captured',
    });
    const refund: RefundEntity = {
      id: `rfnd_${randomId()}`,
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: wanted.notes,
      receipt: wanted.receipt,
      acquirer_data: { arn: null },
      created_at: nowInSeconds(),
      batch_id: null,
      status: 'processed',
      speed_processed: 'normal',
      speed_requested: wanted.speed ?? 'normal',
    };
    store.refunds.set(refund.id, { entity: refund });
    webhooks.emit('refund.created', { refund, payment: refunded });
    webhooks.emit('refund.processed', { refund, payment: refunded });
    return refund;
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
    findRefund,
    paymentsOf,
    refundsOf,
    createOrder,
    setOrder,
    beginPayment,
    authorize,
    fail,
    capture,
    refundPayment,
    result,
  };
}

function find<T>(items: Collection<T>, prefix: string, id: string): T {
  if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) throw badRequest(`${id} is not a valid id`);
  const item = items.get(id);
  if (!item) throw badRequest('The id provided does not exist');
  return item;
}

function bankReference(method: PaymentEntity['method']): Record<string, string> {
  const digits = String(Math.floor(Math.random() * 1e12)).padStart(12, '0');
  if (method === 'card') return { auth_code: digits.slice(0, 6) };
  if (method === 'upi') return { rrn: digits };
  if (method === 'netbanking') return { bank_transaction_id: digits };
  return { transaction_id: digits };
}
