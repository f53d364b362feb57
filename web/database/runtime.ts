import { siteSettings } from '#web/env.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { openDatabase } from './database.ts';
import { databaseLocation } from './location.ts';
import type { Database } from './tables.ts';

declare global {
  interface OncePerProcess {
    database: Promise<Database>;
  }
}

/** Opens the ledger on first use. After a failure, the next call tries again. */
export function getDatabase(): Promise<Database> {
  oncePerProcess.database ??= openDatabase(databaseLocation(siteSettings())).catch((error: unknown) => {
    delete oncePerProcess.database;
    throw error;
  });
  return oncePerProcess.database;
}
