import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from './lake.ts';
import { asRelease, releaseDocumentId } from './releases/release.ts';
import type { Dataset } from './store/dataset.ts';
import type { Command } from './writer/protocol.ts';

/** Milliseconds between runs. */
const intervals = { history: 60 * 60 * 1000, releases: 1000 };
/** Milliseconds before a retry after a failure, such as a full disk. */
const retryAfter = 60_000;
/** Milliseconds of work, and of rest for the lake's requests. */
const budget = { work: 10, rest: 40 };
const day = 24 * 60 * 60 * 1000;

type Task = (lake: Lake, dataset: Dataset, signal: AbortSignal) => Promise<void>;

/** Starts what a lake does by itself. Returns a function that stops it. */
export function upkeep(lake: Lake): () => Promise<void> {
  const stop = new AbortController();
  const running = [
    periodically(lake, intervals.history, pruneHistory, stop.signal),
    periodically(lake, intervals.releases, publishDue, stop.signal),
  ];
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}

/** Runs a task on each dataset, and again `interval` milliseconds after it ends. */
async function periodically(lake: Lake, interval: number, task: Task, signal: AbortSignal): Promise<void> {
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

/** Removes history that is older than `historyDays`, by a clock that is right, or beyond `historyBytes`. */
async function pruneHistory({ config, writer, isClockRight }: Lake, dataset: Dataset, signal: AbortSignal) {
  const { historyDays, historyBytes: most } = config;
  const keepsAll = historyDays === 0 || !isClockRight();
  const aged = keepsAll ? '' : new Date(Date.now() - historyDays * day).toISOString();
  const command: Command = { kind: 'upkeep', limits: { aged, most }, budget: budget.work };
  while (dataset.isOpen && !(await writer.run(dataset, command)).isDone)
    await pause(budget.rest, undefined, { signal });
}

async function publishDue({ writer, isClockRight }: Lake, dataset: Dataset) {
  if (!isClockRight()) return;
  const due = dataset
    .idsFrom(releaseDocumentId(''))
    .flatMap((id) => asRelease(dataset.get(id)) ?? [])
    .flatMap(({ _id: id, state, publishAt = '' }) =>
      state === 'scheduled' ? { id, at: Date.parse(publishAt) } : [],
    )
    .filter(({ at }) => at <= Date.now())
    .sort((a, b) => a.at - b.at);
  for (const { id } of due) await writer.run(dataset, { kind: 'release', id });
}
