import path from 'node:path';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { openDatabase } from '../store/open.ts';
import { Dispatcher } from './dispatcher.ts';
import { Outbox, outboxMigrations } from './outbox.ts';
import { send } from './send.ts';

/** Transactions that are read from the log at a time; between two batches the lake answers requests. */
const BATCH = 50;

/** Sends signed webhooks for what is published, until the returned function is called. */
export function startWebhooks(lake: Lake): () => Promise<void> {
  const { webhook, folder, projectId } = lake.config;
  if (!webhook) return async () => undefined;
  const outbox = new Outbox(openDatabase(path.join(folder, 'webhooks.sqlite'), outboxMigrations));
  const dispatcher = new Dispatcher(outbox, (message, stop) =>
    send({ ...webhook, projectId }, message, stop),
  );
  const dataset = lake.datasets.get(lake.config.dataset);
  const stopFollowing = follow(dataset, outbox, () => dispatcher.wake());
  dispatcher.wake();
  return async () => {
    stopFollowing();
    await dispatcher.close();
    outbox.close();
  };
}

/** Fills the outbox from the dataset's log, now and after every commit. A dataset is followed from its present state on. */
function follow(dataset: Dataset, outbox: Outbox, added: () => void): () => void {
  const { history, name } = dataset;
  const cursor = outbox.cursor(name);
  // A log that is shorter than what was read of it is another one: the dataset was made anew, or restored.
  if (cursor === undefined || cursor > history.lastSeq()) outbox.startAt(name, history.lastSeq());
  let scheduled: NodeJS.Immediate | undefined;

  function read() {
    scheduled = undefined;
    const transactions = history.since(outbox.cursor(name) ?? 0, BATCH);
    if (transactions.length === 0) return;
    outbox.collect(name, transactions);
    added();
    if (transactions.length === BATCH) schedule();
  }

  function schedule() {
    // After the commit has been acknowledged, never before.
    scheduled ??= setImmediate(read);
  }

  schedule();
  const unsubscribe = dataset.onCommit(schedule);
  return () => {
    unsubscribe();
    clearImmediate(scheduled);
  };
}
