import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { logAs } from '#telemetry/log.ts';
import { follow } from '../store/follow.ts';
import { History } from '../store/history.ts';
import { openToRead } from '../store/open.ts';
import { dispatcher } from './dispatcher.ts';
import { outboxOf } from './outbox.ts';
import { send } from './send.ts';
import type { WebhookWork } from './start.ts';

// Fills an outbox from the dataset's log, from its present state on, and sends what is in it. What cannot be noted, as on a
// full disk, ends the thread: it is still in the log or the outbox, and the next thread begins with it.

logAs('content lake');
const { webhook, outbox: outboxFile, projectId, name, file, seq, startSeq }: WebhookWork = workerData;
const history = new History(openToRead(file));
const dataset = {
  seq,
  history,
  isOpen: true,
  onCommit(listener: () => void) {
    parentPort?.on('message', listener);
    return () => void parentPort?.off('message', listener);
  },
};
parentPort?.on('message', (newest: number) => {
  dataset.seq = newest;
});

const outbox = outboxOf(new Database(outboxFile, { timeout: 5000 }), webhook);
const wake = dispatcher(outbox, (message) => send({ ...webhook, projectId }, message));
// A log that is shorter than what was read of it is another one: the dataset was made anew, or restored.
if ((outbox.cursor(name) ?? Number.POSITIVE_INFINITY) > seq) outbox.startAt(name, startSeq);
wake();
for await (const row of follow(dataset, outbox.cursor(name) ?? 0)) {
  if (row.seq !== (outbox.cursor(name) ?? 0) + 1)
    console.warn('Webhooks were not sent for changes so old that history has forgotten them.');
  const transaction = history.at(row.seq);
  if (transaction) await outbox.collect(name, transaction);
  wake();
}
