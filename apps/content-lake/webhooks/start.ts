import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Webhook } from '../config.ts';
import { youngHeap } from '../heap.ts';
import type { Lake } from '../lake.ts';
import { openDatabase } from '../store/open.ts';
import { outboxMigrations } from './outbox.ts';

/** Milliseconds before a thread that has failed, as on a full disk, is started again. */
const restartDelay = 5_000;

/** What the thread works with: webhooks, the files of their outboxes, and the dataset that they follow. */
export type WebhookWork = {
  webhooks: { webhook: Webhook; outbox: string }[];
  projectId: string;
  name: string;
  file: string;
  seq: number;
  /** The number of the last transaction when the lake started, after which a new webhook is sent. */
  startSeq: number;
};

/**
 * Sends the configured webhooks for changes of the main dataset, until the returned function is called. A thread of its
 * own does all of it, since a large import is much to read. What it has not noted as sent by the end is sent again.
 */
export function startWebhooks({ config, datasets }: Lake): () => Promise<unknown> {
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
  const { name, file, seq: startSeq } = dataset;
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const { seq } = dataset;
    const workerData: WebhookWork = { webhooks, projectId: config.projectId, name, file, seq, startSeq };
    worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, resourceLimits: youngHeap });
    worker.on('error', (error) => console.error('Webhooks wait until they can be noted:', error));
    worker.on('exit', () => {
      timer = setTimeout(start, restartDelay).unref();
    });
  };
  start();
  const unsubscribe = dataset.onCommit(() => worker?.postMessage(dataset.seq));
  return async () => {
    unsubscribe();
    await worker?.removeAllListeners('exit').terminate();
    clearTimeout(timer);
  };
}
