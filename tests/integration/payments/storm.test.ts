import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { storm } from './storm.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

// The full storm of 2,000 payments runs with `npm run bench payments-storm`.
describe('a storm of payments, with the site killed every few seconds', () => {
  test.each(['SQLite', 'PostgreSQL'])(
    'loses and doubles nothing on %s',
    { timeout: 240_000 },
    async (kind) => {
      const databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
      const result = await storm({
        payments: 120,
        killEveryMs: 1500,
        mostKills: 3,
        ...(databaseUrl ? { databaseUrl } : {}),
      });
      expect(result.faults).toEqual([]);
      expect(result.captured).toBeGreaterThan(100);
      expect(result.acknowledged).toBeGreaterThan(40);
      expect(result.webhooksLost).toBeGreaterThan(20);
    },
  );
});
