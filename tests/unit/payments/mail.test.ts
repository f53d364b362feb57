/** @module-tag protect */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { moment } from '#web/database/moment.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import type { Bill } from '#web/payments/bill.ts';
import type { Source } from '#web/payments/ledger/entries.ts';
import { findOrder, insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { addNotifications, receiptMessage } from '#web/payments/messages/notifications.ts';
import type { Payments } from '#web/payments/payments.ts';
import { bill, gatewayOrder, id, payment } from '../../integration/payments/samples.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openTestMail } from './test-mail.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const owner = 'owner@example.com';

const post = await openTestMail(await createRunDatabase(), { PAYMENT_NOTICE_TO: owner });
const { payments, mail, send, later } = post;
beforeEach(() => post.reset());

let count = 0;
const newCustomer = () => {
  count += 1;
  return `customer-${count}@example.com`.toLowerCase();
};
/** A paid order of a customer with an e-mail address. */
async function paid(change: Partial<Bill> = {}, { source = 'webhook' as Source, at = post.clock.at } = {}) {
  const customerEmail = newCustomer();
  const typed = { ...bill, customerEmail, ...change };
  const order = await insertOrder(payments.db, gatewayOrder(), typed, { now: at });
  const seen = payment(order.id, { created_at: Math.floor(at / 1000) });
  const recorded = await recordPayment(payments.db, seen, source, post.clock.at);
  expect(recorded.outcome).toBe('recorded');
  return { order, seen, email: customerEmail };
}
const messageTo = async (recipient: string) => {
  const message = (await post.messagesTo(recipient)).at(-1);
  if (!message) throw new Error('There is no message.');
  return message;
};
const command = ['web/jobs/commands.ts', 'mail'];
const environment = () => ({ ...process.env, ...post.environment });
/** Sends while refusals are logged, and returns the log. */
const sendRefused = async (who?: Payments) => {
  const lines: string[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line));
  await send(who);
  warn.mockRestore();
  return lines;
};

test('a payment notifies its customer and staff, each with their own text', async () => {
  const { order, seen, email } = await paid({}, { source: 'verification' });
  await send();
  const [receipt, ...others] = mail.to(email);
  expect(others).toEqual([]);
  expect(receipt?.header('Subject')).toBe('Receipt for your bill: ₹1,499.50');
  expect(receipt?.header('From')).toBe('Example Agency <bills@example.com>');
  expect(receipt?.header('Message-ID')).toMatch(/^<[\w-]{36}@www\.example\.com>$/);
  expect(receipt?.header('Auto-Submitted')).toBe('auto-generated');
  const link = `https://www.example.com/pay-online/receipt/${order.receipt_token}`;
  for (const text of ['Good day,', 'your payment of ₹1,499.50', seen.id, 'by UPI', link, 'Example Agency'])
    expect(receipt?.text).toContain(text);
  expect(receipt?.html).toContain(`<a href="${link}">${link}</a>`);
  expect(receipt?.html).not.toMatch(/Verma|INV-1/);
  expect(post.subjectsTo(owner)).toEqual(['₹1,499.50 received for bill INV-1']);
  expect(await messageTo(email)).toMatchObject({
    state: 'sent',
    sent_at: moment(post.clock.at),
    attempts: 1,
  });
});

test('several processes at once send each message once', async () => {
  const customers = [];
  for (let index = 0; index < 10; index += 1) customers.push(await paid());
  await addNotifications(payments, post.clock.at);
  const run = promisify(execFile);
  const children = [1, 2].map(() => run(process.execPath, command, { env: environment() }));
  // These collide in every step; processes that start at different times may not.
  const others = await Promise.all([1, 2, 3].map(() => post.openWith()));
  await Promise.all([...children, ...others.map(send)]);
  await send();
  await Promise.all(others.map(({ db }) => db.destroy()));
  expect(customers.map(({ email }) => mail.to(email).length)).toEqual(customers.map(() => 1));
  expect(mail.to(owner)).toHaveLength(10);
  expect(new Set(mail.received.map((one) => one.header('Message-ID'))).size).toBe(20);
});

test('killed before the server responded, it is sent again under the same Message-ID once the claim has expired', async () => {
  const { email } = await paid();
  let id: string | undefined;
  const arrived = new Promise<void>((resolve) => {
    mail.responses.message = (message) => {
      if (!message.recipients.includes(email)) return undefined;
      id = message.header('Message-ID');
      resolve();
      return new Promise(() => undefined);
    };
  });
  const child = spawn(process.execPath, command, { env: environment(), stdio: 'ignore' });
  const ended = once(child, 'exit');
  await arrived;
  child.kill('SIGKILL');
  await ended;
  expect((await messageTo(email)).state).toBe('sending');

  mail.responses.message = undefined;
  // The killed process used the machine's clock.
  post.clock.at = Math.max(post.clock.at, Date.now());
  later(9 * minute);
  await send();
  expect(mail.to(email)).toEqual([]);
  later(2 * minute);
  await send();
  expect(mail.to(email).map((one) => one.header('Message-ID'))).toEqual([id]);
  expect((await messageTo(email)).state).toBe('sent');
});

test('“try again later” is retried; a refused address is not', async () => {
  const [patient, unknown] = [await paid(), await paid()];
  mail.responses.recipient = (address) =>
    ({ [patient.email]: 451, [unknown.email]: '550 5.1.1 no such user' })[address];
  const lines = await sendRefused();
  expect(await messageTo(unknown.email)).toMatchObject({ state: 'failed', next_at: null, attempts: 1 });
  expect((await messageTo(unknown.email)).problem).toContain('550');
  expect(await messageTo(patient.email)).toMatchObject({
    state: 'waiting',
    next_at: moment(post.clock.at + minute),
  });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('@');

  mail.responses.recipient = undefined;
  await send();
  expect(mail.to(patient.email)).toEqual([]);
  later(2 * minute);
  await send();
  later(day);
  await send();
  expect(mail.to(patient.email)).toHaveLength(1);
  expect(mail.to(unknown.email)).toHaveLength(0);
  expect(await messageTo(patient.email)).toMatchObject({ state: 'sent', problem: null, attempts: 2 });
});

test.each([
  ['recipient', '550 5.4.5 Daily sending quota exceeded', 'waiting'],
  ['recipient', '552 5.2.2 The mailbox is full', 'waiting'],
  ['message', '554 5.2.0 Submission quota exceeded', 'waiting'],
  ['message', '550 5.7.1 Message rejected', 'waiting'],
  ['recipient', '550 5.1.8 The domain of the sender does not exist', 'waiting'],
  ['recipient', '550 5.1.1 The mailbox does not exist', 'failed'],
  ['recipient', '553 5.1.3 The address is not valid', 'failed'],
  ['recipient', '550 no such user', 'waiting'],
] as const)('after %s is refused with “%s” a message is %s', async (which, response, state) => {
  const { email } = await paid();
  mail.responses.recipient = (address) => (which === 'recipient' && address === email ? response : undefined);
  mail.responses.message = ({ recipients }) =>
    which === 'message' && recipients.includes(email) ? response : undefined;
  await sendRefused();
  expect(await messageTo(email)).toMatchObject({ state, attempts: 1 });
  if (state === 'failed') return;
  mail.responses.recipient = undefined;
  mail.responses.message = undefined;
  later(2 * minute);
  await send();
  expect(mail.to(email)).toHaveLength(1);
});

test('while no server responds, messages wait for three days, and others are not tried in vain', async () => {
  const gone = await startMailServer();
  await gone.stop();
  const cut = await post.openWith({ SMTP_URL: gone.url });
  const [first, second] = [await paid(), await paid()];
  await sendRefused(cut);
  const attempts = async () =>
    (await Promise.all([first, second].map(({ email }) => messageTo(email)))).map((one) => one.attempts);
  expect(await attempts()).toEqual([1, 0]);
  for (let hours = 0; hours < 96 && (await messageTo(first.email)).state !== 'failed'; hours += 1) {
    if (hours === 71) expect((await messageTo(first.email)).state).toBe('waiting');
    // More messages than this are due; each run tries one.
    for (let run = 0; run < 5; run += 1) await sendRefused(cut);
    later(60 * minute);
  }
  expect(await messageTo(first.email)).toMatchObject({ state: 'failed' });
  await cut.db.destroy();
  await payments.db.updateTable('outbox').set({ state: 'failed' }).where('state', '=', 'waiting').execute();
});

test('customers are not notified of entries added late, and staff can still mail a receipt', async () => {
  later(day);
  const old = await paid({}, { at: post.clock.at - 2 * day });
  const another = await paid({}, { source: 'sweep', at: post.clock.at - 3 * day });
  await send();
  for (const { email } of [old, another]) expect(mail.to(email)).toEqual([]);
  expect((await receiptMessage(payments, old.order.id))?.text).toContain(old.seen.id);
});

test('an entry of a transaction that ended late is announced', async () => {
  await send();
  const before = post.clock.at;
  later(5 * minute);
  await send();
  post.clock.at = before - minute;
  const { email } = await paid();
  post.clock.at = before + 6 * minute;
  await send();
  await send();
  expect(mail.to(email)).toHaveLength(1);
});

test('a refund notifies the customer; a failed one, and money that matches no bill, staff', async () => {
  const { seen, email } = await paid();
  const refundId = id('rfnd');
  await post.refund(seen.id, 10_000, 'pending', refundId);
  await post.report(id('order'));
  await send();
  await post.refund(seen.id, 10_000, 'failed', refundId);
  await send();
  expect(post.subjectsTo(email)).toEqual([
    'Receipt for your bill: ₹1,499.50',
    'Refund for your bill: ₹100.00',
  ]);
  expect(post.subjectsTo(owner)).toEqual([
    '₹1,499.50 received for bill INV-1',
    '₹1,499.50 received that matches no bill',
    'Refund failed: ₹100.00 for bill INV-1',
  ]);
});

test('a hostile bill number, name or address adds no header and no recipient', async () => {
  const hostile = 'INV-9\r\nBcc: thief@example.com\r\n\r\nhello';
  const { email } = await paid({
    billNumber: hostile,
    customerName: '"<script>alert(1)</script>\r\nBcc: thief@example.com',
  });
  await paid({ customerEmail: 'a@example.com, thief@example.com' });
  await sendRefused();
  expect(mail.to('thief@example.com')).toEqual([]);
  const [message] = mail.to(email);
  expect(message?.recipients).toEqual([email]);
  expect(message?.headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
  expect(message?.html).not.toContain('<script>');
});

test('customers receive no text typed by a payer, from the site or from staff, except our bill numbers', async () => {
  const texts = { billNumber: 'WIN-1 at evil.example', customerName: 'Your prize waits at evil.example' };
  const { order, seen, email } = await paid(texts);
  await post.refund(seen.id, 10_000);
  await send();
  const sent = mail.to(email).map((one) => `${one.header('Subject')} ${one.text} ${one.html}`);
  expect(sent).toHaveLength(2);
  const byStaff = await receiptMessage(payments, order.id);
  for (const text of [...sent, `${byStaff?.subject} ${byStaff?.text}`])
    expect(text).not.toMatch(/evil|prize|WIN-1/);
  // The owner sees what was typed.
  expect(mail.to(owner)[0]?.text).toContain(texts.customerName);

  const { bill_number } = await post.makeBill(149_950);
  const known = await paid({ ...texts, billNumber: bill_number.toLowerCase() });
  await send();
  const [receipt] = mail.to(known.email);
  expect(receipt?.header('Subject')).toBe(`Receipt for bill ${bill_number}: ₹1,499.50`);
  // Knowing a bill's number does not reveal whose it is.
  expect(receipt?.text).not.toMatch(/evil|prize|Asha/);
});

test('without a mail server messages are stored, also if one is set up later', async () => {
  const quiet = await post.openWith({ SMTP_URL: '', MAIL_FROM: '', RAZORPAY_KEY_ID: 'rzp_test_x' });
  const { email } = await paid();
  // Test keys have a separate SQLite ledger.
  await send({ ...quiet, db: payments.db });
  await quiet.db.destroy();
  await send();
  expect(mail.received).toEqual([]);
  const receipt = await messageTo(email);
  expect(receipt).toMatchObject({ state: 'kept', subject: '[Test] Receipt for your bill: ₹1,499.50' });
  expect(receipt.text).toContain('This is a test: no money was moved.');
});

test('after 30 days recipients and texts are erased', async () => {
  const { order, email } = await paid();
  await send();
  await erasePersonalData(payments.db, retention(2922), post.clock.at + 29 * day);
  expect((await messageTo(email)).text).toContain('Good day');
  await erasePersonalData(payments.db, retention(2922), post.clock.at + 31 * day);
  const rows = await payments.db.selectFrom('outbox').selectAll().where('order_id', '=', order.id).execute();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatchObject({ recipient: null, text: null, problem: null });
  if (!post.payments.settings.databaseUrl) {
    const ledgerFolder = path.join(post.environment.DATA_DIR, 'payments-live');
    const files = readdirSync(ledgerFolder).map((file) =>
      readFileSync(path.join(ledgerFolder, file), 'latin1'),
    );
    expect(files.join('').includes(`To: ${email}`)).toBe(false);
  }
  await erasePersonalData(payments.db, retention(1), post.clock.at + 32 * day);
  expect(await findOrder(payments.db, order.id)).toMatchObject({ customer_email: null });
});
