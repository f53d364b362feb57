import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from './lake.ts';
import { asRelease, releaseDocumentId } from './releases/release.ts';
import type { Dataset } from './store/dataset.ts';
import type { Command } from './writer/protocol.ts';

/** Milliseconds between runs. */
const intervals = { history: 60 * 60 * 1000, releases: 1000 };
/** Milliseconds before a retry after a failure, such as a full disk. */
const retryDelay = 60_000;
/** Milliseconds of work, and of rest for the lake's requests. */
const budget = { work: 10, rest: 40 };
const day = 24 * 60 * 60 * 1000;

type Task = (lake: Lake, dataset: Dataset, signal: AbortSignal) => Promise<void>;

/** Starts what a lake does by itself. Returns a function that stops it. */
export function startMaintenance(lake: Lake): () => Promise<void> {
  const stop = new AbortController();
  const running = [
    runPeriodically(lake, intervals.history, pruneHistory, stop.signal),
    runPeriodically(lake, intervals.releases, publishDue, stop.signal),
  ];
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}

/** Runs a task on each dataset, and again `interval` milliseconds after it ends. */
async function runPeriodically(lake: Lake, interval: number, task: Task, signal: AbortSignal): Promise<void> {
  const retryAt = new WeakMap<Dataset, number>();
  while (!signal.aborted) {
    for (const dataset of lake.datasets.all())
      if (performance.now() >= (retryAt.get(dataset) ?? 0))
        await task(lake, dataset, signal).catch((error: unknown) => {
          if (signal.aborted || !dataset.isOpen) return;
          console.error(`Upkeep of the dataset "${dataset.name}" failed:`, error);
          retryAt.set(dataset, performance.now() + retryDelay);
        });
    await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Removes history that is older than `historyDays`, by a clock that is right, or beyond `historyBytes`. */
async function pruneHistory({ config, writer, isClockTrusted }: Lake, dataset: Dataset, signal: AbortSignal) {
  const { historyDays, historyBytes: maxBytes } = config;
  const keepsAllAges = historyDays === 0 || !isClockTrusted();
  const removeBefore = keepsAllAges ? '' : new Date(Date.now() - historyDays * day).toISOString();
  const command: Command = { kind: 'upkeep', limits: { removeBefore, maxBytes }, budget: budget.work };
  while (dataset.isOpen && !(await writer.run(dataset, command)).isDone)
    await pause(budget.rest, undefined, { signal });
}

async function publishDue({ writer, isClockTrusted }: Lake, dataset: Dataset) {
  if (!isClockTrusted()) return;
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
