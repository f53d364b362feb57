import { setTimeout as pause } from 'node:timers/promises';
import { publishScheduledRelease } from './commands.ts';
import type { Lake } from './lake.ts';
import { asRelease, releaseDocumentId } from './releases/release.ts';
import type { Dataset } from './store/dataset.ts';
import { pruneHistory } from './store/prune-history.ts';
import { day, hour, minute, second } from './units.ts';

const intervals = { history: hour, releases: second };
/** While the newest transaction is older than this, the clock may be wrong, and nothing is erased by age. */
const longestSilence = 30 * day;
/** Delay after a failure, such as a full disk. */
const retryDelay = minute;

type Task = (lake: Lake, dataset: Dataset, signal: AbortSignal) => Promise<void>;

/** Starts the scheduled jobs: pruning history and publishing releases. Returns a function that stops them. */
export function startMaintenance(lake: Lake): () => Promise<void> {
  const stop = new AbortController();
  const running = [
    runPeriodically(lake, intervals.history, pruneOldHistory, stop.signal),
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

/** Removes history older than `historyDays`, unless the clock may be wrong, and history beyond `historyBytes`. */
async function pruneOldHistory({ config }: Lake, dataset: Dataset, signal: AbortSignal) {
  const { historyDays, historyBytes: maxBytes } = config;
  const now = Date.now();
  const newest = dataset.history.at(dataset.seq)?.timestamp ?? '';
  const isDoubtful = now - Date.parse(newest) > longestSilence;
  if (isDoubtful && !doubted.has(dataset)) console.error(clockWarning(dataset.name, now, newest));
  if (isDoubtful) doubted.add(dataset);
  const retainsAllAges = historyDays === 0 || isDoubtful;
  const removeBefore = retainsAllAges ? '' : new Date(now - historyDays * day).toISOString();
  await pruneHistory(dataset, { removeBefore, maxBytes }, signal);
}

/** Datasets for which the log has the warning. */
const doubted = new WeakSet<Dataset>();

const clockWarning = (name: string, now: number, newest: string) =>
  `This machine's clock says ${new Date(now).toISOString()}, but the newest change of the dataset "${name}" is of ${newest}. Until the next change, no history is erased by age. If the clock is wrong, correct it: timedatectl set-ntp true`;

async function publishDueReleases({ currentRoles }: Lake, dataset: Dataset) {
  const due = dataset
    .idsFrom(releaseDocumentId(''))
    .flatMap((id) => asRelease(dataset.get(id)) ?? [])
    .flatMap(({ _id: id, state, publishAt = '' }) =>
      state === 'scheduled' ? { id, at: Date.parse(publishAt) } : [],
    )
    .filter(({ at }) => at <= Date.now())
    .sort((a, b) => a.at - b.at);
  for (const { id } of due) publishScheduledRelease(dataset, id, currentRoles);
}
