import { billStorm } from '../integration/payments/bill-storm/storm.ts';
import { storm } from '../integration/payments/storm.ts';
import { startPostgres } from '../support/postgres.ts';
import type { BenchRow } from './run.ts';

/**
 * Runs 2,000 orders of every kind of customer, and 2,000 acts on bills, while webhooks are lost, repeated and late, and
 * sites and database are killed repeatedly.
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
        const { faults, ...ended } = await billStorm({
          ...{ bills: 120, acts: 2000, killEvery: 190, sites },
          postgres: kind === 'PostgreSQL' ? postgres : undefined,
        });
        for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
        const what = [
          `${ended.acts} acts on ${ended.bills} bills on ${kind}, ${sites} ${sites === 1 ? 'site' : 'sites'}`,
          `${ended.kills} kills of sites and ${ended.databaseKills} of the database`,
          `${ended.paise} paise off`,
          `${ended.paidTooMuch} refunds of more than was paid`,
          `${ended.withoutItem} surpluses without an item`,
          `seed ${ended.seed}`,
        ];
        rows.push({
          what: what.join(', '),
          measured: `${faults.length} wrong`,
          reference: 'goal: 0',
        });
      }
    return rows;
  } finally {
    await postgres.stop();
  }
}
