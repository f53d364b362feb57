/** Whether tests run at full length, as in `npm run test:endurance`, which repeats the tests that use this (`vitest.config.ts`). */
export const isFull = process.env.TEST_EXTENT === 'full';

/** Databases for the ledger's tests: SQLite, or PostgreSQL at full length. */
export const databases = [isFull ? 'PostgreSQL' : 'SQLite'];
