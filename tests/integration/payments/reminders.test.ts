/** @module-tag protect */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { mailNow } from '#web/jobs/jobs.ts';
import { addMessages, claimMessage } from '#web/mail/outbox.ts';
import { cancelBill, withdrawLink } from '#web/payments/bills/change-bill.ts';
import { readBill } from '#web/payments/bills/rules.ts';
import { insertBills } from '#web/payments/ledger/bills.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import { billMessage, findBillToUnsubscribe, unsubscribe } from '#web/payments/messages/reminders.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { databases } from '../../support/extent.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { gatewayOrder, id, bill as payer, payment } from './samples.ts';

/** A time in India. */
const at = (day: string, time = '10:00') => Date.parse(`${day}T${time}:00+05:30`);

const postgres = postgresOnDemand();
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(async () => {
  await mail.stop();
  await postgres.stop();
});

describe.each(databases)('reminders on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reminders-'));
  let environment: Record<string, string>;
  let payments: Payments;
  let clock = 0;
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
      PAYMENT_REMINDER_DAYS: '-3, 0, 7',
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
    mail.responses.message = undefined;
  });

  const meera = { id: 'p-meera', name: 'Meera', address: '10.0.0.3' };
  let count = 0;
  /** A bill over ₹1,000, due on 31 March 2026. */
  async function make({ dueOn = '2026-03-31', madeOn = '2026-03-01', days = 90, endsOn = '' } = {}) {
    count += 1;
    const email = `asha-${count}@example.com`;
    const typed = { name: 'Asha Verma', phone: '9876543210', amount: '1000', note: '' };
    const read = readBill({ ...typed, billNumber: `REM-${kind}-${count}`, email, dueOn });
    if (!('bill' in read)) throw new Error('The sample is not right.');
    await insertBills(payments.db, [read.bill], { actor: 'Meera', days, now: at(madeOn) });
    const { bill_number: number } = read.bill;
    if (endsOn)
      await payments.db
        .updateTable('bills')
        .set({ expires_at: new Date(at(endsOn)).toISOString() })
        .where('bill_number', '=', number)
        .execute();
    const found = () =>
      payments.db.selectFrom('bills').selectAll().where('bill_number', '=', number).executeTakeFirstOrThrow();
    return { number, email, bill: await found(), found };
  }
  const run = async (moment: number, who = payments) => {
    clock = moment;
    await mailNow(who);
  };
  const begin = (number: string, amountPaise: number) =>
    insertOrder(
      payments.db,
      { ...gatewayOrder(), amount: amountPaise },
      { ...payer, billNumber: number, amountPaise },
      { now: clock },
    );
  const pay = async (number: string, amount: number) => {
    const order = await begin(number, amount);
    const paid = payment(order.id, { amount, createdAt: clock / 1000 });
    await recordPayment(payments.db, paid, 'webhook', clock);
    return paid.id;
  };
  const subjects = (email: string) => mail.to(email).map((one) => one.header('Subject'));

  test('are sent before, on and after the due date, each once, whatever the clock and with concurrent jobs', async () => {
    const { number, email } = await make();
    const other = await openWith();
    const visits = [
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-31',
      '2026-03-31',
      '2026-04-07',
      '2026-04-30',
    ];
    // Forward, back again and forward once more.
    for (const day of [...visits, ...visits]) {
      clock = at(day);
      await Promise.all([payments, other].map((who) => mailNow(who)));
    }
    await other.db.destroy();
    expect(subjects(email)).toEqual([
      `Reminder: ₹1,000.00 for bill ${number} is due on 31 March 2026`,
      `Reminder: ₹1,000.00 for bill ${number} is due today`,
      `Reminder: ₹1,000.00 for bill ${number} was due on 31 March 2026`,
    ]);
  });

  test('after a long pause only the latest is sent, and none that is too old', async () => {
    const [late, tooLate] = [await make(), await make({ dueOn: '2026-03-20' })];
    await run(at('2026-04-01'));
    expect(subjects(late.email)).toEqual([expect.stringContaining('was due on 31 March 2026')]);
    expect(subjects(tooLate.email)).toEqual([]);
  });

  test('are never sent at night, even if queued by day', async () => {
    const { email } = await make();
    for (const time of ['00:10', '08:59', '21:00', '23:59']) await run(at('2026-03-31', time));
    expect(subjects(email)).toEqual([]);
    mail.responses.message = () => 451;
    await run(at('2026-03-31', '20:59'));
    mail.responses.message = undefined;
    await run(at('2026-03-31', '21:30'));
    expect(subjects(email)).toEqual([]);
    // The next morning "is due today" would be wrong: it is withdrawn and queued again.
    await run(at('2026-04-01', '09:00'));
    expect(subjects(email)).toEqual([]);
    await run(at('2026-04-01', '09:10'));
    expect(subjects(email)).toEqual([expect.stringContaining('was due on 31 March 2026')]);
    const states = await payments.db
      .selectFrom('outbox')
      .select('state')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    expect(states).toEqual([{ state: 'withdrawn' }, { state: 'sent' }]);
  });

  test('withdrawn while somebody paid a part, are queued again within the grace period, once and for the rest', async () => {
    const { number, email } = await make();
    mail.responses.message = () => 451;
    await run(at('2026-03-31'));
    await pay(number, 40_000);
    mail.responses.message = undefined;
    for (const time of ['12:00', '12:10', '12:20']) await run(at('2026-04-01', time));
    expect(subjects(email)).toEqual([`Reminder: ₹600.00 for bill ${number} was due on 31 March 2026`]);
  });

  test('queued by a release with another text are still sent', async () => {
    const { email } = await make();
    mail.responses.message = () => 451;
    await run(at('2026-03-31'));
    mail.responses.message = undefined;
    await payments.db
      .updateTable('outbox')
      .set({ subject: 'Please pay.' })
      .where('recipient', '=', email)
      .execute();
    await run(at('2026-03-31', '12:00'));
    expect(subjects(email)).toEqual(['Please pay.']);
  });

  test('request the open amount, and nothing once the bill is paid, refunded, pending, started or cancelled', async () => {
    clock = at('2026-03-31', '08:00');
    const bills = {
      part: await make(),
      paid: await make(),
      paisa: await make(),
      refunded: await make(),
      confirming: await make(),
      begun: await make(),
      cancelled: await make(),
      withdrawn: await make(),
    };
    await pay(bills.part.number, 40_000);
    await pay(bills.paid.number, 100_000);
    await pay(bills.paisa.number, 99_950);
    const refund = { id: id('rfnd'), amount: 100_000, currency: 'INR', status: 'processed' } as const;
    const paymentId = await pay(bills.refunded.number, 100_000);
    const processed = {
      ...refund,
      paymentId,
      ourReference: undefined,
      reference: undefined,
      createdAt: clock / 1000,
    };
    await recordRefund(payments.db, processed, 'webhook', clock);
    await storeReport(payments.db, (await begin(bills.confirming.number, 100_000)).id, id('pay'), clock);
    await cancelBill(payments, bills.cancelled.bill.id, meera);
    await withdrawLink(payments, bills.withdrawn.bill.id, meera);
    clock = at('2026-03-31', '09:59');
    await begin(bills.begun.number, 100_000);
    await run(at('2026-03-31'));
    expect(mail.received.flatMap((one) => one.header('Subject'))).toEqual([
      `Reminder: ₹600.00 for bill ${bills.part.number} is due today`,
    ]);
  });

  test('contain a working link, however early it was to expire', async () => {
    const bill = await make({ dueOn: '2026-05-30', endsOn: '2026-03-11' });
    await run(at('2026-05-27'));
    expect(subjects(bill.email)).toHaveLength(1);
    const { expires_at } = await bill.found();
    // Due on 30 May, reminded until 6 June, or three days later.
    expect(expires_at).toBe(new Date(at('2026-06-10', '00:00')).toISOString());
  });

  test('leave the expired link of a paid bill unchanged', async () => {
    const { number, bill, found } = await make({ dueOn: '2026-05-30', endsOn: '2026-03-11' });
    clock = at('2026-03-05');
    await pay(number, 100_000);
    await run(at('2026-05-27'));
    expect((await found()).expires_at).toBe(bill.expires_at);
  });

  test('are not sent if the bill is paid while the mail server is unavailable', async () => {
    const { number, email } = await make();
    mail.responses.message = () => 451;
    await run(at('2026-03-31'));
    await pay(number, 100_000);
    mail.responses.message = undefined;
    await run(at('2026-03-31', '12:00'));
    expect(subjects(email)).toEqual([]);
  });

  test('a process that dies while sending leaves one unsent, and none sent twice', async () => {
    const { bill, email } = await make();
    clock = at('2026-03-31');
    const message = { kind: 'reminder', order_id: null, subject: 'x', text: 'x', recipient: email };
    const dedupe_key = `reminder:${bill.id}:0`;
    await addMessages(payments.db, [{ ...message, bill_id: bill.id, dedupe_key }], payments.settings, clock);
    while ((await claimMessage(payments.db, clock))?.recipient !== email);
    await run(at('2026-03-31', '12:00'));
    expect(subjects(email)).toEqual([]);
    const [row] = await payments.db.selectFrom('outbox').selectAll().where('recipient', '=', email).execute();
    expect(row).toMatchObject({ state: 'failed', problem: expect.stringContaining('may have arrived') });
  });

  test('contain the QR code of the payment link and a one-click unsubscribe', async () => {
    const { email, found } = await make();
    await run(at('2026-03-31'));
    const [sent] = mail.to(email);
    const { link_token, stop_token } = await found();
    const unsubscribeUrl = `https://www.example.com/api/stop-reminders/${stop_token}`;
    expect(sent?.header('List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(sent?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(sent?.text).toContain(unsubscribeUrl);
    expect(sent?.html).toContain('src="cid:picture"');
    const data = await decoded(sent?.raw ?? '');
    expect(data).toBe(`https://www.example.com/pay-online?link=${link_token}`);

    // The unsubscribe link covers all bills of the same address, however it is written.
    expect(await findBillToUnsubscribe(payments, stop_token ?? '')).toMatchObject({ customer_email: email });
    expect(await unsubscribe(payments, 'A'.repeat(38))).toBe(false);
    expect([
      await unsubscribe(payments, stop_token ?? ''),
      await unsubscribe(payments, stop_token ?? ''),
    ]).toEqual([true, true]);
    await run(at('2026-04-07'));
    expect(mail.to(email)).toHaveLength(1);
  });

  test('are off unless the owner sets days; staff can still mail a bill, once per press', async () => {
    const off = await openWith({ PAYMENT_REMINDER_DAYS: '' });
    const { bill, email, number } = await make();
    await run(at('2026-03-31'), off);
    expect(subjects(email)).toEqual([]);
    const stated = {
      paid: 0,
      cheques: 0,
      state: 'open',
      link: 'live',
      wasPaid: false,
      surplus: 0,
      bounced_at: null,
    } as const;
    const known = { ...bill, ...stated };
    const message = billMessage(off, known);
    if (!message) throw new Error('The bill cannot be mailed.');
    for (let press = 0; press < 2; press += 1)
      await addMessages(off.db, [{ ...message, dedupe_key: `bill:${bill.id}` }], off.settings, clock);
    await run(at('2026-03-31', '23:00'), off);
    expect(subjects(email)).toEqual([`₹1,000.00 for bill ${number} is due today`]);
    expect(mail.to(email)[0]?.header('List-Unsubscribe')).toBeUndefined();
    expect(billMessage(off, { ...known, state: 'paid' })).toBeUndefined();
    await off.db.destroy();
  });

  async function decoded(raw: string): Promise<string> {
    const [, content = ''] = /Content-Type: image\/gif[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
    const picture = sharp(Buffer.from(content, 'base64')).ensureAlpha().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return decodeQr({ data, width: info.width, height: info.height });
  }
});
