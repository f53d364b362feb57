import { readSettings } from '#settings';
import { counted } from './counted.ts';
import { openPayments } from './payments.ts';
import { reconcile } from './reconciliation.ts';
import { paymentSettings } from './settings.ts';

// `npm run payments:reconcile`: asks Razorpay about every order that is due, as the server does every minute.
const payments = await openPayments(paymentSettings(readSettings(process.env)));
try {
  const { asked, paid, failed } = await reconcile(payments, { limit: 10_000 });
  console.log(
    `Asked about ${counted(asked, 'order')}: ${paid} turned out to be paid, ${failed} could not be asked about.`,
  );
  if (failed > 0) process.exitCode = 1;
} finally {
  await payments.db.destroy();
}
