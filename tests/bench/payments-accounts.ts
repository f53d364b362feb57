import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { accountingFile } from '#web/payments/accounting/files.ts';
import { addEntries } from '#web/payments/ledger/entries.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { bill, gatewayOrder } from '../integration/payments/samples.ts';
import { analyzeLedger, startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

const entries = 100_000;
const day = 86_400_000;

/** Exports 100,000 payments for the accountant, and measures the peak memory of each file. */
export default async function paymentsAccounts(): Promise<BenchRow[]> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'accounts-'));
  try {
    const rows: BenchRow[] = [];
    for (const ledger of ['SQLite', 'PostgreSQL']) {
      const databaseUrl = ledger === 'SQLite' ? undefined : await postgres.createDatabase();
      const db = await openDatabase({ folder, databaseUrl });
      await fill(db);
      await analyzeLedger(db, databaseUrl);
      for (const format of ['tally', 'zoho-payments'] as const) rows.push(await measure(db, ledger, format));
      await db.destroy();
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await postgres.stop();
  }
}

async function fill(db: Database): Promise<void> {
  const start = Date.now() - 360 * day;
  const order = await insertOrder(db, gatewayOrder(), bill, { now: start });
  const facts = Array.from({ length: entries }, (_, index) => ({
    ...{ kind: 'captured' as const, subject: `pay_${String(index).padStart(14, '0')}` },
    ...{ order_id: order.id, amount: 100_000 + index, currency: 'INR', at: start + index * 300 },
  }));
  await addEntries(db, facts, 'webhook', start);
}

async function measure(db: Database, ledger: string, format: 'tally' | 'zoho-payments'): Promise<BenchRow> {
  const before = process.memoryUsage().rss;
  const started = performance.now();
  let [bytes, most] = [0, before];
  const file = await accountingFile(db, format, { from: undefined, to: undefined });
  for await (const part of file.body ?? []) {
    bytes += part.byteLength;
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    what: `${format} of ${entries.toLocaleString('en-IN')} entries on ${ledger}, ${Math.round(bytes / 1e6)} MB`,
    measured: `${seconds.toFixed(1)} s, ${Math.round((most - before) / 1e6)} MB more memory`,
    reference: 'goal: at most 30 s',
  };
}
