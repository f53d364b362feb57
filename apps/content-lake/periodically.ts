import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from './lake.ts';
import type { Dataset } from './store/dataset.ts';

/** Milliseconds before a retry after a failure, such as a full disk. */
const retryAfter = 60_000;

type Task = (lake: Lake, dataset: Dataset, signal: AbortSignal) => Promise<void>;

/** Runs a task on each dataset, and again `interval` milliseconds after it ends. Returns a function that stops it. */
export function periodically(lake: Lake, interval: number, task: Task): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  async function run() {
    const retriedFrom = new WeakMap<Dataset, number>();
    while (!signal.aborted) {
      for (const dataset of lake.datasets.all())
        if (performance.now() >= (retriedFrom.get(dataset) ?? 0))
          await task(lake, dataset, signal).catch((error: unknown) => {
            if (signal.aborted || !dataset.isOpen) return;
            console.error(`Upkeep of the dataset "${dataset.name}" failed:`, error);
            retriedFrom.set(dataset, performance.now() + retryAfter);
          });
      await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();
  return () => {
    stop.abort();
    return running;
  };
}
