import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { eventually } from '../../support/eventually.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startStack } from '../../support/stack.ts';
import { enquiry, newClient } from './enquiries.ts';

const mail = await closeAfterwards(startMailServer());
const noKeys = { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' };
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', ...noKeys };
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], env }));
const ledger = await closeAfterwards(openDatabase({ folder: path.join(stack.dataDir, 'payments') }));

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
  const sent = await fetch(`${stack.siteUrl}/api/enquiry`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newClient() },
    body: new URLSearchParams({ path: '/contact', ...enquiry }),
    redirect: 'manual',
  });
  expect(sent.status).toBeLessThan(400);
  await expect.poll(() => mail.to('sales@example.com')).toHaveLength(1);
  const ran = async () =>
    (await ledger.selectFrom('jobs').select('name').where('ran_at', 'is not', null).execute())
      .map(({ name }) => name)
      .sort();
  await expect.poll(ran).toEqual(expect.arrayContaining(['erasure', 'forgetting counts', 'reviews']));
  expect(stack.log.filter((line) => line.includes('payments are off'))).toHaveLength(1);
  expect(stack.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
