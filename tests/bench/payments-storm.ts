import { storm } from '../integration/payments/storm.ts';
import { startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

/** 2,000 payments through webhooks that are lost, repeated and late, while the site is killed again and again, a second or two after it is back. */
export default async function paymentsStorm(): Promise<BenchRow[]> {
  const postgres = await startPostgres();
  try {
    const rows: BenchRow[] = [];
    for (const kind of ['SQLite', 'PostgreSQL']) {
      const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
      const result = await storm({
        payments: 2000,
        killEveryMs: 1500,
        ...(databaseUrl ? { databaseUrl } : {}),
      });
      for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault}`);
      rows.push({
        what: `storm on ${kind}: ${result.captured} captured, ${result.kills} kills, ${result.webhooksLost} webhooks lost, ${result.recordedBefore} recorded before reconciliation, ${result.seconds} s`,
        measured: `${result.faults.length} wrong or missing`,
        reference: 'goal: 0',
      });
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}
