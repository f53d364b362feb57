import type { Database } from './tables.ts';

/** Not by `instanceof`: Next bundles each route with its own copy of Kysely's classes, and all share one ledger. */
export const isSqlite = (db: Database): boolean => !db.getExecutor().adapter.supportsTransactionalDdl;
