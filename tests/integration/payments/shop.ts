import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { sweepNow } from '#web/jobs/jobs.ts';
import type { OrderDetails } from '#web/payments/back-office/routes.ts';
import type { ActionItem } from '#web/payments/back-office/today.ts';
import { readPayments } from '#web/payments/ledger/orders.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { requestAsStaff, type StaffRequest } from '../../support/staff-request.ts';

export type BillBody = {
  amount: unknown;
  billNumber: unknown;
  customerName: unknown;
  customerPhone: unknown;
  customerEmail?: string;
};

export type Checkout = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

let count = 0;

/** Returns a bill that no other test pays. */
export function newBill(change: Partial<BillBody> = {}): BillBody {
  count += 1;
  return {
    amount: 1499.5,
    billNumber: `INV-${process.pid}-${count}`,
    customerName: 'Asha Verma',
    customerPhone: '9876543210',
    ...change,
  };
}

/** Returns the payment settings of a stack's site, for commands that run alongside. */
export function paymentEnvironmentOf({ secrets, sandboxUrl, dataDir }: Stack) {
  return {
    RAZORPAY_KEY_ID: secrets.sandboxKeyId,
    RAZORPAY_KEY_SECRET: secrets.sandboxKeySecret,
    RAZORPAY_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
    RAZORPAY_API_URL: sandboxUrl,
    DATA_DIR: dataDir,
  };
}

/** Starts site and sandbox, with the actions below. */
export async function openShop(
  env: Record<string, string> = {},
  parts: ('lake' | 'sandbox' | 'site')[] = ['sandbox', 'site'],
) {
  const stack = await startStack({
    parts,
    seed: false,
    // Each request has a different address, so that only the test of the limit reaches the limit.
    env: { TRUST_PROXY: 'true', ...env },
  });
  const shop = await attachShop(stack, env);
  return {
    ...shop,
    async close() {
      await shop.close();
      await stack.stop();
    },
  };
}

/** The actions of a customer, Razorpay and an accountant at a running site and sandbox. */
export async function attachShop(stack: Stack, env: Record<string, string> = {}) {
  const { siteUrl, sandboxUrl, secrets } = stack;
  const credentials = Buffer.from(`${secrets.sandboxKeyId}:${secrets.sandboxKeySecret}`).toString('base64');
  const ledger = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    folder: `${env.DATA_DIR ?? stack.dataDir}/payments`,
  });

  /** Sends a raw body from a new address. */
  const request = (route: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string>) => {
    count += 1;
    return fetch(`${siteUrl}/api/${route}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
        ...headers,
      },
      body,
      redirect: 'manual',
    });
  };

  const post = async (route: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await request(route, typeof body === 'string' ? body : JSON.stringify(body), headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text ? JSON.parse(text) : undefined,
    };
  };

  /** Sends a body and reads only the response's status. */
  const send = async (...sent: Parameters<typeof request>) => {
    const response = await request(...sent);
    await response.arrayBuffer();
    return response.status;
  };

  const sandbox = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method,
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(`sandbox: ${JSON.stringify(result)}`);
    return result;
  };

  const create = (bill: BillBody, key: string = randomUUID()) =>
    post('create-razorpay-order', bill, { 'idempotency-key': key });
  const pay = (orderId: string, outcome = 'authorized'): Promise<Checkout> =>
    sandbox('POST', '/sandbox/payments', { order_id: orderId, outcome });
  const verify = (bill: BillBody, paid: Checkout, change: Record<string, unknown> = {}) =>
    post('verify-razorpay-payment', {
      ...bill,
      orderId: paid.razorpay_order_id,
      paymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
      ...change,
    });
  /** Opens payments as a process of its own, with this shop's settings or changed ones. */
  async function withPayments<T>(
    work: (payments: Payments) => Promise<T>,
    change: Record<string, string | undefined> = {},
  ): Promise<T> {
    const settings = readSettings({ ...paymentEnvironmentOf(stack), ...env, ...change });
    const payments = await openPayments(paymentSettings(settings));
    return work(payments).finally(() => payments.db.destroy());
  }
  const staff = (path: string, request?: StaffRequest) => requestAsStaff(stack, `/payments${path}`, request);

  return {
    stack,
    ledger,
    post,
    send,
    sandbox,
    create,
    /** Pays as the dialog would; returns what the dialog passes to the page. */
    pay,
    /** Creates a bill with its order, paid in the checkout and not yet reported. */
    async paidBill() {
      const bill = newBill();
      const { json: order } = await create(bill);
      return { bill, order, paid: await pay(order.orderId) };
    },
    verify,
    /** Creates a bill with its order, paid in the checkout and reported. `vpa` is the payer's UPI address. */
    async payBill(change: Partial<BillBody> = {}, vpa?: string) {
      const bill = newBill(change);
      const { json: order } = await create(bill);
      const body = { order_id: order.orderId, ...(vpa ? { vpa } : {}) };
      const report = await sandbox('POST', '/sandbox/payments', body);
      const { status, text } = await verify(bill, report);
      if (status !== 200) throw new Error(`The payment was not recorded: ${status} ${text}`);
      const paymentId: string = report.razorpay_payment_id;
      return { bill, orderId: String(order.orderId), paymentId };
    },
    /** Sends a request of staff about payments. */
    staff,
    readAsStaff: async (path: string) => (await staff(path)).json(),
    readDetails: async (orderId: string): Promise<OrderDetails> => (await staff(`/${orderId}`)).json(),
    /** Reads the items of Today. */
    async readActionItems(): Promise<ActionItem[]> {
      return (await (await staff('/today')).json()).actionItems;
    },
    /** Requests a refund with a key of its own. */
    refund: (orderId: string, paymentId: string, amount: number, key: string = randomUUID()) =>
      staff(`/${orderId}/refund`, { body: { key, paymentId, amount, reason: 'The project was cancelled' } }),
    /** Sends a webhook with a valid signature, whatever its body. */
    webhook: (body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body);
      return post('razorpay-webhook', text, {
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': createHmac('sha256', secrets.sandboxWebhookSecret).update(text).digest('hex'),
        ...headers,
      });
    },
    withPayments,
    /** Reads the gateway's lists and checks pending orders, as `npm run payments:sweep` does `later` milliseconds from now. */
    sweep: (later = 0) =>
      withPayments(async (payments) => {
        const ahead = { ...payments, now: () => Date.now() + later };
        while (!(await sweepNow(ahead))) await wait(200);
      }),
    faults: (faults: Record<string, unknown>) => sandbox('PUT', '/sandbox/faults', faults),
    clearFaults: () => sandbox('DELETE', '/sandbox/faults'),
    paymentsInLedger: () => ledger.selectFrom('payments').selectAll().execute(),
    paymentsOfOrder: (orderId: string) => readPayments(ledger, orderId),
    close: () => ledger.destroy(),
  };
}

export type Shop = Awaited<ReturnType<typeof attachShop>>;
