import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Webhook } from '../config.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { openDatabase } from '../store/open.ts';
import { Dispatcher } from './dispatcher.ts';
import { Outbox, outboxMigrations } from './outbox.ts';
import { send } from './send.ts';

/** Transactions that are read from the log at a time; between two batches the lake answers requests. */
const batchSize = 50;
/** When messages could not be stored, as on a full disk. Milliseconds. */
const retryAfter = 5_000;

/** Sends the configured webhooks for changes of the main dataset, until the returned function is called. */
export function startWebhooks({ config, datasets }: Lake): () => Promise<void> {
  const folder = path.join(config.folder, 'webhooks');
  mkdirSync(folder, { recursive: true });
  const stops = config.webhooks.map((webhook) =>
    start(webhook, folder, datasets.get(config.dataset), config),
  );
  return async () => {
    for (const stop of stops) await stop();
  };
}

function start(webhook: Webhook, folder: string, dataset: Dataset, { projectId }: { projectId: string }) {
  const outbox = new Outbox(
    openDatabase(path.join(folder, `${webhook.id}.sqlite`), outboxMigrations),
    webhook,
  );
  const dispatcher = new Dispatcher(outbox, (message, stop) =>
    send({ ...webhook, projectId }, message, stop),
  );
  const stopFollowing = follow(dataset, outbox, () => dispatcher.wake());
  return async () => {
    await stopFollowing();
    await dispatcher.close();
    outbox.close();
  };
}

/** Fills the outbox from the dataset's log, now and after every commit. A dataset is followed from its present state on. */
function follow(dataset: Dataset, outbox: Outbox, added: () => void): () => Promise<void> {
  const { history, name } = dataset;
  const cursor = outbox.cursor(name);
  // A log that is shorter than what was read of it is another one: the dataset was made anew, or restored.
  if (cursor === undefined || cursor > history.lastSeq()) outbox.startAt(name, history.lastSeq());
  let hasMore = false;
  let isStopped = false;
  let reading: Promise<void> | undefined;

  async function read() {
    while (hasMore && !isStopped) {
      // After the commit has been acknowledged, never before.
      await setImmediate();
      const transactions = history.since(outbox.cursor(name) ?? 0, batchSize);
      hasMore = transactions.length === batchSize;
      await outbox.collect(name, transactions);
      added();
    }
    reading = undefined;
  }

  function wake() {
    hasMore = true;
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      console.error('Webhooks wait until they can be noted:', error);
      setTimeout(wake, retryAfter).unref();
    });
  }

  wake();
  const unsubscribe = dataset.onCommit(wake);
  return async () => {
    unsubscribe();
    isStopped = true;
    await reading;
  };
}
