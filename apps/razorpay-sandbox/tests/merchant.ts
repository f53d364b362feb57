import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { keys, startSandbox } from './sandbox.ts';
import { sdk } from './sdk.ts';

export const amount = 149_950;
/** Razorpay's fee in paise: 2 % of the amount plus 18 % tax on the fee. */
export const fee = 3539;
export const tax = 540;
export const day = 24 * 3600;
export const now = () => Math.floor(Date.now() / 1000);
export const automatic = { capture: 'automatic' };

type Received = { path: string; eventId: string; signature: string; text: string };

/** Starts a sandbox with the SDK, the control API and a server that receives its webhooks. */
export async function openMerchant() {
  const received: Received[] = [];
  const listener = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const path = request.url ?? '';
    const { 'x-razorpay-event-id': eventId, 'x-razorpay-signature': signature } = request.headers;
    // The server of the second registration responds to the first event with an error.
    response.statusCode = path === '/second' && !received.some((one) => one.path === path) ? 500 : 200;
    received.push({ path, eventId: String(eventId), signature: String(signature), text });
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const listening = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const sandbox = await startSandbox({
    RAZORPAY_SANDBOX_WEBHOOK_URL: `${listening}/first`,
    RAZORPAY_SANDBOX_RETRY_MS: '50',
  });
  const razorpay = sdk(keys, sandbox.url);

  const post = (path: string, body: object = {}) => sandbox.call('POST', path, body);
  const order = (change: object = {}) => post('orders', { amount, currency: 'INR', ...change });

  return {
    sandbox,
    razorpay,
    received,
    listening,
    post,
    order,
    account: (body: object) => sandbox.call('PUT', 'account', body),
    /** Makes a captured payment, now or in the past. */
    async captured(change: { created_at?: number; method?: string; vpa?: string } = {}) {
      const { created_at = now() } = change;
      const { id } = await order({ ...automatic, receipt: randomUUID(), created_at });
      const { razorpay_payment_id } = await post('payments', { order_id: id, ...change });
      return razorpay.payments.fetch(razorpay_payment_id);
    },
    refund: (paymentId: string, change: object = {}) => post('refunds', { payment_id: paymentId, ...change }),
    /** Requests a refund with an idempotency key, which the SDK does not support. */
    async refundWithKey(paymentId: string, key: string, body: object) {
      const response = await fetch(`${sandbox.url}/v1/payments/${paymentId}/refund`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${keys.key_id}:${keys.key_secret}`).toString('base64')}`,
          'content-type': 'application/json',
          'x-refund-idempotency': key,
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: await response.json() };
    },
    /** Waits until the first registration has received `count` events about an entity, and returns these events. */
    async eventsAbout(id: string, count: number) {
      const found = () => received.filter(({ path, text }) => path === '/first' && text.includes(`"${id}"`));
      await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
      return found().map(({ text }) => JSON.parse(text));
    },
    async close() {
      await sandbox.stop();
      listener.close();
    },
  };
}

export type Merchant = Awaited<ReturnType<typeof openMerchant>>;
