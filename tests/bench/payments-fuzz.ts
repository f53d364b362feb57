import { fuzz, fuzzedRoutes } from '../integration/payments/fuzz-run.ts';
import type { BenchRow } from './run.ts';

/** Sends 20,000 malformed bodies to each payment route. */
export default async function paymentsFuzz(): Promise<BenchRow[]> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { sent, statuses, broken, rowsInLedger, grownMiB } = await fuzz(20_000, seed);
  for (const line of broken.slice(0, 20)) console.log(`  ${line}`);
  return [
    {
      what: `odd bodies on ${fuzzedRoutes.length} routes: ${sent} (seed ${seed}; ${JSON.stringify(statuses)})`,
      measured: `${broken.length} got a 5xx or no response`,
      reference: 'goal: 0',
    },
    { what: 'rows in the ledger afterwards', measured: String(rowsInLedger), reference: 'goal: 0' },
    { what: 'growth of memory after the first tenth', measured: `${grownMiB.toFixed(0)} MiB` },
  ];
}
