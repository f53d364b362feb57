import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { billStorm } from './bill-storm.ts';
import { storm } from './storm.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

// The full storm of 2,000 orders runs with `npm run bench payments-storm`.
describe('a storm of every kind of customer, with sites and database killed every few seconds', () => {
  test.each([
    ['SQLite', 1],
    ['PostgreSQL', 2],
  ] as const)('ends with the gateway’s truth on %s, with %d sites', async (kind, sites) => {
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

// 1,000 bills run with `npm run bench payments-storm`.
describe('a storm of bills that are paid in every way, by their links and outside the gateway', () => {
  test.each([
    ['SQLite', 1],
    ['PostgreSQL', 2],
  ] as const)('ends with every bill, file and statement right on %s, with %d sites', async (kind, sites) => {
    const { faults, bills } = await billStorm({
      bills: 110,
      sites,
      killEveryMs: 1500,
      mostKills: 4,
      postgres: kind === 'PostgreSQL' ? postgres : undefined,
    });
    expect(faults).toEqual([]);
    expect(bills).toBe(120);
  });
});
