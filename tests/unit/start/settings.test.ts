import { expect, test } from 'vitest';
import { readSettings } from '#settings';
import { openSecrets } from '../../../apps/environment/secrets.ts';

const [SMTP_URL, MAIL_FROM] = ['smtps://user:pass@mail.example.com:465', 'Agency <bills@example.com>'];

test.each<[variable: string, environment: Record<string, string>]>([
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
  ['PAYMENT_NOTICE_TO', { PAYMENT_NOTICE_TO: 'owner' }],
  ['MAIL_FROM', { SMTP_URL }],
  ['SMTP_URL', { MAIL_FROM }],
  ['SMTP_URL', { MAIL_FROM, SMTP_URL: 'https://mail.example.com' }],
  ['SMTP_URL', { MAIL_FROM, SMTP_URL: 'smtps://user@mail.example.com' }],
  ['MAIL_FROM', { SMTP_URL, MAIL_FROM: 'Agency' }],
  ['MAIL_FROM', { SMTP_URL, MAIL_FROM: 'a@example.com, b@example.com' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'loopback,,private' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'nginx.example.com' }],
  ['WEEKLY_LETTER_TO', { WEEKLY_LETTER_TO: 'a@example.com,' }],
])('a wrong setting is refused by its name %s: %j', (variable, environment) => {
  expect(() => readSettings(environment)).toThrow(new RegExp(`^ {2}${variable} [^]*\\.env\\.example`, 'm'));
});

test('a data folder that cannot be written is refused', () => {
  const inFile = () => openSecrets(`${import.meta.filename}/data`);
  expect(inFile).toThrow('Set DATA_DIR to a folder that you can write to');
});
