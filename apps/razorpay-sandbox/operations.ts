import { createHmac } from 'node:crypto';
import {
  type Notes,
  nowInSeconds,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  randomId,
} from './entities.ts';
import { badRequest } from './errors.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store.ts';
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

/** What orders, payments and refunds do in Razorpay, with the webhooks that follow. */
export class Operations {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #webhooks: Webhooks;

  constructor(settings: Settings, store: Store, webhooks: Webhooks) {
    this.#settings = settings;
    this.#store = store;
    this.#webhooks = webhooks;
  }

  createOrder(wanted: {
    amount: number;
    currency: string;
    receipt: string | null;
    notes: Notes;
    automaticCapture: boolean;
  }): OrderEntity {
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
    this.#store.orders.set(entity.id, { entity, automaticCapture: wanted.automaticCapture });
    return entity;
  }

  order(id: string): OrderEntity {
    return this.#storedOrder(id).entity;
  }

  payment(id: string): PaymentEntity {
    const payment = this.#store.payments.get(known(id, 'pay'));
    if (!payment) throw badRequest('The id provided does not exist');
    return payment.entity;
  }

  refund(id: string): RefundEntity {
    const refund = this.#store.refunds.get(known(id, 'rfnd'));
    if (!refund) throw badRequest('The id provided does not exist');
    return refund.entity;
  }

  paymentsOf(orderId: string): PaymentEntity[] {
    this.order(orderId);
    return (this.#store.paymentsByOrder.get(orderId) ?? []).map((id) => this.payment(id));
  }

  /** A customer begins an attempt. Razorpay refuses it on an order that is paid. */
  beginPayment(orderId: string, instrument: Instrument): PaymentEntity {
    const order = this.order(orderId);
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
    this.#store.payments.set(payment.id, { entity: payment });
    this.#store.indexPayment(order.id, payment.id);
    this.#setOrder({ ...order, status: 'attempted', attempts: order.attempts + 1 });
    return payment;
  }

  /** The bank authorises an attempt, also one that had failed (late authorisation). */
  authorize(paymentId: string): PaymentEntity {
    const payment = this.payment(paymentId);
    if (payment.status !== 'created' && payment.status !== 'failed')
      throw badRequest('This payment has already been authorized');
    const order = this.#storedOrder(payment.order_id ?? '');
    const authorized = this.#setPayment({
      ...payment,
      status: 'authorized',
      ...noError,
      acquirer_data: bankReference(payment.method),
    });
    this.#webhooks.emit('payment.authorized', { payment: authorized });
    if (!order.automaticCapture || order.entity.status === 'paid') return authorized;
    return this.capture(paymentId, payment.amount, payment.currency);
  }

  fail(paymentId: string, failure: Failure): PaymentEntity {
    const payment = this.payment(paymentId);
    if (payment.status !== 'created') throw badRequest('This payment has already been processed');
    const failed = this.#setPayment({
      ...payment,
      status: 'failed',
      error_code: failure.code ?? 'BAD_REQUEST_ERROR',
      error_description: failure.description,
      error_source: failure.reason === 'gateway_technical_error' ? 'gateway' : 'customer',
      error_step: failure.step ?? 'payment_authentication',
      error_reason: failure.reason,
    });
    this.#webhooks.emit('payment.failed', { payment: failed });
    return failed;
  }

  capture(paymentId: string, amount: number, currency: string): PaymentEntity {
    const payment = this.payment(paymentId);
    if (payment.status === 'captured' || payment.status === 'refunded')
      throw badRequest('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw badRequest('Only payments which have been authorized and not yet captured can be captured');
    if (amount !== payment.amount || currency !== payment.currency)
      throw badRequest('Capture amount must be equal to the amount authorized.', { field: 'amount' });
    // Like real fees: two per cent, with 18 % GST on top.
    const tax = Math.round(Math.round(payment.amount * 0.02) * 0.18);
    const captured = this.#setPayment({
      ...payment,
      status: 'captured',
      captured: true,
      fee: Math.round(payment.amount * 0.02) + tax,
      tax,
    });
    this.#webhooks.emit('payment.captured', { payment: captured });
    const order = this.order(payment.order_id ?? '');
    if (order.status !== 'paid') {
      const paid: OrderEntity = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 };
      this.#setOrder(paid);
      this.#webhooks.emit('order.paid', { payment: captured, order: paid });
    }
    return captured;
  }

  refundPayment(
    paymentId: string,
    wanted: { amount: number; notes: Notes; receipt: string | null; speed: string },
  ) {
    const payment = this.payment(paymentId);
    if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already.');
    if (payment.status !== 'captured')
      throw badRequest('The payment status should be captured for action to be taken');
    const total = payment.amount_refunded + wanted.amount;
    if (total > payment.amount)
      throw badRequest('The refund amount provided is greater than amount captured.', { field: 'amount' });
    const full = total === payment.amount;
    const refunded = this.#setPayment({
      ...payment,
      amount_refunded: total,
      refund_status: full ? 'full' : 'partial',
      status: full ? 'refunded' : 'captured',
    });
    const refund: RefundEntity = {
      id: `rfnd_${randomId()}`,
      entity: 'refund',
      amount: wanted.amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: wanted.notes,
      receipt: wanted.receipt,
      acquirer_data: { arn: null },
      created_at: nowInSeconds(),
      batch_id: null,
      status: 'processed',
      speed_processed: 'normal',
      speed_requested: wanted.speed,
    };
    this.#store.refunds.set(refund.id, { entity: refund });
    this.#webhooks.emit('refund.created', { refund, payment: refunded });
    this.#webhooks.emit('refund.processed', { refund, payment: refunded });
    return refund;
  }

  /** What the checkout hands to the page after a success. */
  result(payment: PaymentEntity) {
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: createHmac('sha256', this.#settings.keySecret)
        .update(`${payment.order_id}|${payment.id}`)
        .digest('hex'),
    };
  }

  setOrderNotes(id: string, notes: Notes): OrderEntity {
    const changed = { ...this.order(id), notes };
    this.#setOrder(changed);
    return changed;
  }

  #storedOrder(id: string) {
    const order = this.#store.orders.get(known(id, 'order'));
    if (!order) throw badRequest('The id provided does not exist');
    return order;
  }

  #setOrder(entity: OrderEntity): void {
    this.#store.orders.set(entity.id, { ...this.#storedOrder(entity.id), entity });
  }

  #setPayment(entity: PaymentEntity): PaymentEntity {
    this.#store.payments.set(entity.id, { entity });
    return entity;
  }
}

function known(id: string, prefix: string): string {
  if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) throw badRequest(`${id} is not a valid id`);
  return id;
}

function bankReference(method: PaymentEntity['method']): Record<string, string> {
  const digits = String(Math.floor(Math.random() * 1e12)).padStart(12, '0');
  if (method === 'card') return { auth_code: digits.slice(0, 6) };
  if (method === 'upi') return { rrn: digits };
  if (method === 'netbanking') return { bank_transaction_id: digits };
  return { transaction_id: digits };
}
