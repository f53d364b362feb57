import type { Database } from '#web/database/tables.ts';

/**
 * Extends all current rate limit windows to a minute from now. Call it between requests that together reach a limit: on a
 * slow machine, they take longer than the window.
 */
export async function renewRateLimits(ledger: Database): Promise<void> {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await ledger.updateTable('rate_limits').set({ expires_at }).execute();
}
