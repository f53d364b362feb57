import { readSettings } from '#settings';
import { openPayments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { keep } from './enquiries.ts';

// Keeps one enquiry after the other until it is killed, and says each before and after.
const payments = await openPayments(paymentSettings(readSettings(process.env)));
for (let count = 0; ; count += 1) {
  const message = `${process.argv[2]} ${count}`;
  process.stdout.write(`begun ${message}\n`);
  await keep(payments, { message });
  process.stdout.write(`kept ${message}\n`);
}
