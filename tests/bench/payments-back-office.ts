import { setTimeout as wait } from 'node:timers/promises';
import type { EntryKind } from '#web/contracts/entry-kinds.ts';
import type {} from '#web/database/tables.ts';
import { accountingFile } from '#web/payments/accounting/files.ts';
import { openShop, type Shop } from '../integration/payments/shop.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { analyzeLedger, startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

const orders = 100_000;
const days = 365;
const callsEach = 20;

/** Uses the back office with 100,000 orders of a year, and measures how long a visitor waits meanwhile. */
export default async function paymentsBackOffice(): Promise<BenchRow[]> {
  const postgres = await startPostgres();
  try {
    return [
      ...(await measure('SQLite', {})),
      ...(await measure('PostgreSQL', { DATABASE_URL: await postgres.createDatabase() })),
    ];
  } finally {
    await postgres.stop();
  }
}

async function measure(ledger: string, env: Record<string, string>): Promise<BenchRow[]> {
  const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...env }, ['lake', 'sandbox', 'site']);
  try {
    await fill(shop);
    await analyzeLedger(shop.ledger, env.DATABASE_URL);
    const today = new Date().toISOString().slice(0, 10);
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const views: [string, string][] = [
      ['today', '/today'],
      ['the newest payments', ''],
      ['a month', `?from=${monthAgo}&to=${today}`],
      ['a bill', '?search=INV-77123'],
      ['a name', '?search=Customer%2055123'],
      ['nothing like it', '?search=nobody%20has%20this'],
      ['a UPI address', '?search=c55123%40okaxis'],
      ['a payment id', '?search=pay_00000000055123'],
      ['duplicate payments', '?state=surplus'],
      ['one story', '/order_00000000055123'],
      ['settlements', '/settlements'],
      ['a settlement', '/settlements/setl_00000000000100'],
    ];
    const rows: BenchRow[] = [];
    const visits: number[] = [];
    let isOver = false;
    const visitor = (async () => {
      while (!isOver) {
        visits.push(await timed(() => fetch(`${shop.stack.siteUrl}/robots.txt`)));
        await wait(20);
      }
    })();
    const token = shop.stack.token('administrator');
    const request = (path: string) =>
      fetch(`${shop.stack.siteUrl}/api/payments${path}`, { headers: { authorization: `Bearer ${token}` } });
    for (const [what, path] of views) {
      const times: number[] = [];
      for (let index = 0; index < callsEach; index += 1) times.push(await timed(() => request(path)));
      rows.push({
        what: `${what}, of ${orders.toLocaleString('en-IN')} orders on ${ledger}`,
        measured: `p50 ${inMilliseconds(percentile(times, 50))}, p95 ${inMilliseconds(percentile(times, 95))}`,
        reference: 'goal: p95 at most 150 ms',
      });
    }
    isOver = true;
    await visitor;
    rows.push({
      what: `a visitor meanwhile, ${visits.length} visits, ${ledger}`,
      measured: `p95 ${inMilliseconds(percentile(visits, 95))}, longest ${inMilliseconds(percentile(visits, 100))}`,
      reference: '',
    });
    for (const format of ['tally', 'zoho-payments'] as const)
      rows.push(await exportYear(shop, ledger, format));
    return rows;
  } finally {
    await shop.close();
  }
}

/** Exports the year for the accountant, and measures the peak of this process's memory. */
async function exportYear(shop: Shop, ledger: string, format: 'tally' | 'zoho-payments'): Promise<BenchRow> {
  const before = process.memoryUsage().rss;
  const started = performance.now();
  let [bytes, most] = [0, before];
  const file = await accountingFile(shop.ledger, format, { from: undefined, to: undefined });
  for await (const part of file.body ?? []) {
    bytes += part.byteLength;
    most = Math.max(most, process.memoryUsage().rss);
  }
  return {
    what: `${format} of the year on ${ledger}, ${Math.round(bytes / 1e6)} MB`,
    measured: `${inMilliseconds(performance.now() - started)}, ${Math.round((most - before) / 1e6)} MB more memory`,
    reference: 'goal: at most 30 s',
  };
}

async function timed(call: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const response = await call();
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`);
  return performance.now() - started;
}

/** A year of paid orders, settled daily: one in 20 partly refunded, one in 1,000 for a bill that was already paid. */
async function fill({ ledger }: Shop): Promise<void> {
  const start = Date.now() - days * 86_400_000;
  const step = Math.floor((days * 86_400_000) / orders);
  const id = (prefix: string, index: number) => `${prefix}_${String(index).padStart(14, '0')}`;
  for (let from = 0; from < orders; from += 500) {
    const all = Array.from({ length: 500 }, (_, offset) => {
      const index = from + offset;
      const at = new Date(start + index * step).toISOString();
      const bill = index % 1000 === 999 ? index - 1 : index;
      return { index, at, bill, amount: 100_000 + index };
    });
    const payments = all.map(({ index, at, amount }) => ({
      id: id('pay', index),
      order_id: id('order', index),
      amount,
      currency: 'INR',
      status: 'captured' as const,
      method: 'upi',
      reference: String(100_000_000_000 + index),
      vpa: `c${index}@okaxis`,
      amount_refunded: index % 20 === 0 ? 500 : 0,
      fee: 2360,
      tax: 360,
      created_at: at,
      captured_at: at,
    }));
    await ledger.transaction().execute(async (trx) => {
      await trx
        .insertInto('orders')
        .values(
          all.map(({ index, at, bill, amount }) => ({
            id: id('order', index),
            bill_number: `INV-${bill}`,
            bill_key: `INV-${bill}`,
            customer_name: `Customer ${index}`,
            customer_phone: String(9_000_000_000 + index),
            amount: bill === index ? amount : amount - 1,
            currency: 'INR',
            status: 'paid' as const,
            reference: `web-20260101-${index}`,
            receipt_token: String(index).padStart(22, '0'),
            request_key: null,
            created_at: at,
            paid_at: at,
          })),
        )
        .execute();
      await trx.insertInto('payments').values(payments).execute();
      const entry = (
        payment: (typeof payments)[number],
        kind: EntryKind,
        amount: number,
        settlement?: string,
      ) => ({
        subject: payment.id,
        payment_id: payment.id,
        order_id: payment.order_id,
        settlement_id: settlement ?? null,
        amount,
        currency: 'INR',
        at: payment.created_at,
        recorded_at: payment.created_at,
        source: 'webhook',
        detail: null,
        kind,
      });
      const entries = payments.flatMap((payment, offset) => [
        entry(payment, 'captured', payment.amount),
        entry(payment, 'fee', 2360),
        entry(payment, 'tax', 360),
        entry(payment, 'settled', payment.amount - 2360, id('setl', Math.floor((from + offset) / 274))),
      ]);
      for (let part = 0; part < entries.length; part += 500)
        await trx
          .insertInto('entries')
          .values(entries.slice(part, part + 500))
          .execute();
      await trx
        .insertInto('refunds')
        .values(
          all
            .filter(({ index }) => index % 20 === 0)
            .map(({ index, at }) => ({
              id: id('rfnd', index),
              payment_id: id('pay', index),
              order_id: id('order', index),
              amount: 500,
              status: 'processed' as const,
              receipt: null,
              reference: null,
              created_at: at,
              ended_at: at,
            })),
        )
        .execute();
    });
  }
  for (let index = 0; index < days; index += 1) {
    const created_at = new Date(start + index * 86_400_000).toISOString();
    await ledger
      .insertInto('settlements')
      .values({
        id: id('setl', index),
        amount: 1,
        fees: 0,
        tax: 0,
        utr: `UTR${index}`,
        status: 'processed',
        created_at,
      })
      .execute();
  }
}
