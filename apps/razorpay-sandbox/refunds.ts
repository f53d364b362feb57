import { z } from 'zod';
import { isOpen } from './disputes.ts';
import { nowInSeconds, type PaymentEntity, randomDigits, refundEntity } from './entities.ts';
import { badRequest, notApplicable, RazorpayError } from './errors.ts';
import type { Sandbox } from './sandbox.ts';
import { emit } from './webhooks.ts';

export const refundBody = refundEntity
  .pick({ receipt: true, notes: true })
  .extend({ amount: refundEntity.shape.amount.optional(), speed: z.string().default('normal') })
  .strict();

/** Defaults: the payment's remaining amount, the account's status for new refunds, and now. */
type RefundRequest = z.infer<typeof refundBody> &
  Partial<Pick<z.infer<typeof refundEntity>, 'status' | 'created_at'>>;

function sumRefunds({ store }: Sandbox, { id }: PaymentEntity): number {
  return store.refunds
    .all()
    .filter(({ payment_id, status }) => payment_id === id && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

function addRefund(
  sandbox: Sandbox,
  given: PaymentEntity,
  { amount = given.amount, speed, ...request }: RefundRequest,
) {
  const total = sumRefunds(sandbox, given) + amount;
  const full = total === given.amount;
  const payment = sandbox.store.payments.put({
    ...given,
    amount_refunded: total,
    refund_status: full ? 'full' : 'partial',
    status: full ? 'refunded' : 'captured',
  });
  const status = request.status ?? sandbox.account.refunds;
  const refund = sandbox.store.refunds.add({
    ...request,
    payment_id: payment.id,
    amount,
    status,
    speed_requested: speed,
  });
  emit(sandbox, 'refund.created', { refund, payment });
  if (status === 'processed') emit(sandbox, 'refund.processed', { refund, payment });
  return refund;
}

export function refundPayment(sandbox: Sandbox, paymentId: string, request: RefundRequest) {
  const payment = sandbox.store.payments.find(paymentId);
  const left = payment.amount - sumRefunds(sandbox, payment);
  const { amount = left, created_at = nowInSeconds() } = request;
  if (payment.status === 'refunded' && left === 0)
    throw badRequest('The payment has been fully refunded already.');
  if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken');
  const isDisputed = sandbox.store.disputes
    .all()
    .some((one) => one.payment_id === paymentId && isOpen(one) && one.phase !== 'fraud');
  if (isDisputed)
    throw badRequest('The refund on this payment is blocked due to ongoing dispute investigation');
  if (amount < 100) throw badRequest('The amount must be at least INR 1.00', { field: 'amount' });
  if (amount > left)
    throw badRequest('The refund amount provided is greater than amount captured.', { field: 'amount' });
  if (payment.created_at < sixMonthsBefore(created_at))
    throw badRequest('Refund is not supported by the bank because the payment is more than 6 months old');
  if (amount > (sandbox.account.balance ?? amount))
    throw badRequest(
      'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
      notApplicable,
    );
  return addRefund(sandbox, payment, { ...request, amount });
}

/** Refunds a payment once per idempotency key. A repeated request returns the refund in its current state. */
export function refundIdempotently(sandbox: Sandbox, key: string, paymentId: string, body: RefundRequest) {
  if (!/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw badRequest('The idempotency key must have at least 10 letters, digits, hyphens or underscores.');
  const { refunds, refundKeys } = sandbox.store;
  const request = JSON.stringify([paymentId, body]);
  const earlier = refundKeys.get(key);
  if (earlier && earlier.request !== request)
    throw new RazorpayError(
      409,
      'Different request with the same idempotency key has already been processed.',
      notApplicable,
    );
  if (earlier) return refunds.find(earlier.refundId);
  const refund = refundPayment(sandbox, paymentId, body);
  refundKeys.set(key, { request, refundId: refund.id });
  return refund;
}

/**
 * Records the bank's result of a refund: a reference, or a failure, which is possible even after success. As at
 * Razorpay, the payment's refunded total stays as it is.
 */
export function concludeRefund(sandbox: Sandbox, id: string, status: 'processed' | 'failed') {
  const { store } = sandbox;
  const refund = store.refunds.find(id);
  if (refund.status === 'failed') throw badRequest('This refund has already failed');
  const payment = store.payments.find(refund.payment_id);
  const reference = { [payment.method === 'upi' ? 'rrn' : 'arn']: randomDigits(12) };
  const acquirer_data = status === 'processed' ? reference : refund.acquirer_data;
  const concluded = store.refunds.put({ ...refund, status, acquirer_data });
  if (refund.status !== status) emit(sandbox, `refund.${status}`, { refund: concluded, payment });
  return concluded;
}

/** Refunds an authorised payment that was not captured in time. */
export function refundUncaptured(sandbox: Sandbox, paymentId: string) {
  const payment = sandbox.store.payments.find(paymentId);
  if (payment.status !== 'authorized')
    throw badRequest('Only an authorized payment can be refunded without a capture');
  return addRefund(sandbox, payment, { notes: [], receipt: null, speed: 'normal' });
}

function sixMonthsBefore(seconds: number): number {
  const date = new Date(seconds * 1000);
  return date.setUTCMonth(date.getUTCMonth() - 6) / 1000;
}
