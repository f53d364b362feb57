import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { eventually } from '../../support/eventually.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { enquiry, newClient } from './enquiries.ts';

let stack: Stack;
let mail: MailServer;
let ledger: Database;
beforeAll(async () => {
  mail = await startMailServer();
  const noKeys = { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' };
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', ...noKeys };
  stack = await startStack({ parts: ['lake', 'site'], env });
  ledger = await openDatabase({ folder: path.join(stack.dataDir, 'payments') });
});
afterAll(async () => {
  await ledger?.destroy();
  await stack?.stop();
  await mail?.stop();
});

const sendEnquiry = async (message: string) => {
  const sent = await fetch(`${stack.siteUrl}/api/enquiry`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newClient() },
    body: new URLSearchParams({ path: '/contact', ...enquiry, message }),
    redirect: 'manual',
  });
  expect(sent.status).toBeLessThan(400);
};

test('without Razorpay keys, enquiries are mailed, other jobs run and no error is logged', async () => {
  await stack
    .client('administrator')
    .patch('siteSettings')
    .set({ 'enquiryCopies.keep': true, 'enquiryCopies.recipient': 'sales@example.com' })
    .commit();
  await eventually(async () => {
    const page = await (await fetch(`${stack.siteUrl}/contact`)).text();
    expect(page).toContain('we also receive a copy, so');
  });
  // Send each enquiry after the previous e-mail, so that all jobs have run several times.
  for (const count of [1, 2, 3]) {
    await sendEnquiry(`I need help ${count}`);
    await expect.poll(() => mail.to('sales@example.com')).toHaveLength(count);
  }
  const ran = async () =>
    (await ledger.selectFrom('jobs').select('name').where('ran_at', 'is not', null).execute())
      .map(({ name }) => name)
      .sort();
  await expect.poll(ran).toEqual(expect.arrayContaining(['clock', 'erasure', 'forgetting counts']));
  expect(stack.log.filter((line) => line.includes('payments are off'))).toHaveLength(1);
  expect(stack.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
