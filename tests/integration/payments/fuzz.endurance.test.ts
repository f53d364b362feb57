/** @module-tag protect */
import { expect, test } from 'vitest';
import { propertySeed } from '../../support/property-seed.ts';
import { fuzz, fuzzStaff } from './fuzz-run.ts';

// `npm run bench payments-fuzz` sends 20,000 bodies to each route.
test('no malformed body causes a 5xx or a row in the ledger', async () => {
  const result = await fuzz(400, propertySeed);
  expect({ propertySeed, broken: result.broken, rows: result.rowsInLedger }).toEqual({
    propertySeed,
    broken: [],
    rows: 0,
  });
  expect(result.statuses[400]).toBeGreaterThan(500);
});

test('no malformed call of the staff API causes a 5xx', async () => {
  const { routes, statuses, broken } = await fuzzStaff(100, propertySeed);
  expect({ propertySeed, broken }).toEqual({ propertySeed, broken: [] });
  expect(routes).toBeGreaterThan(30);
  expect(statuses[400]).toBeGreaterThan(1000);
});
