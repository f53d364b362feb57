import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from './lake.ts';
import { asRelease, releaseDocumentId } from './releases/release.ts';
import type { Dataset } from './store/dataset.ts';
import { day, hour, minute, second } from './units.ts';
import type { Command } from './writer/protocol.ts';

const intervals = { history: hour, releases: second };
/** Delay after a failure, such as a full disk. */
const retryDelay = minute;
/** Milliseconds of pruning, and of the pause after it, in which client requests can run. */
const pruning = { work: 10, pause: 40 };

type Task = (lake: Lake, dataset: Dataset, signal: AbortSignal) => Promise<void>;

/** Starts the scheduled jobs: pruning history and publishing releases. Returns a function that stops them. */
export function startMaintenance(lake: Lake): () => Promise<void> {
  const stop = new AbortController();
  const running = [
    runPeriodically(lake, intervals.history, pruneHistory, stop.signal),
    runPeriodically(lake, intervals.releases, publishDueReleases, stop.signal),
  ];
  return async () => {
    stop.abort();
    await Promise.all(running);
  };
}

/** Runs a task on all datasets, again and again, with pauses of `interval` milliseconds. */
async function runPeriodically(lake: Lake, interval: number, task: Task, signal: AbortSignal): Promise<void> {
  const retryAt = new WeakMap<Dataset, number>();
  while (!signal.aborted) {
    for (const dataset of lake.datasets.all())
      if (performance.now() >= (retryAt.get(dataset) ?? 0))
        await task(lake, dataset, signal).catch((error: unknown) => {
          if (signal.aborted || !dataset.isOpen) return;
          console.error(`Maintenance of the dataset "${dataset.name}" failed:`, error);
          retryAt.set(dataset, performance.now() + retryDelay);
        });
    await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Removes history older than `historyDays`, if the clock is trusted, and history beyond `historyBytes`. */
async function pruneHistory({ config, writer, isClockTrusted }: Lake, dataset: Dataset, signal: AbortSignal) {
  const { historyDays, historyBytes: maxBytes } = config;
  const retainsAllAges = historyDays === 0 || !isClockTrusted();
  const removeBefore = retainsAllAges ? '' : new Date(Date.now() - historyDays * day).toISOString();
  const command: Command = { kind: 'prune', limits: { removeBefore, maxBytes }, budget: pruning.work };
  while (dataset.isOpen && !(await writer.run(dataset, command)).isDone)
    await pause(pruning.pause, undefined, { signal });
}

async function publishDueReleases({ writer, isClockTrusted }: Lake, dataset: Dataset) {
  if (!isClockTrusted()) return;
  const due = dataset
    .idsFrom(releaseDocumentId(''))
    .flatMap((id) => asRelease(dataset.get(id)) ?? [])
    .flatMap(({ _id: id, state, publishAt = '' }) =>
      state === 'scheduled' ? { id, at: Date.parse(publishAt) } : [],
    )
    .filter(({ at }) => at <= Date.now())
    .sort((a, b) => a.at - b.at);
  for (const { id } of due) await writer.run(dataset, { kind: 'publishRelease', id });
}
