import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';

const day = 24 * 60 * 60 * 1000;
/** How often old history is looked for. */
const interval = day / 24;
/** Milliseconds of work at a time, and of rest in which the lake answers requests. */
const budget = { work: 10, rest: 40 };

/** Forgets history that is older than the lake is to remember, from the start on. Returns the function that ends that. */
export function startRetention(lake: Lake): () => Promise<void> {
  const { historyDays } = lake.config;
  if (historyDays === 0) return async () => undefined;
  const stop = new AbortController();
  const running = forget(lake, historyDays, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) console.error('Old history could not be removed:', error);
  });
  return async () => {
    stop.abort();
    await running;
  };
}

async function forget(lake: Lake, days: number, signal: AbortSignal) {
  for (;;) {
    const limit = new Date(Date.now() - days * day).toISOString();
    for (const { name } of lake.datasets.list()) await forgetIn(lake, lake.datasets.get(name), limit, signal);
    await pause(interval, undefined, { signal, ref: false });
  }
}

async function forgetIn({ writer }: Lake, dataset: Dataset, limit: string, signal: AbortSignal) {
  const rest = () => pause(budget.rest, undefined, { signal });
  let at: number | undefined = 0;
  while (at !== undefined && dataset.isOpen) {
    ({ next: at } = await writer.run(dataset, { kind: 'prune', seq: at, limit, budget: budget.work }));
    await rest();
  }
  while (dataset.isOpen && (await writer.run(dataset, { kind: 'shrink' })).next !== undefined) await rest();
}
