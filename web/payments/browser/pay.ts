import { type Bill, reportedBefore } from '#web/payments/bill.ts';
import type { Returned } from '#web/payments/callback.ts';
import { loadCheckout, openCheckout } from './checkout.ts';
import { needsOwnPage } from './in-app.ts';
import {
  askStatus,
  createOrder,
  type Paid,
  type PaymentStatus,
  RequestError,
  verifyPayment,
} from './requests.ts';
import { forgetPayment, rememberedPayment, rememberPayment } from './under-way.ts';

export { billFormSchema, fieldErrors } from '#web/payments/bill.ts';

/** The ways in which paying ends. */
export type Ending =
  | { kind: 'paid'; paid: Paid }
  /** checkout.js did not load. */
  | { kind: 'no-gateway' }
  /** No order could be made, or the checkout did not open. */
  | { kind: 'failed'; message: string | undefined; fieldErrors: Record<string, string> }
  | { kind: 'cancelled' }
  /** Razorpay reported a payment that the site could not confirm; its receipt, if known here, shows what becomes of it. */
  | { kind: 'unverified'; receipt: string | undefined };

export type PayOptions = {
  checkoutScript: string;
  /** The agency's name, shown in the checkout. */
  merchant: string;
  /** Six-digit hexadecimal colour of the checkout. */
  colour: string;
  /** The same for every attempt to pay the same bill. */
  requestKey: string;
};

const noDetails = { userMessage: undefined, fieldErrors: {} };

/** Takes a bill through the checkout. Never rejects: every way out is an `Ending`. */
export async function pay(bill: Bill, options: PayOptions): Promise<Ending> {
  try {
    await loadCheckout(options.checkoutScript);
  } catch (error) {
    console.error(error);
    return { kind: 'no-gateway' };
  }
  let receipt: string;
  let result: Awaited<ReturnType<typeof openCheckout>>;
  try {
    const order = await createOrder(bill, options.requestKey);
    receipt = order.receipt;
    rememberPayment(receipt);
    result = await openCheckout({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      name: options.merchant,
      description: `Payment for Bill #${bill.billNumber}`,
      order_id: order.orderId,
      prefill: { name: bill.customerName, contact: bill.customerPhone },
      theme: { color: options.colour },
      ...(needsOwnPage(navigator.userAgent)
        ? { callback_url: `${window.location.origin}/api/razorpay-callback`, redirect: true }
        : {}),
    });
  } catch (error) {
    console.error(error);
    const { userMessage, fieldErrors } = error instanceof RequestError ? error : noDetails;
    return { kind: 'failed', message: userMessage, fieldErrors };
  }
  if (!result) return (await findPaid(receipt)) ?? { kind: 'cancelled' };
  try {
    const paid = await verifyPayment(bill, result);
    forgetPayment();
    return { kind: 'paid', paid };
  } catch (error) {
    console.error(error);
    // The first report arrived, and only its answer was lost.
    const wasAccepted = error instanceof RequestError && error.code === reportedBefore;
    const paid = wasAccepted ? await findPaid(receipt) : undefined;
    return paid ?? { kind: 'unverified', receipt };
  }
}

/** The ending of a payment on Razorpay's own page, from which the browser came back to this one. */
export async function endingOfReturn(returned: Returned): Promise<Ending> {
  const receipt = rememberedPayment()?.receipt;
  const paid = receipt && (await findPaid(receipt));
  if (paid) return paid;
  if (returned === 'failed') return { kind: 'failed', message: undefined, fieldErrors: {} };
  return returned === 'cancelled' ? { kind: 'cancelled' } : { kind: 'unverified', receipt };
}

/** UPI and bank pages can finish this long after the page was left, in milliseconds. */
const completionTimeout = 3_600_000;

/** A payment that was begun here and left: found when it was paid meanwhile, or is still on its way. */
export async function findPaymentUnderWay(): Promise<
  { receipt: string; state: 'paid' | 'pending' } | undefined
> {
  const begun = rememberedPayment();
  if (!begun) return undefined;
  let state: PaymentStatus['state'];
  try {
    ({ state } = await askStatus(begun.receipt));
  } catch {
    return undefined;
  }
  const mayStillArrive = state === 'pending' || (state === 'open' && begun.age < completionTimeout);
  if (!mayStillArrive) forgetPayment();
  return state === 'paid' || state === 'pending' ? { receipt: begun.receipt, state } : undefined;
}

/** The server knows of a payment that this page does not: closed too early, or told in an answer that was lost. */
async function findPaid(receipt: string): Promise<Ending | undefined> {
  try {
    const { state, paymentId } = await askStatus(receipt);
    if (state === 'paid' && paymentId) {
      forgetPayment();
      return { kind: 'paid', paid: { paymentId, receipt } };
    }
  } catch (error) {
    console.error(error);
  }
  return undefined;
}
