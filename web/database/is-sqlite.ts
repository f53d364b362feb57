import type { Database } from './tables.ts';

/** Avoids `instanceof`, since Next bundles each route with its own copy of Kysely's classes. */
export const isSqlite = (db: Database): boolean => !db.getExecutor().adapter.supportsTransactionalDdl;
