/** @module-tag protect */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { billStorm } from './bill-storm/storm.ts';
import { storm } from './storm.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

// `npm run bench payments-storm` runs the full storms: 2,000 orders and 1,000 bills.
describe('a storm of every kind of customer, with sites and database killed every few seconds', () => {
  test.each([
    ['SQLite', 1],
    ['PostgreSQL', 2],
  ] as const)('ends with the gateway’s state on %s, with %d sites', async (kind, sites) => {
    const result = await storm({
      orders: 130,
      sites,
      killEveryMs: 1500,
      mostKills: 4,
      postgres: kind === 'PostgreSQL' ? postgres : undefined,
    });
    expect(result.faults).toEqual([]);
    expect(result.truth.captured.length).toBeGreaterThan(100);
    expect(result.acknowledged).toBeGreaterThan(40);
    expect(result.webhooksLost).toBeGreaterThan(20);
    expect(result.differedBefore).toBeGreaterThan(0);
  });
});

// Set STORM_SEED to the seed that a failure prints to repeat the same actions.
describe('a storm of bills, around the end of a financial year', () => {
  test.each([
    ['SQLite', 1, 100],
    ['PostgreSQL', 2, 500],
  ] as const)('ends with every file and statement right on %s, with %d sites', async (kind, sites, count) => {
    const { faults, bills, outcomes, seed } = await billStorm({
      ...{ bills: count, sites, killEveryMs: 3000, mostKills: 3 * sites },
      postgres: kind === 'PostgreSQL' ? postgres : undefined,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
    // Cancelled bills that were created again come on top.
    expect(bills).toBeGreaterThanOrEqual(count);
    expect(outcomes.get('approves own request')?.done ?? 0).toBe(0);
  });
});
