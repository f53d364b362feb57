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

/** The site's database, opened on first use. One that could not be opened is tried again by the next request. */
export function getDatabase(): Promise<Database> {
  oncePerProcess.database ??= openDatabase(databasePlace(siteSettings())).catch((error: unknown) => {
    delete oncePerProcess.database;
    throw error;
  });
  return oncePerProcess.database;
}
