import { siteSettings } from '#web/env.ts';
import { openDatabase } from './database.ts';
import { databaseLocation } from './location.ts';

// Used by `npm run deploy`: opens the ledger with the new release. Throws an Error if the release cannot run on it.
await (await openDatabase(databaseLocation(siteSettings()))).destroy();
