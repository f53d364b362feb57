import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds of work, and of rest for the lake's requests. */
const budget = { work: 10, rest: 40 };

/** Prunes history older than `historyDays`. */
export async function forgetOld({ config, writer }: Lake, dataset: Dataset, signal: AbortSignal) {
  if (config.historyDays === 0) return;
  const limit = new Date(Date.now() - config.historyDays * day).toISOString();
  const rest = () => pause(budget.rest, undefined, { signal });
  let at: number | undefined = 0;
  while (at !== undefined && dataset.isOpen) {
    ({ next: at } = await writer.run(dataset, { kind: 'prune', seq: at, limit, budget: budget.work }));
    await rest();
  }
  while (dataset.isOpen && (await writer.run(dataset, { kind: 'shrink' })).next !== undefined) await rest();
}
