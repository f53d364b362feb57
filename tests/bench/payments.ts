import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newBill, openShop, type Shop } from '../integration/payments/shop.ts';
import { startPostgres } from '../postgres.ts';
import type { BenchRow } from './run.ts';

const customers = 50;
const paymentsEach = 16;
/** What a call to Razorpay takes from India, in milliseconds. */
const gatewayMs = 250;

/** Our own time on creating an order and on verifying, over the gateway's, with 50 customers at once and durable writes. */
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
    for (let index = 0; index < 40; index += 1) await payOne(shop, { create: [], verify: [] });
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', delayMs: gatewayMs },
        { call: 'GET /v1/payments', delayMs: gatewayMs },
      ],
    });
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
    return (['create', 'verify'] as const).map((what) => ({
      what: `${what === 'create' ? 'creating an order' : 'verifying a payment'}, ${customers} customers, ${times[what].length} calls, ${ledger}`,
      measured: `p50 ${share(times[what], 0.5)} ms, p95 ${share(times[what], 0.95)} ms over the gateway's time`,
      reference: 'goal: p95 at most 15 ms',
    }));
  } finally {
    await shop.close();
  }
}

type Times = { create: number[]; verify: number[] };

async function payOne(shop: Shop, times: Times): Promise<void> {
  const bill = newBill();
  const created = await timed(() => shop.create(bill, randomUUID()), times.create);
  const paid = await shop.pay(created.json.orderId);
  await timed(() => shop.verify(bill, paid), times.verify);
}

async function timed<T extends { status: number; headers: Headers; text: string }>(
  request: () => Promise<T>,
  times: number[],
): Promise<T> {
  const started = performance.now();
  const answer = await request();
  const took = performance.now() - started;
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
  const gateway = /gateway;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];
  times.push(took - Number(gateway));
  return answer;
}

function share(times: number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN).toFixed(1);
}
