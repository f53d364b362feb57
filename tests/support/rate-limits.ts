import type { Database } from '#web/database/tables.ts';

/**
 * Gives all windows of rate limits that have begun another minute. Call it between the requests of a test that together
 * reach a limit: on a slow machine they take longer than the window.
 */
export async function renewRateLimits(ledger: Database): Promise<void> {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await ledger.updateTable('rate_limits').set({ expires_at }).execute();
}
