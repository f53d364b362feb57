import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readSettings } from '#settings';
import { moment } from '#web/database/moment.ts';
import { tables } from '#web/database/tables.ts';
import { storeEnquiry } from '#web/enquiry/copies.ts';
import { openForm } from '#web/http/form-dependencies.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { addMessages } from '#web/mail/outbox.ts';
import { cancelBill } from '#web/payments/bills/change-bill.ts';
import { addInvoice } from '#web/payments/bills/invoice-files.ts';
import { makeStatementLink } from '#web/payments/bills/statement.ts';
import { findBillsByKey, insertBills, newLinkToken } from '#web/payments/ledger/bills.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordManualEntry } from '#web/payments/manual-entries/actions.ts';
import { unsubscribe } from '#web/payments/messages/reminders.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { endRetainer, setRetainer } from '#web/payments/retainers/change-retainer.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { personalDataRoutes } from '#web/personal-data/routes.ts';
import { audit } from '#web/staff/audit.ts';
import type { StaffEnv } from '#web/staff/staff-route.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';
import { isFull } from '../../support/extent.ts';
import { pdf, pdfFile } from '../../support/pdf.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { gatewayOrder, payment } from '../payments/samples.ts';

/** @module-tag protect */

const people = isFull ? 500 : 120;
const day = 24 * 3_600_000;
const years = 2922;
const staff = { id: 'p1', name: 'Meera', address: '10.0.0.1' };
const start = Date.parse('2026-03-02T10:00:00.000Z');

const databaseUrl = await createRunDatabase();
const folder = temporaryFolder();
let clock = start;
let minimum = 0;
const settings = readSettings({
  RAZORPAY_KEY_ID: 'rzp_test_x',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRET: 'w',
  DATA_DIR: folder,
  SITE_URL: 'https://www.example.com',
  DATABASE_URL: databaseUrl,
});
const payments = { ...(await openPayments(paymentSettings(settings))), now: () => clock };
beforeAll(async () => {
  for (let number = 0; number < people; number += 1) await seed(number);
});
afterAll(() => payments.db.destroy());

/** Contacts of a person. Many share a first name, and each is the beginning of another's or differs in one digit. */
function personOf(number: number) {
  const tag = `zq${number}x`;
  const phone = String(9_000_000_000 + number * 1_900_003);
  return {
    tag,
    name: `${['Asha', 'Ravi', 'आशा', 'Fatima'][number % 4]} Rao ${tag}`,
    email: `${tag}@example.in`,
    vpa: `${tag}@okaxis`,
    phone,
    /** The number as different people type it. */
    typed:
      [
        phone,
        `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
        `0${phone}`,
        phone.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit))),
      ][number % 4] ?? phone,
  };
}

/** Whether a person has a kind of record. Together they have all combinations of the nine kinds. */
const has = (number: number, kind: number) => ((number * 7 + 3) >> kind) % 2 === 1;

type Seeded = Record<string, number>;
const seeded: Seeded[] = [];

async function seed(number: number) {
  const { db } = payments;
  const { tag, name, email, vpa, phone, typed } = personOf(number);
  const count: Seeded = {};
  const add = (table: string, times = 1) => {
    count[table] = (count[table] ?? 0) + times;
  };
  if (has(number, 0)) {
    const enquiries = { ...openForm(db, settings, 'enquiries'), now: () => clock };
    const written = { name, email: has(number, 1) ? email.toUpperCase() : '-', phone: typed, company: '' };
    const enquiry = { ...written, service: 'seo', message: `Please call ${tag}` };
    const labels = { ...written, service: '', message: '' };
    const client = `10.1.${number >> 8}.${number & 255}`;
    const copy = { beganOn: '/', source: undefined, client, recipient: 'us@example.com', days: 180, labels };
    expect(await storeEnquiry(enquiries, enquiry, copy)).toBe('stored');
    add('enquiries');
    add('messages');
  }
  const customer = { customerName: name, customerPhone: phone, customerEmail: email };
  const order = async (billNumber: string, billId?: string) => {
    const bill = { ...customer, billNumber, amountPaise: 50_000 };
    return insertOrder(db, { ...gatewayOrder(), amount: 50_000 }, bill, { billId, now: clock });
  };
  const pay = async (orderId: string) => {
    const seen = payment(orderId, { amount: 50_000, vpa, created_at: clock / 1000 });
    await recordPayment(db, seen, 'webhook', clock);
    add('payments');
    return seen.id;
  };
  if (has(number, 2)) {
    await order(`${tag}-UNPAID`);
    add('orders');
  }
  if (has(number, 3)) {
    const { id } = await order(`${tag}-PAID`);
    const paymentId = await pay(id);
    add('orders');
    const request = { id: randomUUID(), order_id: id, payment_id: paymentId, amount: 100, reason: name };
    const asked = { requested_by: 'Meera', requester_id: 'p1', created_at: moment(clock) };
    await db
      .insertInto('refund_requests')
      .values({ ...request, ...asked, state: 'rejected' })
      .execute();
    add('refund_requests');
    await audit(db, { actor: staff, act: 'refund.requested', subject: id, detail: name }, clock);
    add('audit');
    const message = { kind: 'receipt', subject: `Receipt ${tag}`, text: name, recipient: email };
    await addMessages(db, [{ ...message, order_id: id, dedupe_key: `receipt:${id}` }], settings, clock);
    add('messages');
  }
  const bill = async (end: string) => {
    const made = { bill_number: `${tag}-${end}`, amount: 50_000, due_on: null, note: `For ${name}` };
    const contact = { customer_name: name, customer_phone: phone, customer_email: email };
    await insertBills(db, [{ ...made, ...contact }], { actor: 'Meera', days: 30, now: clock });
    const key = made.bill_number.toUpperCase();
    const stored = (await findBillsByKey(db, [key], clock)).get(key);
    if (!stored) throw new Error('The bill was not stored');
    add('bills');
    return stored;
  };
  if (has(number, 4)) {
    const open = await bill('OPEN');
    await makeStatementLink(payments, open.id, staff);
    add('statement_links');
    add('audit');
    const message = { kind: 'bill', subject: `Bill ${tag}`, text: name, recipient: email, order_id: null };
    await addMessages(db, [{ ...message, bill_id: open.id, dedupe_key: `bill:${open.id}` }], settings, clock);
    add('messages');
  }
  if (has(number, 5)) {
    const settled = await bill('BANK');
    const entry = { key: randomUUID(), kind: 'neft' as const, amount: 50_000, day: '2026-03-02' };
    const about = { reference: `UTR${number}`, section: '', rate: '', reason: `By ${name}` };
    await recordManualEntry(payments, settled.id, { ...entry, ...about }, staff);
    const sent = { bill_id: settled.id, kind: 'UTR', reference: `UTR${tag}`, created_at: moment(clock) };
    await db.insertInto('customer_notices').values(sent).execute();
    add('customer_notices');
    add('manual_entries');
    add('audit');
    await addInvoice(payments, settled.id, pdfFile(`${settled.bill_number}.pdf`, pdf(name)), staff);
    add('tax_invoices');
    add('audit');
  }
  if (has(number, 6)) {
    const cancelled = await bill('CANCELLED');
    await cancelBill(payments, cancelled.id, staff);
    add('audit');
    const contact = { customer_name: name, customer_phone: phone, customer_email: email };
    const plan = { bill_day: 1, first_month: '2026-03', last_month: null, due_days: 7, numbers: '' };
    const retainer = { ...contact, ...plan, note: `For ${name}`, amount: 50_000 };
    const work = { db, now: () => clock };
    await setRetainer(work, `retainer-${tag}`, retainer, staff);
    await endRetainer(work, `retainer-${tag}`, staff);
    add('retainers');
    for (const _ of ['retainer.set', 'retainer.ended']) add('audit');
  }
  if (has(number, 7)) {
    // The next person pays by this person's UPI address.
    const other = personOf((number + 1) % people);
    const bill = {
      ...customer,
      customerName: other.name,
      customerPhone: other.phone,
      customerEmail: other.email,
    };
    const details = { ...bill, billNumber: `${other.tag}-GIFT`, amountPaise: 50_000 };
    const gift = await insertOrder(db, { ...gatewayOrder(), amount: 50_000 }, details, { now: clock });
    await recordPayment(
      db,
      payment(gift.id, { amount: 50_000, vpa, created_at: clock / 1000 }),
      'webhook',
      clock,
    );
    add('upi_payments');
    gifts.add((number + 1) % people);
  }
  if (has(number, 8)) {
    const stopToken = newLinkToken();
    const reminded = await bill('REMINDED');
    await db.updateTable('bills').set({ stop_token: stopToken }).where('id', '=', reminded.id).execute();
    expect(await unsubscribe(payments, stopToken)).toBe(true);
    add('unsubscribed');
  }
  seeded[number] = count;
}
/** People for whom somebody else paid. */
const gifts = new Set<number>();

const response = z.object({
  found: z.array(z.object({ table: z.string(), rows: z.number() })),
  stays: z.array(
    z.object({ table: z.string(), about: z.string(), reason: z.string(), until: z.string().nullable() }),
  ),
  names: z.array(z.string()),
  others: z.array(z.string()),
});

const app = () =>
  new Hono<StaffEnv<{ db: Payments['db']; settings: typeof settings; now(): number }>>()
    .use(async (c, next) => {
      const periods = { ...settings, retention: retention(years, minimum) };
      c.set('work', { db: payments.db, settings: periods, now: () => clock });
      c.set('staff', staff);
      await next();
    })
    .route('/', personalDataRoutes)
    .onError((error) => (error instanceof HTTPException && error.res) || new Response(null, { status: 500 }));
const post = (route: string, json: unknown) =>
  app().request(route, {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json' },
  });
/** How a member of staff types a person's contacts. */
const contactsOf = (number: number) => {
  const { email, vpa, phone } = personOf(number);
  return { contacts: `${email}\n+91-${phone.slice(0, 4)} ${phone.slice(4)}\n ${vpa.toUpperCase()}` };
};
const find = async (number: number) => response.parse(await (await post('/find', contactsOf(number))).json());
const erase = async (number: number) =>
  response.pick({ stays: true }).parse(await (await post('/erase', contactsOf(number))).json()).stays;

const allTables = [...Object.keys(tables), 'bill_files'];
/** Every row of every table as text. */
async function dump(): Promise<string[]> {
  const rows = await Promise.all(
    allTables
      .filter((table) => table !== 'audit')
      .map(async (table) =>
        (await sql`select * from ${sql.table(table)}`.execute(payments.db)).rows.map(
          (row) => `${table} ${JSON.stringify(row)}`,
        ),
      ),
  );
  return rows.flat();
}
const names = (row: string, { tag, phone }: ReturnType<typeof personOf>) =>
  row.toLowerCase().includes(tag) || row.includes(phone);
/** What identifies a person. Bill numbers, which stay, begin with the tag. */
const identifies = (row: string, { name, email, vpa, phone }: ReturnType<typeof personOf>) =>
  [name, email, vpa, phone].some((one) => row.toLowerCase().includes(one.toLowerCase()));

const rowSchema = z.looseObject({
  bill_number: z.string().default(''),
  id: z.unknown(),
});

/** Returns the records that may be the reason why a row stays. */
function recordsFor(row: string, tag: string): string[] {
  const [, table = '', json = ''] = /^(\w+) (.*)$/.exec(row) ?? [];
  const { bill_number, id } = rowSchema.parse(JSON.parse(json));
  if (table === 'orders' || table === 'bills') return [bill_number.toLowerCase()];
  if (table === 'payments') return [String(id), `${tag}-paid`, `${tag}-gift`];
  if (table === 'refund_requests') return [`${tag}-paid`];
  return ['vouchers', 'entries', 'bill_files'].includes(table) ? [`${tag}-bank`] : [];
}

test('finds everything about each person, and nothing about others', async () => {
  for (let number = 0; number < people; number += 1) {
    const { found, names, others } = await find(number);
    const rows = Object.fromEntries(found.map(({ table, rows }) => [table, rows]));
    const expected = { ...seeded[number] };
    if (gifts.has(number)) {
      expected.orders = (expected.orders ?? 0) + 1;
      expected.payments = (expected.payments ?? 0) + 1;
    }
    expect({ number, ...rows }).toMatchObject({ number, ...expected });
    for (const table of ['enquiries', 'orders', 'bills', 'messages', 'payments', 'statement_links'])
      expect([number, table, rows[table]]).toEqual([number, table, expected[table]]);
    const { tag } = personOf(number);
    expect(names.every((name) => name.endsWith(` ${tag}`))).toBe(true);
    const before = personOf((number + people - 1) % people);
    expect(others.filter((one) => one !== before.vpa && one !== '-')).toEqual([]);
  }
});

test('exports everything about a person, without keys and other people', async () => {
  const number = seeded.findIndex(({ tax_invoices }, index) => index > 0 && tax_invoices);
  const response = await post('/export', contactsOf(number));
  expect(response.headers.get('content-disposition')).toContain('personal-data.json');
  const text = await response.text();
  const tables = z.record(z.string(), z.array(z.unknown())).parse(JSON.parse(text));
  for (const [table, rows] of Object.entries(seeded[number] ?? {}))
    expect(tables[table]?.length, table).toBeGreaterThanOrEqual(rows);
  expect(text).not.toMatch(/_token"|digest"|10\.0\.0\.1/);
  for (const other of [number - 1, number + 1]) expect(text).not.toContain(personOf(other).email);
  const files = z.array(z.looseObject({ pdf: z.base64() })).parse(tables.tax_invoices);
  const content = files.map((file) => Buffer.from(file.pdf, 'base64').toString());
  expect(content).toEqual([pdf(personOf(number).name)]);
});

test('data younger than the minimum period stays', async () => {
  minimum = 365;
  const number = seeded.findIndex(({ enquiries, orders }, index) => enquiries && orders && has(index, 2));
  const { stays } = await find(number);
  minimum = 0;
  const until = moment(start + 365 * day);
  expect(stays).toContainEqual({ table: 'enquiries', about: 'seo', reason: 'minimum', until });
  const about = `${personOf(number).tag}-UNPAID`;
  expect(stays).toContainEqual({ table: 'orders', about, reason: 'late-payment', until });
});

test.each(['', 'Asha Rao', '12345', 'a@b.in\nnobody'])('refuses "%s" as contacts', async (contacts) => {
  for (const route of ['/find', '/export', '/erase']) {
    const response = await post(route, { contacts });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      fieldErrors: { contacts: 'Enter e-mail addresses and phone numbers, each on its own line' },
    });
  }
});

test('erases whole people, leaves all others, and names what stays', async () => {
  clock = start + 2 * day;
  for (let number = 0; number < people; number += 19) {
    const person = personOf(number);
    const before = await dump();
    const preview = (await find(number)).stays;
    expect(await dump()).toEqual(before);
    const stays = await erase(number);
    expect(stays).toEqual(preview);
    const after = await dump();
    const [left, was] = [new Set(after), new Set(before)];
    for (const row of [...before.filter((one) => !left.has(one)), ...after.filter((one) => !was.has(one))])
      if (!/^(payments|refund_requests|vouchers|entries|statement_links) /.test(row))
        expect([number, names(row, person), row]).toEqual([number, true, row]);
    // Every row that still identifies the person belongs to a record that is named.
    const named = stays.map(({ about }) => about.toLowerCase());
    for (const row of after.filter((one) => identifies(one, person)))
      expect([row, recordsFor(row, person.tag).some((about) => named.includes(about))]).toEqual([row, true]);
    for (const one of stays) {
      if (one.reason === 'accounts' && one.table !== 'archived_exports')
        expect(one.until?.slice(0, 10)).toBe(moment(start + years * day).slice(0, 10));
      if (one.reason === 'open') expect(one).toMatchObject({ table: 'bills', until: null });
    }
    const reasons = (table: string) => stays.filter((one) => one.table === table).map(({ reason }) => reason);
    expect(reasons('bills').sort()).toEqual([
      ...(has(number, 5) ? ['accounts'] : []),
      ...[4, 8].flatMap((kind) => (has(number, kind) ? ['open'] : [])),
    ]);
    expect(reasons('unsubscribed')).toEqual(has(number, 8) ? ['unsubscribed'] : []);
    expect(reasons('enquiries')).toEqual([]);
    expect(reasons('messages')).toEqual([]);
  }
});

test('after the period of the accounts, only open bills stay', async () => {
  clock = start + (years + 3) * day;
  await erasePersonalData(payments.db, retention(years), clock);
  for (let number = 0; number < people; number += 19) {
    const stays = await erase(number);
    expect(stays.filter(({ reason }) => reason !== 'open' && reason !== 'unsubscribed')).toEqual([]);
    const rows = (await dump()).filter((row) => identifies(row, personOf(number)));
    expect(rows.every((row) => row.startsWith('bills '))).toBe(true);
  }
  const logged = await payments.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'personal-data')
    .execute();
  expect(new Set(logged.map(({ act }) => act))).toEqual(
    new Set(['person.found', 'person.exported', 'person.erased']),
  );
  for (const row of logged) expect(JSON.stringify(row)).not.toMatch(/zq\d|9\d{9}|@/);
  if (databaseUrl) return;
  const nine = personOf(9);
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile() && !has(9, 4) && !has(9, 8))
      expect(readFileSync(path.join(file.parentPath, file.name)).includes(nine.email)).toBe(false);
});
