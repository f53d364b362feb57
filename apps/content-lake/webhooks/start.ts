import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Webhook } from '../config.ts';
import { youngHeap } from '../heap.ts';
import type { Lake } from '../lake.ts';
import { openDatabase } from '../store/open.ts';
import { outboxMigrations } from './outbox.ts';

/** What the thread works with: webhooks, the files of their outboxes, and the dataset that they follow. */
export type WebhookWork = {
  webhooks: { webhook: Webhook; outbox: string }[];
  projectId: string;
  name: string;
  file: string;
  seq: number;
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
  const { name, file, seq } = dataset;
  const workerData: WebhookWork = { webhooks, projectId: config.projectId, name, file, seq };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: youngHeap,
  });
  const unsubscribe = dataset.onCommit(() => worker.postMessage(dataset.seq));
  return () => {
    unsubscribe();
    return worker.terminate();
  };
}
