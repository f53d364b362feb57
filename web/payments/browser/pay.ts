import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { attributionQuery } from '#web/browser/attribution.ts';
import {
  clearLastReceipt,
  clearPendingPayment,
  readPendingPayment,
  storePendingPayment,
} from '#web/browser/pending-payment.ts';
import { hour } from '#web/contracts/durations.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { attributionHeader } from '#web/contracts/visit.ts';
import { withRetries } from '#web/http/with-retries.ts';
import { type FormBill, reportedBefore } from '#web/payments/bill.ts';
import { type BillStatus, billStatusSchema } from '#web/payments/bills/status.ts';
import type { ReturnOutcome } from '#web/payments/checkout/callback.ts';
import { checkoutResultSchema } from '#web/payments/razorpay/checkout-result.ts';
import { checkoutConfig, needsHostedPage } from './in-app.ts';
import { loadCheckout } from './load-checkout.ts';
import { withPatience } from './with-patience.ts';

export { fieldErrors } from '#web/http/field-errors.ts';
export { billFormSchema, linkedFormSchema } from '#web/payments/bill.ts';

const earlierSchema = z.object({ amount: z.number(), at: z.string(), receipt: z.optional(z.string()) });
const orderSchema = z.object({
  keyId: z.string(),
  amount: z.number(),
  currency: z.string(),
  orderId: z.string(),
  /** Missing if another window or person created the order. */
  receipt: z.optional(z.string()),
  paidBefore: z.optional(earlierSchema),
  underWay: z.optional(earlierSchema),
});
const paidSchema = z.object({ paymentId: z.string(), receipt: z.string() });
const statusSchema = z.object({
  state: z.enum(['open', 'confirming', 'pending', 'failed', 'paid', 'refunded']),
  paymentId: z.optional(z.string()),
  upToDate: z.boolean(),
  billNumber: z.string(),
  amount: z.number(),
});
const errorResponseSchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

export type PaymentResult =
  | { kind: 'paid'; paid: z.infer<typeof paidSchema> }
  /** checkout.js did not load. */
  | { kind: 'no-gateway' }
  /** No order was created, or the checkout did not open. */
  | { kind: 'failed'; message: string | undefined; fieldErrors: Record<string, string> }
  | { kind: 'cancelled' }
  /** The bill takes no payment now; `message` says why. */
  | { kind: 'not-payable'; message: string }
  /** Reported by Razorpay, not confirmed by the site. `mayBePaid`: the site did not respond, or waits for Razorpay. */
  | { kind: 'unverified'; receipt: string | undefined; mayBePaid: boolean };

/** Shown for confirmation before paying. `amount` is in paise, `receipt` the earlier payment's token. */
export type PaymentWarning = z.infer<typeof earlierSchema> & { kind: 'paid-before' | 'in-progress' };

export type PayOptions = {
  checkoutScript: string;
  /** The agency's name in the checkout. */
  merchant: string;
  /** Six-digit hexadecimal colour of the checkout. */
  colour: string;
  /** The largest payment by UPI, in paise. */
  upiLimit: number;
  /** Idempotency key, the same for every attempt to pay one bill. */
  requestKey: string;
  /** Token of the payment link, if any. */
  link: string | undefined;
  /** Shows a text while the customer waits, or removes it. */
  say(text?: string): void;
  /** Asks the customer whether to pay anyway. */
  confirm(warning: PaymentWarning): Promise<boolean>;
};

/** Pays a bill through the checkout. Never rejects. */
export async function pay(bill: FormBill, options: PayOptions): Promise<PaymentResult> {
  try {
    await loadCheckout(options.checkoutScript);
  } catch (error) {
    console.error(error);
    return { kind: 'no-gateway' };
  }
  let receipt: string | undefined;
  let result: unknown;
  try {
    const body = { ...billBody(bill), customerEmail: bill.customerEmail, link: options.link };
    const headers = { 'idempotency-key': options.requestKey, [attributionHeader]: attributionQuery() };
    const makeOrder = () => post('create-razorpay-order', body, orderSchema, { headers });
    // Retry before reading the bill's status: after a lost response, our order looks like another customer's.
    const order = await withPatience(makeOrder, isLost, options.say);
    const remembered = readPendingPayment();
    const isOwn = remembered?.orderId === order.orderId;
    const { paidBefore } = order;
    const earlier = paidBefore ?? (isOwn && !order.receipt ? undefined : order.underWay);
    const kind = paidBefore ? 'paid-before' : 'in-progress';
    if (earlier && !(await options.confirm({ kind, ...earlier }))) return { kind: 'cancelled' };
    receipt = order.receipt ?? (isOwn ? remembered.receipt : undefined);
    if (receipt) storePendingPayment(receipt, order.orderId, options.link);
    result = await openCheckout(order, bill, options);
  } catch (error) {
    console.error(error);
    const response = error instanceof RequestError ? error.response : undefined;
    if (response?.code === 'not-payable') return { kind: 'not-payable', message: response.error };
    return { kind: 'failed', message: response?.error, fieldErrors: response?.fieldErrors ?? {} };
  }
  if (!result) return (await findPaid(receipt)) ?? { kind: 'cancelled' };
  try {
    const report = checkoutResultSchema.parse(result);
    const body = { ...billBody(bill), link: options.link, ...report };
    const verify = () => post('verify-razorpay-payment', body, paidSchema);
    const paid = await withRetries(pauses, isRetryable, verify);
    clearPendingPayment(paid.receipt);
    return { kind: 'paid', paid };
  } catch (error) {
    console.error(error);
    // The first report arrived; only its response was lost.
    const failure = error instanceof RequestError ? error : undefined;
    const wasAccepted = failure?.response?.code === reportedBefore;
    const paid = wasAccepted ? await findPaid(receipt) : undefined;
    const mayBePaid =
      failure !== undefined && (failure.isRetryable || failure.response?.state === 'confirming');
    return paid ?? { kind: 'unverified', receipt, mayBePaid };
  }
}

/** Returns the result of a payment on Razorpay's hosted page, after its redirect. */
export async function resultAfterReturn(returned: ReturnOutcome): Promise<PaymentResult> {
  const receipt = readPendingPayment()?.receipt;
  const paid = await findPaid(receipt);
  if (paid) return paid;
  if (returned === 'failed') return { kind: 'failed', message: undefined, fieldErrors: {} };
  if (returned === 'cancelled') return { kind: 'cancelled' };
  return { kind: 'unverified', receipt, mayBePaid: (await findPendingPayment()) !== undefined };
}

/** In milliseconds. A UPI app or bank page can finish a payment up to this long after the customer left our page. */
const completionTimeout = hour;

/** Returns the payment started in this browser if it is paid or pending. Without a response it counts as pending. */
export async function findPendingPayment() {
  const begun = readPendingPayment();
  if (!begun) return undefined;
  const { receipt, link } = begun;
  const isRecent = begun.age < completionTimeout;
  try {
    const { state, upToDate } = await fetchPaymentStatus(receipt);
    const isUnpaid = state === 'open' || state === 'failed';
    const isPending = state === 'pending' || state === 'confirming' || (isUnpaid && !upToDate && isRecent);
    const mayStillArrive = isPending || (state === 'open' && isRecent);
    if (!mayStillArrive) clearPendingPayment(state === 'paid' ? receipt : undefined);
    return state === 'paid' || isPending ? { receipt, link, isPending } : undefined;
  } catch (error) {
    const isGone = error instanceof RequestError && !error.isRetryable;
    if (isGone) clearPendingPayment();
    return isGone || !isRecent ? undefined : { receipt, link, isPending: true };
  }
}

/** Returns the last payment of this browser, by its stored receipt. */
export async function findLastPayment(receipt: string) {
  try {
    const { state, billNumber, amount } = await fetchPaymentStatus(receipt);
    return state === 'paid' || state === 'refunded' ? { receipt, billNumber, amount } : undefined;
  } catch (error) {
    // The receipt no longer exists, for example in a new ledger.
    if (error instanceof RequestError && !error.isRetryable) clearLastReceipt();
    return undefined;
  }
}

/** Finds a payment that this page missed because the checkout was closed early or a response was lost. */
async function findPaid(receipt: string | undefined): Promise<PaymentResult | undefined> {
  const status = receipt && (await fetchPaymentStatus(receipt).catch(console.error));
  if (!receipt || !status || status.state !== 'paid' || !status.paymentId) return undefined;
  clearPendingPayment(receipt);
  return { kind: 'paid', paid: { paymentId: status.paymentId, receipt } };
}

/**
 * Resolves to the result of a payment, or to undefined if the checkout is closed. A failed attempt does not close
 * the checkout. With Razorpay's hosted page, the promise settles only if the browser restores this page.
 */
function openCheckout(
  order: z.infer<typeof orderSchema>,
  bill: FormBill,
  options: PayOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('checkout.js did not load'));
    const isOwnPage = needsHostedPage(navigator.userAgent);
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && resolve(undefined);
    if (isOwnPage) window.addEventListener('pageshow', shownAgain, { once: true });
    new window.Razorpay({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      name: options.merchant,
      description: `Payment for Bill #${bill.billNumber}`,
      order_id: order.orderId,
      prefill: { name: bill.customerName, contact: bill.customerPhone },
      theme: { color: options.colour },
      config: checkoutConfig(navigator.userAgent, order.amount > options.upiLimit),
      ...(isOwnPage
        ? { callback_url: `${window.location.origin}/api/razorpay-callback`, redirect: true }
        : {}),
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined) },
    }).open();
  });
}

/** An error response of the site, or a missing response. */
class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The site's error, whose text the customer reads. */
  readonly response: z.infer<typeof errorResponseSchema> | undefined;
  /** A lost response, a 429 or a 5xx. */
  readonly isRetryable: boolean;
  /** No response, because the connection was lost or the request timed out. */
  readonly isLost: boolean;

  constructor(status: number, json?: unknown) {
    super(`The site responded with ${status}`);
    this.response = errorResponseSchema.safeParse(json).data;
    this.isLost = status === 0;
    this.isRetryable = this.isLost || status === 429 || status >= 500;
  }
}

/** Rejects with a RequestError. */
async function post<T>(
  route: string,
  body: unknown,
  schema: z.ZodMiniType<T>,
  { timeout = 45_000, headers = {} }: { timeout?: number; headers?: Record<string, string> } = {},
): Promise<T> {
  let response: Response;
  let json: unknown;
  try {
    response = await fetch(`/api/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    json = await response.json();
  } catch {
    throw new RequestError(0);
  }
  if (!response.ok) throw new RequestError(response.status, json);
  return schema.parse(json);
}

function billBody({ amountPaise, customerEmail: _forTheOrder, ...bill }: FormBill) {
  return { ...bill, amount: Number(decimalFromPaise(amountPaise)) };
}

/** Milliseconds before each retry of a report. */
const pauses = [1000, 3000, 6000];
const isLost = (error: unknown) => error instanceof RequestError && error.isLost;
const isRetryable = (error: unknown) => error instanceof RequestError && error.isRetryable;

const fetchPaymentStatus = (receipt: string) =>
  post('payment-status', { receipt }, statusSchema, { timeout: 8000 });

/** Sends a UTR or the number of a certificate. Returns the error to show; undefined on success. Never rejects. */
export async function sendNotice(link: string, number: string): Promise<string | undefined> {
  const failed = 'The number was not sent. Please check your internet connection and try again.';
  return post('bill-notice', { link, number }, z.object({}), { timeout: 8000 }).then(
    () => undefined,
    (error) => (error instanceof RequestError && error.response?.error) || failed,
  );
}

/** Reads the bill of a payment link; `unreachable` if the site did not respond. Never rejects. */
export async function fetchBill(link: string): Promise<BillStatus | 'unknown' | 'unreachable'> {
  try {
    const own = readPendingPayment()?.receipt;
    return await post('bill-status', { link, own }, billStatusSchema, { timeout: 8000 });
  } catch (error) {
    console.error(error);
    const isUnknown = error instanceof RequestError && error.response?.code === 'unknown-link';
    return isUnknown ? 'unknown' : 'unreachable';
  }
}
