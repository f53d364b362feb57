import { siteSettings } from '#web/env.ts';
import { openDatabase } from './database.ts';
import { databasePlace } from './place.ts';

// What `npm run deploy` asks of a release before it takes over: whether that runs on the ledger. Throws an Error if not.
await (await openDatabase(databasePlace(siteSettings()))).destroy();
