import { readSettings } from '#settings';
import { counted } from './counted.ts';
import { erasePersonalData } from './erasure.ts';
import { openLedger } from './ledger/database.ts';
import { paymentSettings } from './settings.ts';

// `npm run payments:erase [-- --days N]`: erases names and phone numbers of payments older than N days
// (PAYMENT_RETENTION_DAYS unless given), as the server does every day.
const settings = paymentSettings(readSettings(process.env));
const at = process.argv.indexOf('--days');
const days = at === -1 ? settings.retentionDays : Number(process.argv[at + 1]);
if (!Number.isInteger(days) || days < 1) {
  console.error('Give a whole number of days: npm run payments:erase -- --days 2922');
  process.exitCode = 1;
} else {
  const db = await openLedger(settings);
  try {
    const erased = await erasePersonalData(db, days, Date.now());
    console.log(`Erased the personal data of ${counted(erased, 'order')}.`);
  } finally {
    await db.destroy();
  }
}
