/** Whether tests run at full length, as in `npm run test:endurance`, which repeats the tests that use this (`vitest.config.ts`). */
export const isFull = process.env.TEST_EXTENT === 'full';

/** Databases for the ledger's tests: SQLite, or PostgreSQL in the projects that repeat these tests on it. */
export const databases = [process.env.TEST_LEDGER ?? 'SQLite'];
