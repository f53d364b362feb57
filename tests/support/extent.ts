/**
 * Whether tests go to their full extent, as in `npm run test:endurance`, which runs those that ask for it once more
 * (`vitest.config.ts`).
 */
export const isFull = process.env.TEST_EXTENT === 'full';

/** What the ledger is on: SQLite, which one machine has, and PostgreSQL at the full extent. */
export const databases = [isFull ? 'PostgreSQL' : 'SQLite'];
