/** @module-tag protect */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#settings';
import { moment } from '#web/database/moment.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { mailNow } from '#web/jobs/jobs.ts';
import type { Bill } from '#web/payments/bill.ts';
import { insertBills } from '#web/payments/ledger/bills.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import type { Source } from '#web/payments/ledger/entries.ts';
import { recordFirstCapture } from '#web/payments/ledger/first-capture.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { addNotifications, receiptMessage } from '#web/payments/messages/notifications.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { databases } from '../../support/extent.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { retention } from '../../support/retention.ts';
import { bill, gatewayOrder, id, payment } from './samples.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const owner = 'owner@example.com';

const postgres = postgresOnDemand();
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(async () => {
  await mail.stop();
  await postgres.stop();
});

describe.each(databases)('messages on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
  let environment: Record<string, string>;
  let payments: Payments;
  let clock = Date.now();
  const later = (milliseconds: number) => {
    clock += milliseconds;
  };
  const openWith = async (change: Record<string, string> = {}) => ({
    ...(await openPayments(paymentSettings(readSettings({ ...environment, ...change })))),
    now: () => clock,
  });

  beforeAll(async () => {
    environment = {
      RAZORPAY_KEY_ID: 'rzp_live_x',
      RAZORPAY_KEY_SECRET: 's',
      RAZORPAY_WEBHOOK_SECRET: 'w',
      DATA_DIR: folder,
      SITE_URL: 'https://www.example.com',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Example Agency <bills@example.com>',
      PAYMENT_NOTICE_TO: owner,
      ...(kind === 'SQLite' ? {} : { DATABASE_URL: await postgres.createDatabase() }),
    };
    payments = await openWith();
  });
  afterAll(async () => {
    await payments.db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    mail.received.length = 0;
    mail.responses.recipient = undefined;
    mail.responses.message = undefined;
  });

  let count = 0;
  const newCustomer = () => {
    count += 1;
    return `customer-${kind}-${count}@example.com`.toLowerCase();
  };
  /** A paid order of a customer with an e-mail address. */
  async function paid(change: Partial<Bill> = {}, { source = 'webhook' as Source, at = clock } = {}) {
    const customerEmail = newCustomer();
    const order = await insertOrder(
      payments.db,
      gatewayOrder(),
      { ...bill, customerEmail, ...change },
      { now: at },
    );
    const seen = payment(order.id, { createdAt: Math.floor(at / 1000) });
    const recorded =
      kind === 'PostgreSQL' && source === 'verification'
        ? await recordFirstCapture(payments.db, order, seen, source, clock)
        : await recordPayment(payments.db, seen, source, clock);
    expect(recorded?.outcome).toBe('recorded');
    return { order, seen, email: customerEmail };
  }
  const refundOf = (
    paymentId: string,
    status: 'pending' | 'processed' | 'failed',
    refundId = id('rfnd'),
  ) => ({
    id: refundId,
    paymentId,
    amount: 10_000,
    currency: 'INR',
    status,
    ourReference: undefined,
    reference: undefined,
    createdAt: Math.floor(clock / 1000),
  });
  const messageTo = (recipient: string) =>
    payments.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const command = ['web/jobs/commands.ts', 'mail'];
  const processEnvironment = () => ({ ...process.env, ...environment });

  test('a payment notifies its customer and staff, each with their own text', async () => {
    const { order, seen, email } = await paid({}, { source: 'verification' });
    await mailNow(payments);
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
    expect(mail.to(owner).map((one) => one.header('Subject'))).toEqual(['₹1,499.50 received for bill INV-1']);
    expect(await messageTo(email)).toMatchObject({ state: 'sent', sent_at: moment(clock), attempts: 1 });
  });

  test('several processes at once send each message once', async () => {
    const customers = [];
    for (let index = 0; index < 10; index += 1) customers.push(await paid());
    await addNotifications(payments, clock / 1000);
    const run = promisify(execFile);
    const children = [1, 2].map(() => run(process.execPath, command, { env: processEnvironment() }));
    // These collide in every step; processes that start at different times may not.
    const others = await Promise.all([1, 2, 3].map(() => openWith()));
    await Promise.all([...children, ...others.map(mailNow)]);
    await mailNow(payments);
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
    const child = spawn(process.execPath, command, { env: processEnvironment(), stdio: 'ignore' });
    const ended = once(child, 'exit');
    await arrived;
    child.kill('SIGKILL');
    await ended;
    expect((await messageTo(email)).state).toBe('sending');

    mail.responses.message = undefined;
    // The killed process used the machine's clock.
    clock = Math.max(clock, Date.now());
    later(9 * minute);
    await mailNow(payments);
    expect(mail.to(email)).toEqual([]);
    later(2 * minute);
    await mailNow(payments);
    expect(mail.to(email).map((one) => one.header('Message-ID'))).toEqual([id]);
    expect((await messageTo(email)).state).toBe('sent');
  });

  test('“try again later” is retried; a refused address is not', async () => {
    const [patient, unknown] = [await paid(), await paid()];
    mail.responses.recipient = (address) =>
      ({ [patient.email]: 451, [unknown.email]: '550 no such user' })[address];
    const lines: string[] = [];
    const warn = vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line));
    await mailNow(payments);
    warn.mockRestore();
    expect(await messageTo(unknown.email)).toMatchObject({ state: 'failed', next_at: null, attempts: 1 });
    expect((await messageTo(unknown.email)).problem).toContain('550');
    expect(await messageTo(patient.email)).toMatchObject({
      state: 'waiting',
      next_at: moment(clock + minute),
    });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('@');

    mail.responses.recipient = undefined;
    await mailNow(payments);
    expect(mail.to(patient.email)).toEqual([]);
    later(2 * minute);
    await mailNow(payments);
    later(day);
    await mailNow(payments);
    expect(mail.to(patient.email)).toHaveLength(1);
    expect(mail.to(unknown.email)).toHaveLength(0);
    expect(await messageTo(patient.email)).toMatchObject({ state: 'sent', problem: null, attempts: 2 });
  });

  test.each([
    ['recipient', '550 5.4.5 Daily sending quota exceeded', 'waiting'],
    ['recipient', '550 5.7.1 Rate limit exceeded', 'waiting'],
    ['recipient', '552 5.2.2 The mailbox is full', 'waiting'],
    ['message', '554 5.2.0 Submission quota exceeded', 'waiting'],
    ['message', '550 5.7.1 Message rejected', 'waiting'],
    ['message', '550 no such thing', 'waiting'],
    ['recipient', '550 5.1.8 The domain of the sender does not exist', 'waiting'],
    ['recipient', '550 5.1.1 The mailbox does not exist', 'failed'],
    ['recipient', '553 5.1.3 The address is not valid', 'failed'],
    ['recipient', '551 no such user', 'failed'],
    ['recipient', '550 try later', 'waiting'],
    ['recipient', '550', 'waiting'],
    ['recipient', '553 sorry, not now', 'waiting'],
  ] as const)('after %s is refused with “%s” a message is %s', async (which, response, state) => {
    const { email } = await paid();
    mail.responses.recipient = (address) =>
      which === 'recipient' && address === email ? response : undefined;
    mail.responses.message = ({ recipients }) =>
      which === 'message' && recipients.includes(email) ? response : undefined;
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await mailNow(payments);
    warn.mockRestore();
    expect(await messageTo(email)).toMatchObject({ state, attempts: 1 });
    if (state === 'failed') return;
    mail.responses.recipient = undefined;
    mail.responses.message = undefined;
    later(2 * minute);
    await mailNow(payments);
    expect(mail.to(email)).toHaveLength(1);
  });

  test('an address that is refused without a reason again and again fails within a few hours', async () => {
    const { email } = await paid();
    mail.responses.recipient = (address) => (address === email ? '550 try later' : undefined);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (let hours = 0; hours < 5; hours += 0.5) {
      await mailNow(payments);
      later(30 * minute);
    }
    warn.mockRestore();
    mail.responses.recipient = undefined;
    expect(await messageTo(email)).toMatchObject({ state: 'failed', next_at: null });
    expect((await messageTo(email)).attempts).toBeGreaterThan(4);
  });

  test('while no server responds, messages wait for three days, and others are not tried in vain', async () => {
    const gone = await startMailServer();
    await gone.stop();
    const cut = await openWith({ SMTP_URL: gone.url });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const [first, second] = [await paid(), await paid()];
    await mailNow(cut);
    const attempts = async () =>
      (await Promise.all([first, second].map(({ email }) => messageTo(email)))).map((one) => one.attempts);
    expect(await attempts()).toEqual([1, 0]);
    for (let hours = 0; hours < 96 && (await messageTo(first.email)).state !== 'failed'; hours += 1) {
      if (hours === 71) expect((await messageTo(first.email)).state).toBe('waiting');
      // More messages than this are due; each run tries one.
      for (let run = 0; run < 5; run += 1) await mailNow(cut);
      later(60 * minute);
    }
    warn.mockRestore();
    expect(await messageTo(first.email)).toMatchObject({ state: 'failed' });
    await cut.db.destroy();
    await payments.db.updateTable('outbox').set({ state: 'failed' }).where('state', '=', 'waiting').execute();
  });

  test('entries added late or by a migration notify nobody', async () => {
    later(day);
    const old = [await paid({}, { at: clock - 2 * day }), await paid({}, { at: clock - 30 * day })];
    const migrated = await paid({}, { source: 'migration' });
    await mailNow(payments);
    later(minute);
    expect((await receiptMessage(payments, migrated.order.id))?.text).toContain(migrated.seen.id);
    const another = await paid({}, { source: 'sweep', at: clock - 3 * day });
    await mailNow(payments);
    for (const { email } of [...old, migrated, another]) expect(mail.to(email)).toEqual([]);
    expect(mail.received).toEqual([]);
  });

  test('an entry of a transaction that ended late is announced', async () => {
    await mailNow(payments);
    const before = clock;
    later(5 * minute);
    await mailNow(payments);
    clock = before - minute;
    const { email } = await paid();
    clock = before + 6 * minute;
    await mailNow(payments);
    await mailNow(payments);
    expect(mail.to(email)).toHaveLength(1);
  });

  test('a refund notifies the customer; a failed one, and money that matches no bill, staff', async () => {
    const { seen, email } = await paid();
    const refundId = id('rfnd');
    await recordRefund(payments.db, refundOf(seen.id, 'pending', refundId), 'webhook', clock);
    await recordPayment(payments.db, payment(id('order'), { createdAt: clock / 1000 }), 'webhook', clock);
    await mailNow(payments);
    await recordRefund(payments.db, refundOf(seen.id, 'failed', refundId), 'webhook', clock);
    await mailNow(payments);
    expect(mail.to(email).map((one) => one.header('Subject'))).toEqual([
      'Receipt for your bill: ₹1,499.50',
      'Refund for your bill: ₹100.00',
    ]);
    expect(mail.to(owner).map((one) => one.header('Subject'))).toEqual([
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
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await mailNow(payments);
    warn.mockRestore();
    expect(mail.to('thief@example.com')).toEqual([]);
    const [message] = mail.to(email);
    expect(message?.recipients).toEqual([email]);
    expect(message?.headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(message?.html).not.toContain('<script>');
  });

  test('customers receive no text typed by a payer, from the site or from staff, except our bill numbers', async () => {
    const texts = { billNumber: 'WIN-1 at evil.example', customerName: 'Your prize waits at evil.example' };
    const { order, seen, email } = await paid(texts);
    await recordRefund(payments.db, refundOf(seen.id, 'processed'), 'webhook', clock);
    await mailNow(payments);
    const sent = mail.to(email).map((one) => `${one.header('Subject')} ${one.text} ${one.html}`);
    expect(sent).toHaveLength(2);
    const byStaff = await receiptMessage(payments, order.id);
    for (const text of [...sent, `${byStaff?.subject} ${byStaff?.text}`])
      expect(text).not.toMatch(/evil|prize|WIN-1/);
    // The owner sees what was typed.
    expect(mail.to(owner)[0]?.text).toContain(texts.customerName);

    const bill_number = `OURS-${kind}`;
    const ours = { bill_number, customer_name: 'Asha', customer_phone: null, customer_email: null };
    await insertBills(payments.db, [{ ...ours, amount: 149_950, due_on: null, note: null }], {
      actor: 'Meera',
      days: 60,
      now: clock,
    });
    const known = await paid({ ...texts, billNumber: bill_number.toLowerCase() });
    await mailNow(payments);
    const [receipt] = mail.to(known.email);
    expect(receipt?.header('Subject')).toBe(`Receipt for bill ${bill_number}: ₹1,499.50`);
    // Knowing a bill's number does not reveal whose it is.
    expect(receipt?.text).not.toMatch(/evil|prize|Asha/);
  });

  test('without a mail server messages are stored, also if one is set up later', async () => {
    const quiet = await openWith({ SMTP_URL: '', MAIL_FROM: '', RAZORPAY_KEY_ID: 'rzp_test_x' });
    const { email } = await paid();
    // Test keys have a separate SQLite ledger.
    await mailNow({ ...quiet, db: payments.db });
    await quiet.db.destroy();
    await mailNow(payments);
    expect(mail.received).toEqual([]);
    const receipt = await messageTo(email);
    expect(receipt).toMatchObject({ state: 'kept', subject: '[Test] Receipt for your bill: ₹1,499.50' });
    expect(receipt.text).toContain('This is a test: no money was moved.');
  });

  test('after 30 days recipients and texts are erased', async () => {
    const { order, email } = await paid();
    await mailNow(payments);
    await erasePersonalData(payments.db, retention(2922), clock + 29 * day);
    expect((await messageTo(email)).text).toContain('Good day');
    await erasePersonalData(payments.db, retention(2922), clock + 31 * day);
    const rows = await payments.db
      .selectFrom('outbox')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ recipient: null, text: null, problem: null });
    if (kind === 'SQLite') {
      const ledgerFolder = path.join(folder, 'payments-live');
      const files = readdirSync(ledgerFolder).map((file) =>
        readFileSync(path.join(ledgerFolder, file), 'latin1'),
      );
      expect(files.join('').includes(`To: ${email}`)).toBe(false);
    }
    await erasePersonalData(payments.db, retention(1), clock + 32 * day);
    const { customer_email } = await payments.db
      .selectFrom('orders')
      .select('customer_email')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(customer_email).toBeNull();
  });

  test('a dispute is announced three and one days before its deadline, and when reopened, each once', async () => {
    const { seen } = await paid();
    const disputeId = id('disp');
    const from = clock;
    const hour = 60 * minute;
    const dispute = (status: 'open' | 'under_review', respondIn: number) =>
      recordDispute(
        payments.db,
        {
          ...{ id: disputeId, paymentId: seen.id, amount: 50_000, currency: 'INR', deducted: 0, status },
          ...{ phase: 'chargeback', reason: 'goods_not_received', createdAt: Math.floor(from / 1000) },
          respondBy: Math.floor((from + respondIn) / 1000),
        },
        'webhook',
        { now: clock, asOf: Math.floor(clock / 1000) },
      );
    const notified = async () => {
      mail.received.length = 0;
      for (let round = 0; round < 2; round += 1) await mailNow(payments);
      const messages = mail.to(owner).filter((one) => one.text.includes(disputeId));
      for (const { text } of messages) expect(text).toContain('https://dashboard.razorpay.com/app/disputes');
      return messages.map((one) => one.header('Subject')?.replace(/by .*:/, 'by …:'));
    };
    const soon = 'Respond by …: ₹500.00 disputed for bill INV-1';
    await dispute('open', 9 * day);
    expect(await notified()).toEqual(['Payment disputed: ₹500.00 for bill INV-1']);
    later(6 * day - hour);
    expect(await notified()).toEqual([]);
    later(2 * hour);
    expect(await notified()).toEqual([soon]);
    later(2 * day);
    expect(await notified()).toEqual([soon]);
    later(hour);
    expect(await notified()).toEqual([]);

    await dispute('under_review', 9 * day);
    expect(await notified()).toEqual([]);
    // Within the last two days of the new deadline, which the message itself mentions.
    later(day);
    await dispute('open', 11 * day);
    expect(await notified()).toEqual(['Dispute reopened: ₹500.00 for bill INV-1']);
    later(day + hour);
    expect(await notified()).toEqual([soon]);
    // The gateway moves the deadline.
    await dispute('open', 20 * day);
    expect(await notified()).toEqual(['Dispute reopened: ₹500.00 for bill INV-1']);
    await dispute('under_review', 20 * day);
    later(8 * day);
    expect(await notified()).toEqual([]);
  });
});
