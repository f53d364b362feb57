import { siteSettings } from '#web/env.ts';
import { openDatabase } from './database.ts';
import { databasePlace } from './place.ts';

// For `npm run deploy`: whether a new release runs on the ledger. Throws an Error if not.
await (await openDatabase(databasePlace(siteSettings()))).destroy();
