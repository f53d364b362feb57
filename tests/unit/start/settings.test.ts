import { expect, test } from 'vitest';
import { readSettings } from '#settings';
import { openSecrets } from '../../../apps/environment/secrets.ts';

test.each([
  ['SITE_URL', { SITE_URL: 'our website' }],
  ['SITE_URL', { SITE_URL: 'https://www.example.com/site' }],
  ['PORT', { PORT: 'abc' }],
  ['PAYMENT_ORDERS_PER_MINUTE', { PAYMENT_ORDERS_PER_MINUTE: 'many' }],
  ['PAYMENT_RETENTION_DAYS', { PAYMENT_RETENTION_DAYS: '0' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/bills' }],
  ['RAZORPAY_KEY_SECRET', { RAZORPAY_KEY_ID: 'rzp_live_abcdefghijklmn' }],
  ['SANITY_API_READ_TOKEN', { SANITY_PROJECT_ID: 'abc123' }],
  ['DATA_DIR', { DATA_DIR: '~/site' }],
  ['PAYMENT_REMINDER_DAYS', { PAYMENT_REMINDER_DAYS: 'three' }],
  ['PAYMENT_REMINDER_DAYS', { PAYMENT_REMINDER_DAYS: '1.5' }],
  ['PAYMENT_REMINDER_DAYS', { PAYMENT_REMINDER_DAYS: '0,' }],
  ['WEEKLY_LETTER_TO', { WEEKLY_LETTER_TO: 'a@example.com,' }],
])('a wrong setting is refused by its name %s: %j', (variable, environment) => {
  expect(() => readSettings(environment)).toThrow(new RegExp(`^ {2}${variable} [^]*\\.env\\.example`, 'm'));
});

test('a data folder that cannot be written is refused', () => {
  const inFile = () => openSecrets(`${import.meta.filename}/data`);
  expect(inFile).toThrow('Set DATA_DIR to a folder that you can write to');
});
