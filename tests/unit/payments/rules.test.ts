import { expect, test } from 'vitest';
import { readSettings } from '#settings';
import { createGateway } from '#web/payments/razorpay/client.ts';
import { paymentSettings } from '#web/payments/settings.ts';

const keys = { RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' };
const readPaymentSettings = (environment: Record<string, string>) =>
  paymentSettings(readSettings(environment));
test('a live key with an address other than Razorpay’s is refused, in both places', () => {
  const live = { ...keys, RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_API_URL: 'http://localhost:3200' };
  expect(() => readPaymentSettings(live)).toThrow('RAZORPAY_API_URL must be empty with a live key');
  expect(() =>
    createGateway({ keyId: 'rzp_live_x', keySecret: 's', apiUrl: 'http://localhost:3200' }),
  ).toThrow();
});
test('a mail server needs an address and a sender', () => {
  const [SMTP_URL, MAIL_FROM] = ['smtps://user:pass@mail.example.com:465', 'Agency <bills@example.com>'];
  expect(readSettings({ SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM });
  expect(readSettings({}).mail).toBeUndefined();
});
test('an empty secret signs nothing: the previous one is used only if set', () => {
  const secretsWith = (previous: string) =>
    readPaymentSettings({
      ...keys,
      RAZORPAY_KEY_ID: 'rzp_test_x',
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous,
    }).webhookSecrets;
  expect(secretsWith('')).toEqual(['w']);
  expect(secretsWith('before')).toEqual(['w', 'before']);
});
test('test and real payments have separate ledgers', () => {
  const [test, live] = ['rzp_test_x', 'rzp_live_x'].map(
    (keyId) => readPaymentSettings({ ...keys, RAZORPAY_KEY_ID: keyId }).folder,
  );
  expect(test).not.toBe(live);
});
test('a missing key is named', () => {
  expect(() => readPaymentSettings({ ...keys })).toThrow('RAZORPAY_KEY_ID is missing');
});
