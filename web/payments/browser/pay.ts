import { attributionQuery } from '#web/browser/attribution.ts';
import {
  clearLastReceipt,
  clearPendingPayment,
  readPendingPayment,
  storePendingPayment,
} from '#web/browser/pending-payment.ts';
import { hour, second } from '#web/contracts/durations.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { attributionHeader } from '#web/contracts/visit.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { withRetries } from '#web/http/with-retries.ts';
import { billFormSchema, type FormBill, linkedFormSchema } from '#web/payments/bill.ts';
import { amountProblem, type BillStatus } from '#web/payments/bills/bill-texts.ts';
import type { Receipt } from '#web/payments/checkout/receipt.ts';
import type { ReturnOutcome } from '#web/payments/checkout/verify-payment.ts';
import { checkoutResultSchema } from '#web/payments/razorpay/checkout-result.ts';
import { type CheckoutOptions, type CheckoutOrder, loadCheckout, openCheckout } from './open-checkout.ts';

type EarlierPayment = { amount: number; at: string };
type OrderResponse = CheckoutOrder & {
  /** Missing if another window or person created the order. */
  receipt?: string;
  paidBefore?: EarlierPayment;
  underWay?: EarlierPayment;
};
type PaidResponse = { paymentId: string; receipt: string };
type StatusResponse = Pick<Receipt, 'state' | 'upToDate'> & {
  paymentId?: string;
  billNumber: string;
  amount: number;
};
type ErrorResponse = { error: string; code?: string; state?: string; fieldErrors?: Record<string, string> };

export type PaymentResult =
  | { kind: 'paid'; paid: PaidResponse }
  /** checkout.js did not load. */
  | { kind: 'no-gateway' }
  /** No order was created, or the checkout did not open. */
  | { kind: 'failed'; message: string | undefined; fieldErrors: Record<string, string> }
  | { kind: 'cancelled' }
  /** The bill takes no payment now; `message` says why. */
  | { kind: 'not-payable'; message: string }
  /** Reported by Razorpay, not confirmed by the site. `mayBePaid`: the site did not respond, or waits for Razorpay. */
  | { kind: 'unverified'; receipt: string | undefined; mayBePaid: boolean };

/** Shown for confirmation before paying. `amount` is in paise. */
export type PaymentWarning = EarlierPayment & { kind: 'paid-before' | 'in-progress' };

export type PayOptions = CheckoutOptions & {
  /** Idempotency key, the same for every attempt to pay one bill. */
  requestKey: string;
  /** Token of the payment link, if any. */
  link: string | undefined;
  /** Shows a text while the customer waits, or removes it. */
  say(text?: string): void;
  /** Asks the customer whether to pay anyway. */
  confirm(warning: PaymentWarning): Promise<boolean>;
};

/**
 * Validates the form's entries. `isCustomer`: the bill's own customer pays, whose details staff entered. `open` is the
 * open amount of a linked bill in paise.
 */
export function validate(
  entries: object,
  { isCustomer, open }: { isCustomer: boolean; open: number | undefined },
): { bill: FormBill } | { errors: Record<string, string> } {
  const { data: bill, error } = (isCustomer ? linkedFormSchema : billFormSchema).safeParse(entries);
  if (error) return { errors: fieldErrors(error) };
  const tooMuch = open === undefined ? undefined : amountProblem(bill.amountPaise, open);
  return tooMuch ? { errors: { amount: tooMuch } } : { bill };
}

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
    const makeOrder = () => post<OrderResponse>('create-razorpay-order', body, { headers });
    // Retry before reading the bill's status: after a lost response, our order looks like another customer's.
    const order = await withPatience(makeOrder, options.say);
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
    const verify = () => post<PaidResponse>('verify-razorpay-payment', body);
    const paid = await withRetries(pauses, isRetryable, verify);
    clearPendingPayment(paid.receipt);
    return { kind: 'paid', paid };
  } catch (error) {
    console.error(error);
    const isConfirming = error instanceof RequestError && error.response?.state === 'confirming';
    const mayBePaid = isRetryable(error) || isConfirming;
    return { kind: 'unverified', receipt, mayBePaid };
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
    // The customer tries again with the same order, which without the stored receipt looks like another person's.
    const mayStillArrive = isPending || (isUnpaid && isRecent);
    if (!mayStillArrive) clearPendingPayment(state === 'paid' ? receipt : undefined);
    return state === 'paid' || isPending ? { receipt, link, isPending } : undefined;
  } catch (error) {
    const isGone = error instanceof RequestError && !isRetryable(error);
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
    if (error instanceof RequestError && !isRetryable(error)) clearLastReceipt();
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

/** An error response of the site, or a missing response. */
class RequestError extends Error {
  override readonly name = 'RequestError';
  /** 0 without a response, because the connection was lost or the request timed out. */
  readonly status: number;
  /** The site's error, whose text the customer reads. */
  readonly response: ErrorResponse | undefined;

  constructor(status: number, response?: ErrorResponse) {
    super(`The site responded with ${status}`);
    this.status = status;
    this.response = response;
  }
}

/** Sends a request to the site, whose responses have the type `Body`. Rejects with a RequestError. */
async function post<Body extends object>(
  route: string,
  body: unknown,
  { timeout = 45_000, headers = {} }: { timeout?: number; headers?: Record<string, string> } = {},
): Promise<Body> {
  let response: Response;
  let json: Body & ErrorResponse;
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
  return json;
}

function billBody({ amountPaise, customerEmail: _forTheOrder, ...bill }: FormBill) {
  return { ...bill, amount: Number(decimalFromPaise(amountPaise)) };
}

/** Milliseconds before each retry of a report. */
const pauses = [1000, 3000, 6000];
const isLost = (error: unknown) => error instanceof RequestError && error.status === 0;
const isRetryable = (error: unknown) =>
  error instanceof RequestError && (isLost(error) || error.status === 429 || error.status >= 500);

/** Milliseconds before each retry of an order. */
const orderPauses = [500, 1500, 3000];

/** Retries an order whose response is lost, for about five seconds. After two seconds, tells the customer to wait. */
async function withPatience<T>(makeOrder: () => Promise<T>, say: (text?: string) => void): Promise<T> {
  const begun = performance.now();
  const timer = setTimeout(say, 2 * second, 'No answer yet. We keep trying, please wait.');
  const canHelp = (error: unknown) =>
    isLost(error) && navigator.onLine && performance.now() - begun < 3 * second;
  return withRetries(orderPauses, canHelp, makeOrder).finally(() => {
    clearTimeout(timer);
    say();
  });
}

const fetchPaymentStatus = (receipt: string) =>
  post<StatusResponse>('payment-status', { receipt }, { timeout: 8000 });

/** Sends a UTR or the number of a certificate. Returns the error to show; undefined on success. Never rejects. */
export async function sendNotice(link: string, number: string): Promise<string | undefined> {
  const failed = 'The number was not sent. Please check your internet connection and try again.';
  return post<object>('bill-notice', { link, number }, { timeout: 8000 }).then(
    () => undefined,
    (error) => (error instanceof RequestError && error.response?.error) || failed,
  );
}

/** Reads the bill of a payment link; `unreachable` if the site did not respond. Never rejects. */
export async function fetchBill(link: string): Promise<BillStatus | 'unknown' | 'unreachable'> {
  try {
    const own = readPendingPayment()?.receipt;
    return await post<BillStatus>('bill-status', { link, own }, { timeout: 8000 });
  } catch (error) {
    console.error(error);
    const isUnknown = error instanceof RequestError && error.response?.code === 'unknown-link';
    return isUnknown ? 'unknown' : 'unreachable';
  }
}
