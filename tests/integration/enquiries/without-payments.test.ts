import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { enquiry, newClient } from './enquiries.ts';

let stack: Stack;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  const noKeys = { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' };
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', ...noKeys };
  stack = await startStack({ parts: ['lake', 'site'], env });
});
afterAll(async () => {
  await stack.stop();
  await mail.stop();
});

test('without keys for Razorpay an enquiry is mailed, and the log says once that payments are off', async () => {
  await stack
    .client('administrator')
    .patch('siteSettings')
    .set({ 'enquiryCopies.keep': true, 'enquiryCopies.recipient': 'sales@example.com' })
    .commit();
  await eventually(async () => {
    const page = await (await fetch(`${stack.siteUrl}/contact`)).text();
    expect(page).toContain('we also receive a copy of it');
  });
  const sent = await fetch(`${stack.siteUrl}/api/enquiry`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newClient() },
    body: new URLSearchParams({ path: '/contact', ...enquiry }),
    redirect: 'manual',
  });
  expect(sent.status).toBeLessThan(400);
  await expect.poll(() => mail.to('sales@example.com')).toHaveLength(1);
  expect(stack.log.filter((line) => line.includes('payments are off'))).toHaveLength(1);
  expect(stack.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
