import { siteSettings } from '#web/env.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { openLedger } from './database.ts';

// What `npm run deploy` asks of a release before it takes over: whether that runs on the ledger. Throws an Error if not.
await (await openLedger(paymentSettings(siteSettings()))).destroy();
