import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Webhook } from '../config.ts';
import { youngHeap } from '../heap.ts';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { openDatabase } from '../store/open.ts';
import { outboxMigrations } from './outbox.ts';

/** Milliseconds before a thread that has failed, as on a full disk, is started again. */
const restartDelay = 5_000;

/** What a thread works with: a webhook, the file of its outbox, and the dataset that it follows. */
export type WebhookWork = {
  webhook: Webhook;
  outbox: string;
  projectId: string;
  name: string;
  file: string;
  seq: number;
  /** The number of the last transaction when the lake started, after which a new webhook is sent. */
  startSeq: number;
};

/**
 * Sends the configured webhooks for changes of the main dataset, until the returned function is called. What they have
 * not noted as sent by the end is sent again.
 */
export function startWebhooks({ config, datasets }: Lake): () => Promise<unknown> {
  const dataset = datasets.get(config.dataset);
  const { name, file, seq: startSeq } = dataset;
  const stops = config.webhooks.map((webhook) => {
    const outbox = path.join(config.folder, 'webhooks', `${webhook.id}.sqlite`);
    mkdirSync(path.dirname(outbox), { recursive: true });
    // What is wrong with it is said at the start.
    openDatabase(outbox, outboxMigrations).close();
    return startThread(dataset, { webhook, outbox, projectId: config.projectId, name, file, startSeq });
  });
  return () => Promise.all(stops.map((stop) => stop()));
}

/** A webhook has a thread of its own, since a large import is much to read, and what fails in one stops no other. */
function startThread(dataset: Dataset, work: Omit<WebhookWork, 'seq'>) {
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const workerData: WebhookWork = { ...work, seq: dataset.seq };
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
    clearTimeout(timer);
    await worker?.removeAllListeners('exit').terminate();
  };
}
