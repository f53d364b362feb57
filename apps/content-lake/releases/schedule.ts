import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { follow } from '../store/follow.ts';
import { asRelease, releaseDocumentId } from './release.ts';

/** Longer waits overflow a timer; then it looks again. Milliseconds. */
const longestWait = 24 * 60 * 60 * 1000;
/** When publishing could not even be refused, as on a full disk. Milliseconds. */
const retryAfter = 60 * 1000;

/** Publishes releases at their time, or at the start if it has passed. Datasets made later wait for the next start. */
export function startSchedule(lake: Lake): () => void {
  const stop = new AbortController();
  for (const { name } of lake.datasets.list())
    schedule(lake, lake.datasets.get(name), stop.signal).catch((error: unknown) =>
      console.error('Scheduled releases wait for the next start:', error),
    );
  return () => stop.abort();
}

async function schedule({ writer }: Lake, dataset: Dataset, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  function plan() {
    clearTimeout(timer);
    if (!dataset.isOpen || signal.aborted) return;
    const next = dataset
      .idsFrom(releaseDocumentId(''))
      .flatMap((id) => asRelease(dataset.get(id)) ?? [])
      .filter(({ state }) => state === 'scheduled')
      .flatMap(({ _id, publishAt }) => (publishAt ? [{ id: _id, at: Date.parse(publishAt) }] : []))
      .sort((a, b) => a.at - b.at)[0];
    if (!next) return;
    const wait = next.at - Date.now();
    timer = setTimeout(
      () =>
        wait > longestWait
          ? plan()
          : void writer.run(dataset, { kind: 'release', id: next.id }).then(plan, tryAgain),
      Math.min(Math.max(wait, 0), longestWait),
    ).unref();
  }
  function tryAgain(error: unknown) {
    console.error('A scheduled release could not be published:', error);
    timer = setTimeout(plan, retryAfter).unref();
  }
  const { seq } = dataset;
  plan();
  for await (const transaction of follow(dataset, seq, signal))
    if (dataset.history.changedIds(transaction.seq).some(({ id }) => id.startsWith(releaseDocumentId(''))))
      plan();
  clearTimeout(timer);
}
