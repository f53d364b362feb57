/** @module-tag protect */
import { describe, expect, test } from 'vitest';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';
import { propertySeed } from '../../support/property-seed.ts';
import { billStorm } from './bill-storm/storm.ts';
import { storm } from './storm.ts';

const postgres = await closeAfterwards(startPostgres());

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
      seed: propertySeed,
      postgres: kind === 'PostgreSQL' ? postgres : undefined,
    });
    expect(result.faults).toEqual([]);
    expect(result.truth.captured.length).toBeGreaterThan(100);
    expect(result.acknowledged).toBeGreaterThan(40);
    expect(result.webhooksLost).toBeGreaterThan(20);
  });
});

describe('a storm of bills, around the end of a financial year', () => {
  test.each([
    ['SQLite', 1],
    ['PostgreSQL', 2],
  ] as const)('ends with every file and statement right on %s, with %d sites', async (kind, sites) => {
    const faults = await billStorm({
      ...{ bills: 100, acts: 500, killEvery: 130, sites, seed: propertySeed },
      postgres: kind === 'PostgreSQL' ? postgres : undefined,
    });
    expect({ propertySeed, faults }).toEqual({ propertySeed, faults: [] });
  });
});
