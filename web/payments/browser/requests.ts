import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import type { Bill } from '#web/payments/bill.ts';
import { decimalFromPaise } from '#web/payments/money.ts';
import type { CheckoutResult } from './checkout.ts';

const orderSchema = z.object({
  keyId: z.string(),
  amount: z.number(),
  currency: z.string(),
  orderId: z.string(),
  receipt: z.string(),
});
export type CreatedOrder = z.infer<typeof orderSchema>;

const paidSchema = z.object({ paymentId: z.string(), receipt: z.string() });
export type Paid = z.infer<typeof paidSchema>;

const statusSchema = z.object({
  state: z.enum(['open', 'pending', 'failed', 'paid', 'refunded']),
  paymentId: z.optional(z.string()),
});
export type PaymentStatus = z.infer<typeof statusSchema>;

const errorResponseSchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

/** A response of the site other than success; `userMessage` can be shown, `status` is 0 when no response came. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly userMessage: string | undefined;
  readonly code: string | undefined;
  readonly fieldErrors: Record<string, string>;

  constructor(status: number, response?: z.infer<typeof errorResponseSchema>) {
    super(response?.error ?? `The site answered ${status}`);
    this.status = status;
    this.userMessage = response?.error;
    this.code = response?.code;
    this.fieldErrors = response?.fieldErrors ?? {};
  }

  /** Whether the same request may succeed later: no answer, or a fault on the way to Razorpay. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

async function post<T>(
  route: string,
  body: unknown,
  schema: z.ZodMiniType<T>,
  timeoutMs: number,
  headers: Record<string, string> = {},
): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = await response.json();
  } catch {
    throw new RequestError(0);
  }
  if (!response.ok) throw new RequestError(response.status, errorResponseSchema.safeParse(answer).data);
  return schema.parse(answer);
}

const billBody = (bill: Bill) => ({
  amount: Number(decimalFromPaise(bill.amountPaise)),
  billNumber: bill.billNumber,
  customerName: bill.customerName,
  customerPhone: bill.customerPhone,
});

/** `requestKey` makes a repeated request harmless. Rejects with a RequestError. */
export function createOrder(bill: Bill, requestKey: string): Promise<CreatedOrder> {
  return post('create-razorpay-order', billBody(bill), orderSchema, 45_000, {
    'idempotency-key': requestKey,
  });
}

/** Milliseconds before a verification without a proper response is sent again. */
const retryDelays = [1000, 3000, 6000];

/** Reports a payment, again after a lost connection or a fault. Rejects with a RequestError. */
export async function verifyPayment(bill: Bill, result: CheckoutResult): Promise<Paid> {
  const body = {
    ...billBody(bill),
    orderId: result.razorpay_order_id,
    paymentId: result.razorpay_payment_id,
    signature: result.razorpay_signature,
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post('verify-razorpay-payment', body, paidSchema, 45_000);
    } catch (error) {
      const delay = retryDelays[attempt];
      if (!(error instanceof RequestError) || !error.isRetryable || delay === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** The true state of a payment by its receipt's token. Rejects with a RequestError, after 8 seconds at the latest. */
export function askStatus(receipt: string): Promise<PaymentStatus> {
  return post('payment-status', { receipt }, statusSchema, 8000);
}
