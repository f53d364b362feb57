import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type BillBody, type Checkout, newBill, openShop, type Shop } from '../integration/payments/shop.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

const customers = 50;
/** After a start, the engine compiles hot code; only then are timings typical. */
const phases = [
  { when: 'just started', paymentsEach: 8, reference: 'the first seconds after a start' },
  { when: 'running', paymentsEach: 16, reference: 'goal: p95 at most 15 ms' },
];
/** Milliseconds of a call to Razorpay from India. */
const gatewayMs = 250;

/**
 * Measures our own time for creating an order and verifying a payment, without the gateway's, with 50 concurrent
 * customers and durable writes.
 */
export default async function payments(): Promise<BenchRow[]> {
  const rows = await measure('SQLite, WAL, synchronous=FULL', {});
  const postgres = await startPostgres();
  try {
    const DATABASE_URL = await postgres.createDatabase();
    return [...rows, ...(await measure('PostgreSQL', { DATABASE_URL }))];
  } finally {
    await postgres.stop();
  }
}

async function measure(ledger: string, env: Record<string, string>): Promise<BenchRow[]> {
  const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...env });
  try {
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', delayMs: gatewayMs },
        { call: 'GET /v1/payments', delayMs: gatewayMs },
      ],
    });
    const rows: BenchRow[] = [];
    for (const { when, paymentsEach, reference } of phases) {
      const times: Times = { create: [], verify: [] };
      await Promise.all(
        Array.from({ length: customers }, async () => {
          await wait(Math.random() * 500);
          for (let index = 0; index < paymentsEach; index += 1) {
            await payOne(shop, times);
            await wait(Math.random() * 400);
          }
        }),
      );
      for (const what of ['create', 'verify'] as const)
        rows.push({
          what: `${what === 'create' ? 'creating an order' : 'verifying a payment'}, ${customers} customers, ${times[what].length} calls, ${ledger}, ${when}`,
          measured: `p50 ${inMilliseconds(percentile(times[what], 50))}, p95 ${inMilliseconds(percentile(times[what], 95))} over the gateway's time`,
          reference,
        });
    }
    return rows;
  } finally {
    await shop.close();
  }
}

const createdSchema = z.object({ orderId: z.string() });

type Times = { create: number[]; verify: number[] };

async function payOne({ stack, pay }: Shop, times: Times): Promise<void> {
  const bill = newBill();
  const { orderId } = createdSchema.parse(
    await post(`${stack.siteUrl}/api/create-razorpay-order`, bill, times.create),
  );
  const paid = await pay(orderId);
  await post(`${stack.siteUrl}/api/verify-razorpay-payment`, { ...bill, ...reportOf(paid) }, times.verify);
}

const reportOf = (paid: Checkout) => ({
  orderId: paid.razorpay_order_id,
  paymentId: paid.razorpay_payment_id,
  signature: paid.razorpay_signature,
});

const agent = new Agent({ keepAlive: true });
let visitors = 0;

/**
 * Sends a body and records the site's time beyond the gateway's. Uses plain HTTP: `fetch` costs this process a third of
 * the response time on the same processors.
 */
async function post(url: string, body: BillBody, times: number[]): Promise<unknown> {
  visitors += 1;
  const sent = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}`,
  };
  const started = performance.now();
  const outgoing = request(url, { agent, method: 'POST', headers });
  outgoing.end(sent);
  const [response]: unknown[] = await once(outgoing, 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('There was no response.');
  const read = await text(response);
  const took = performance.now() - started;
  if (response.statusCode !== 200) throw new Error(`responded with ${response.statusCode}: ${read}`);
  const gateway = /gateway;dur=([\d.]+)/.exec(String(response.headers['server-timing']))?.[1];
  times.push(took - Number(gateway));
  return JSON.parse(read);
}
