import { billStorm } from '../integration/payments/bill-storm/storm.ts';
import { storm } from '../integration/payments/storm.ts';
import { startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

/**
 * Runs 2,000 orders of every kind of customer while webhooks are lost, repeated and late, and sites and database are
 * killed repeatedly, a second or two after each restart.
 */
export default async function paymentsStorm(): Promise<BenchRow[]> {
  const postgres = await startPostgres();
  try {
    const rows: BenchRow[] = [];
    for (const kind of ['SQLite', 'PostgreSQL'])
      for (const sites of [1, 2] as const) {
        const result = await storm({
          orders: 2000,
          sites,
          killEveryMs: 1500,
          postgres: kind === 'PostgreSQL' ? postgres : undefined,
        });
        for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault}`);
        const { truth, kills, databaseKills, webhooksLost, differedBefore, seconds } = result;
        const figures = [
          `${truth.captured.length} captured`,
          `${truth.refunds.length} refunds`,
          `${truth.disputes.length} disputes`,
          `${kills} kills of sites and ${databaseKills} of the database`,
          `${webhooksLost} webhooks lost`,
          `${differedBefore} differences before the sweep`,
          `${seconds} s`,
        ];
        rows.push({
          what: `storm on ${kind} with ${sites === 1 ? 'one site' : 'two sites'}: ${figures.join(', ')}`,
          measured: `${result.faults.length} wrong or missing`,
          reference: 'goal: 0',
        });
        const bills = await billStorm({
          bills: 1000,
          sites,
          killEveryMs: 1500,
          postgres: kind === 'PostgreSQL' ? postgres : undefined,
        });
        for (const fault of bills.faults.slice(0, 20)) console.log(`  ${fault}`);
        rows.push({
          what: `${bills.bills} bills paid in every way on ${kind}, ${sites} ${sites === 1 ? 'site' : 'sites'}: ${bills.kills} kills of sites and ${bills.databaseKills} of the database`,
          measured: `${bills.faults.length} wrong`,
          reference: 'goal: 0',
        });
      }
    return rows;
  } finally {
    await postgres.stop();
  }
}
