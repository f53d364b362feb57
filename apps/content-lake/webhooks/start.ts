import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Webhook } from '../config.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { follow } from '../store/follow.ts';
import { openDatabase } from '../store/open.ts';
import { Dispatcher } from './dispatcher.ts';
import { Outbox, outboxMigrations } from './outbox.ts';
import { send } from './send.ts';

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
  const stop = new AbortController();
  const filling = fill(outbox, dataset, () => dispatcher.wake(), stop.signal);
  return async () => {
    stop.abort();
    await filling;
    await dispatcher.close();
    outbox.close();
  };
}

/** Fills the outbox from the dataset's log. A dataset is followed from its present state on. */
async function fill(outbox: Outbox, dataset: Dataset, added: () => void, signal: AbortSignal) {
  const { history, name } = dataset;
  // A log that is shorter than what was read of it is another one: the dataset was made anew, or restored.
  if ((outbox.cursor(name) ?? Number.POSITIVE_INFINITY) > history.lastSeq())
    outbox.startAt(name, history.lastSeq());
  added();
  while (!signal.aborted)
    try {
      for await (const row of follow(dataset, outbox.cursor(name) ?? 0, signal)) {
        if (row.seq !== (outbox.cursor(name) ?? 0) + 1)
          console.warn('Webhooks were not sent for changes so old that history has forgotten them.');
        await outbox.collect(name, { ...row, changes: history.changes(row.seq) });
        added();
      }
    } catch (error) {
      console.error('Webhooks wait until they can be noted:', error);
      await pause(retryAfter, undefined, { signal, ref: false }).catch(() => undefined);
    }
}
