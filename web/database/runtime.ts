import { siteSettings } from '#web/env.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { openDatabase } from './database.ts';
import { databasePlace } from './place.ts';
import type { Database } from './tables.ts';

declare global {
  interface OncePerProcess {
    database: Promise<Database>;
  }
}

/** Opened on first use; after a failure the next request retries. */
export function getDatabase(): Promise<Database> {
  oncePerProcess.database ??= openDatabase(databasePlace(siteSettings())).catch((error: unknown) => {
    delete oncePerProcess.database;
    throw error;
  });
  return oncePerProcess.database;
}
