import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { readSettings } from '#settings';
import { reportedBefore } from '#web/payments/bill.ts';
import { openPayments } from '#web/payments/payments.ts';
import { reconcile } from '#web/payments/reconciliation.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

type StormOptions = {
  payments: number;
  databaseUrl?: string;
  killEveryMs: number;
  /** On a slow machine a site that is killed by the clock alone never gets on its feet. */
  mostKills?: number;
};

export type StormResult = {
  captured: number;
  failed: number;
  /** Verifications that were answered with 200. */
  acknowledged: number;
  kills: number;
  webhooksLost: number;
  /** Captured at Razorpay and in the ledger before reconciliation ran. */
  recordedBefore: number;
  /** What is wrong afterwards, one line each; empty is the only good result. */
  faults: string[];
  seconds: number;
};

const listed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      status: z.string(),
    }),
  ),
});

/**
 * Customers pay in a storm: webhooks are lost, repeated and mixed up, the gateway fails now and then, customers drop
 * out before their payment is verified, and the site is killed every few seconds. Then 20 minutes pass, reconciliation
 * runs, and the ledger is compared with Razorpay's own list.
 */
export async function storm({
  payments: wanted,
  databaseUrl,
  killEveryMs,
  mostKills = Number.POSITIVE_INFINITY,
}: StormOptions): Promise<StormResult> {
  const started = Date.now();
  const shop = await openShop({
    RAZORPAY_SANDBOX_RETRY_MS: '300',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  try {
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', share: 0.03, status: 503 },
        { call: 'POST /v1/orders', share: 0.02, dropAnswer: true },
        { call: 'GET /v1/payments', share: 0.05, status: 502 },
        { call: 'GET /v1/payments', share: 0.03, dropAnswer: true },
      ],
      webhooks: { lose: 0.25, duplicate: 0.3, delayMs: 2500 },
    });
    const acknowledged = new Set<string>();
    let left = wanted;
    const customer = async () => {
      while (left > 0) {
        left -= 1;
        await payOne(shop, acknowledged);
      }
    };
    const crowd = Promise.all(Array.from({ length: 24 }, customer));
    const kills = await killUntil(shop, crowd, killEveryMs, mostKills);
    await crowd;
    await settleWebhooks(shop);
    await shop.clearFaults();
    const before = new Set(
      (await ledgerPayments(shop)).filter((one) => one.status === 'captured').map((one) => one.id),
    );
    const missing = [...acknowledged, ...(await acknowledgedWebhooks(shop))].filter((id) => !before.has(id));
    await reconcileLater(shop, databaseUrl);
    const { captured, failed, faults } = await compare(shop);
    const lost = await shop.sandbox('GET', '/sandbox/webhooks?state=lost');
    return {
      captured,
      failed,
      acknowledged: acknowledged.size,
      kills,
      webhooksLost: lost.count,
      recordedBefore: before.size,
      faults: [...missing.map((id) => `${id} was acknowledged and not in the ledger`), ...faults],
      seconds: Math.round((Date.now() - started) / 1000),
    };
  } finally {
    await shop.close();
  }
}

/** Asks until an answer other than a fault comes; the site may be dead or just coming back. */
async function insist<T extends { status: number }>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await request().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await wait(100 + Math.random() * 200);
  }
}

async function payOne(shop: Shop, acknowledged: Set<string>): Promise<void> {
  const bill = newBill({ amount: (100 + Math.floor(Math.random() * 99_999_900)) / 100 });
  const key = randomUUID();
  const { json: order } = await insist(() => shop.create(bill, key));
  const luck = Math.random();
  if (luck < 0.15) await shop.pay(order.orderId, 'failed');
  if (luck < 0.05) return;
  const paid = await shop.pay(order.orderId);
  // Four in ten close the window now.
  if (Math.random() < 0.4) return;
  const answer = await insist(() => shop.verify(bill, paid));
  // Killed after it was recorded and before it was answered: the browser would find it paid by its receipt.
  const { json: status } =
    answer.json.code === reportedBefore
      ? await insist(() => shop.post('payment-status', { receipt: order.receipt }))
      : { json: answer.json };
  if (status.state !== 'paid') throw new Error(`verification answered ${answer.status}: ${answer.text}`);
  acknowledged.add(paid.razorpay_payment_id);
}

async function killUntil(
  shop: Shop,
  crowd: Promise<unknown>,
  everyMs: number,
  most: number,
): Promise<number> {
  let isOver = false;
  const end = crowd.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  let kills = 0;
  for (;;) {
    await Promise.race([end, wait(everyMs * (0.7 + Math.random() * 0.6))]);
    if (isOver || kills >= most) return kills;
    await shop.stack.kill('site');
    kills += 1;
    await shop.stack.start('site');
  }
}

async function settleWebhooks(shop: Shop): Promise<void> {
  while ((await shop.sandbox('GET', '/sandbox/webhooks?state=waiting')).count > 0) await wait(300);
}

const deliveredEvent = z.object({
  payload: z.object({ payment: z.object({ entity: z.object({ id: z.string() }) }) }),
});

/** Payments whose capture the site was told of by a webhook that it answered with 2xx. */
async function acknowledgedWebhooks(shop: Shop): Promise<string[]> {
  const { items } = z
    .object({ items: z.array(z.object({ event: z.string(), body: z.string() })) })
    .parse(await shop.sandbox('GET', '/sandbox/webhooks?state=delivered&limit=100000'));
  return items
    .filter(({ event }) => event === 'payment.captured')
    .map(({ body }) => deliveredEvent.parse(JSON.parse(body)).payload.payment.entity.id);
}

/** Reconciliation as `npm run payments:reconcile` runs it, on a clock that is 20 minutes ahead. */
async function reconcileLater(shop: Shop, databaseUrl: string | undefined): Promise<void> {
  const payments = await openPayments(
    paymentSettings(readSettings({ ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl })),
  );
  try {
    await reconcile({ ...payments, now: () => Date.now() + 20 * 60_000 }, { limit: 100_000 });
  } finally {
    await payments.db.destroy();
  }
}

function ledgerPayments(shop: Shop) {
  return shop.ledger
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'payments.order_id',
      'payments.amount',
      'payments.currency',
      'payments.status',
      'orders.status as order_status',
      'orders.amount as order_amount',
    ])
    .execute();
}

async function compare(shop: Shop) {
  const faults: string[] = [];
  const atRazorpay = [];
  for (let skip = 0; ; skip += 100) {
    const { items } = listed.parse(await shop.sandbox('GET', `/v1/payments?count=100&skip=${skip}`));
    atRazorpay.push(...items);
    if (items.length < 100) break;
  }
  const rows = await ledgerPayments(shop);
  const byId = Map.groupBy(rows, (row) => row.id);
  const captured = atRazorpay.filter((one) => one.status === 'captured');
  for (const one of captured) {
    const found = byId.get(one.id) ?? [];
    const [row] = found;
    if (found.length !== 1 || !row) faults.push(`${one.id} is in the ledger ${found.length} times`);
    else if (row.amount !== one.amount || row.currency !== one.currency || row.order_id !== one.order_id)
      faults.push(`${one.id} is in the ledger with other facts`);
    else if (row.status !== 'captured' || row.order_status !== 'paid' || row.order_amount !== one.amount)
      faults.push(`${one.id} is ${row.status} in an order that is ${row.order_status}`);
  }
  const taken = rows.filter((row) => row.status === 'captured');
  if (taken.length !== captured.length)
    faults.push(`the ledger has ${taken.length} captured payments, Razorpay ${captured.length}`);
  const failed = atRazorpay.filter((one) => one.status === 'failed');
  return { captured: captured.length, failed: failed.length, faults };
}
