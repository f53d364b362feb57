import type { Account } from './account.ts';
import { nowInSeconds, type PaymentEntity, type RefundEntity, randomDigits, randomId } from './entities.ts';
import { badRequest, notApplicable, RazorpayError } from './errors.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** Missing parts are all that is left, the account's setting and now. */
type WantedRefund = Pick<RefundEntity, 'notes' | 'receipt'> & {
  amount?: number | undefined;
  speed?: string | null;
  status?: 'pending' | 'processed' | undefined;
  created_at?: number | undefined;
};

export type Refunds = ReturnType<typeof createRefunds>;

/** What refunds do in Razorpay, with the webhooks that follow. */
export function createRefunds(store: Store, account: Account, webhooks: Webhooks) {
  const notFailed = (paymentId: string) =>
    store.refunds
      .of(paymentId)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  function setRefund(entity: RefundEntity): RefundEntity {
    store.refunds.set(entity.id, { entity });
    return entity;
  }

  function add(payment: PaymentEntity, amount: number, wanted: WantedRefund): RefundEntity {
    const total = notFailed(payment.id) + amount;
    const full = total === payment.amount;
    const refunded: PaymentEntity = {
      ...payment,
      amount_refunded: total,
      refund_status: full ? 'full' : 'partial',
      status: full ? 'refunded' : 'captured',
    };
    store.payments.set(payment.id, { entity: refunded });
    const refund = setRefund({
      id: `rfnd_${randomId()}`,
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: wanted.notes,
      receipt: wanted.receipt,
      acquirer_data: { arn: null },
      created_at: wanted.created_at ?? nowInSeconds(),
      batch_id: null,
      status: wanted.status ?? account.current.refunds,
      speed_processed: 'normal',
      speed_requested: wanted.speed ?? 'normal',
    });
    webhooks.emit('refund.created', { refund, payment: refunded });
    if (refund.status === 'processed') webhooks.emit('refund.processed', { refund, payment: refunded });
    return refund;
  }

  function refundPayment(paymentId: string, wanted: WantedRefund): RefundEntity {
    const payment = store.payments.find(paymentId).entity;
    const left = payment.amount - notFailed(payment.id);
    const amount = wanted.amount ?? left;
    if (payment.status === 'refunded' && left === 0)
      throw badRequest('The payment has been fully refunded already.');
    if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken');
    if (amount < 100) throw badRequest('The amount must be at least INR 1.00', { field: 'amount' });
    if (amount > left)
      throw badRequest('The refund amount provided is greater than amount captured.', { field: 'amount' });
    if (payment.created_at < sixMonthsBefore(wanted.created_at ?? nowInSeconds()))
      throw badRequest('Refund is not supported by the bank because the payment is more than 6 months old');
    if (amount > (account.current.balance ?? amount))
      throw badRequest(
        'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
        notApplicable,
      );
    return add(payment, amount, wanted);
  }

  /** The same request under the same key is the same refund, as it is by now. */
  function refundOnce(key: string, paymentId: string, wanted: WantedRefund): RefundEntity {
    if (!/^[A-Za-z0-9_-]{10,}$/.test(key))
      throw badRequest('The idempotency key must have at least 10 letters, digits, hyphens or underscores.');
    const request = JSON.stringify([paymentId, wanted]);
    const earlier = store.refundKeys.get(key);
    if (earlier && earlier.request !== request)
      throw new RazorpayError(
        409,
        'BAD_REQUEST_ERROR',
        'Different request with the same idempotency key has already been processed.',
        notApplicable,
      );
    if (earlier) return store.refunds.find(earlier.refundId).entity;
    const refund = refundPayment(paymentId, wanted);
    store.refundKeys.set(key, { request, refundId: refund.id });
    return refund;
  }

  /**
   * The bank's answer about a refund, which is a reference for one that is processed. A processed one can fail yet. As
   * in Razorpay's samples, the payment's own total stays as it was.
   */
  function conclude(id: string, status: 'processed' | 'failed'): RefundEntity {
    const refund = store.refunds.find(id).entity;
    if (refund.status === 'failed') throw badRequest('This refund has already failed');
    const payment = store.payments.find(refund.payment_id).entity;
    const reference: RefundEntity['acquirer_data'] =
      payment.method === 'upi' ? { rrn: randomDigits(12) } : { arn: randomDigits(23) };
    const concluded = setRefund({
      ...refund,
      status,
      acquirer_data: status === 'processed' ? reference : refund.acquirer_data,
    });
    if (refund.status !== status) webhooks.emit(`refund.${status}`, { refund: concluded, payment });
    return concluded;
  }

  /** Razorpay gives back what was authorised and not captured in time; it never was the shop's. */
  function returnUncaptured(paymentId: string): RefundEntity {
    const payment = store.payments.find(paymentId).entity;
    if (payment.status !== 'authorized') throw badRequest('Only an authorized payment can be given back');
    return add(payment, payment.amount, { notes: [], receipt: null });
  }

  return { setRefund, refundPayment, refundOnce, conclude, returnUncaptured };
}

function sixMonthsBefore(seconds: number): number {
  const date = new Date(seconds * 1000);
  return date.setUTCMonth(date.getUTCMonth() - 6) / 1000;
}
