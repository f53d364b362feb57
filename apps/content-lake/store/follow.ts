import { setImmediate } from 'node:timers/promises';
import type { Dataset } from './dataset.ts';
import type { TransactionRow } from './history.ts';

/**
 * Every transaction after the one numbered `seq`, in order: those of before, then each as it is written. News of a commit
 * only ends the wait; what is told is read from the log.
 */
export async function* follow(
  dataset: Dataset,
  seq: number,
  signal?: AbortSignal,
): AsyncGenerator<TransactionRow> {
  let news = Promise.withResolvers<void>();
  const wake = () => news.resolve();
  const unsubscribe = dataset.onCommit(wake);
  signal?.addEventListener('abort', wake);
  try {
    for (let at = seq; dataset.isOpen && !signal?.aborted; ) {
      const next = dataset.history.next(at);
      if (next && next.seq <= dataset.seq) {
        yield next;
        at = next.seq;
      } else {
        news = Promise.withResolvers();
        await news.promise;
      }
      // The lake answers requests between two; the one that wrote, before anything follows from it.
      await setImmediate();
    }
  } finally {
    unsubscribe();
  }
}
