import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Webhook } from '../config.ts';
import type { Lake } from '../lake.ts';
import { openDatabase } from '../store/open.ts';
import { outboxMigrations } from './outbox.ts';

/** Milliseconds before a thread that failed is started again. */
const restartDelay = 5_000;

/** What the thread of the webhooks works with. */
export type WebhookWork = {
  webhooks: { webhook: Webhook; outbox: string }[];
  projectId: string;
  /** Of the dataset that they follow, with the number of its newest transaction. */
  name: string;
  file: string;
  seq: number;
};

/**
 * Sends the configured webhooks for changes of the main dataset, until the returned function is called. A thread of its
 * own does all of it, since a large import is much to read.
 */
export function startWebhooks({ config, datasets }: Lake): () => Promise<void> {
  if (config.webhooks.length === 0) return async () => undefined;
  const folder = path.join(config.folder, 'webhooks');
  mkdirSync(folder, { recursive: true });
  const webhooks = config.webhooks.map((webhook) => {
    const outbox = path.join(folder, `${webhook.id}.sqlite`);
    // What is wrong with it is said at the start.
    openDatabase(outbox, outboxMigrations).close();
    return { webhook, outbox };
  });
  const dataset = datasets.get(config.dataset);
  const { name, file } = dataset;
  let timer: NodeJS.Timeout | undefined;
  let worker = start();

  function start(): Worker {
    const { seq } = dataset;
    const workerData: WebhookWork = { webhooks, projectId: config.projectId, name, file, seq };
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    started.on('error', (error) => {
      console.error('The thread that sends webhooks failed:', error);
      timer = setTimeout(() => {
        worker = start();
      }, restartDelay);
    });
    return started;
  }

  const unsubscribe = dataset.onCommit(() => worker.postMessage(dataset.seq));
  return async () => {
    unsubscribe();
    clearTimeout(timer);
    // What it has not noted as sent is sent again.
    await worker.terminate();
  };
}
