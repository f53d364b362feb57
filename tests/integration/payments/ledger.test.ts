import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database, Tables } from '#web/database/tables.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { closeMonth } from '#web/payments/back-office/months.ts';
import type { Bill } from '#web/payments/bill.ts';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import {
  eventsOf,
  findOrder,
  findOrdersFor,
  findReportedOrder,
  insertOrder,
  matchesBill,
  ordersToCheck,
  paymentsOf,
} from '#web/payments/ledger/orders.ts';
import { acceptReport, recordPayment } from '#web/payments/ledger/record.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import { audit } from '#web/staff/audit.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { retention } from '../../support/retention.ts';
import { firstLedgerSchema } from './first-ledger-schema.ts';
import { bill, gatewayOrder, id, now, payment } from './samples.ts';

const day = 24 * 3_600_000;
const asha = { id: 'p1', name: 'Asha', address: '10.0.0.1' };

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['SQLite', 'PostgreSQL'])('the ledger on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledger-'));
  let place: { folder: string; databaseUrl?: string };
  let db: Database;

  beforeAll(async () => {
    place = kind === 'SQLite' ? { folder } : { folder, databaseUrl: await postgres.createDatabase() };
    db = await openDatabase(place);
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const order = (requestKey?: string, at = now) =>
    insertOrder(db, gatewayOrder(), bill, { requestKey, now: at });

  test('keeps its data when it is reopened', async () => {
    const stored = await order();
    const again = await openDatabase(place);
    const read = await findOrder(again, stored.id);
    await again.destroy();
    expect(read).toEqual(stored);
    expect(read && matchesBill(read, bill)).toBe(true);
    expect(stored.receipt_token).toMatch(/^[\w-]{22}$/);
    expect(stored.created_at).toBe('2026-03-01T10:00:00.000Z');
  });

  test('closes a month while payments are being added: later ones are dated their own day and say so', async () => {
    const made = Date.parse('2026-01-31T18:29:00.000Z');
    const closing = made + 90_000;
    const orders = await Promise.all(Array.from({ length: 20 }, () => order(undefined, made)));
    const entering = orders.map(({ id }) =>
      recordPayment(db, payment(id, { createdAt: made / 1000 }), 'webhook', closing),
    );
    const settings = { databaseUrl: place.databaseUrl };
    expect(await closeMonth({ db, settings, now: () => closing }, '2026-01', asha)).toBe('closed');
    const january = () =>
      db.selectFrom('entries').select('id').where('at', '<', '2026-01-31T18:30').orderBy('id').execute();
    const closed = await january();
    const [first] = await Promise.all(entering);
    await recordPayment(
      db,
      payment((await order(undefined, made)).id, { createdAt: made / 1000 }),
      'sweep',
      closing,
    );
    expect(await january()).toEqual(closed);
    expect(first?.outcome).toBe('recorded');
    const late = await db
      .selectFrom('entries')
      .select(['at', 'belongs_to'])
      .where('at', '>=', '2026-01-31T18:30')
      .execute();
    expect(late.length).toBeGreaterThanOrEqual(3);
    expect(late.length + closed.length).toBe(21 * 3);
    for (const entry of late)
      expect(entry).toEqual({ at: new Date(closing).toISOString(), belongs_to: '2026-01-31' });
  });

  test('several processes may open a new one at once', async () => {
    const another =
      kind === 'SQLite'
        ? { folder: path.join(folder, 'another') }
        : { folder, databaseUrl: await postgres.createDatabase() };
    const command = `const { openDatabase } = await import('./web/database/database.ts');
      await (await openDatabase(${JSON.stringify(another)})).destroy();`;
    const run = promisify(execFile);
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, ['-e', command])));
  });

  test('two requests with one key create one order, also concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => order('same-key-1')));
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
  });

  test('concurrent and repeated reports of one payment are recorded once', async () => {
    const { id: orderId } = await order();
    const seen = payment(orderId);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        recordPayment(db, seen, index % 2 ? 'webhook' : 'verification', now),
      ),
    );
    expect(outcomes.filter((one) => one.outcome === 'recorded')).toHaveLength(1);
    expect(await paymentsOf(db, orderId)).toHaveLength(1);
    expect((await findOrder(db, orderId))?.status).toBe('paid');
    expect((await eventsOf(db, orderId)).map((event) => event.event)).toEqual(['payment.captured']);
  });

  test('late reports never undo a state', async () => {
    const { id: orderId } = await order();
    const captured = payment(orderId);
    await recordPayment(db, captured, 'webhook', now);
    for (const status of ['created', 'failed', 'authorized'] as const)
      await recordPayment(db, { ...captured, status }, 'webhook', now);
    expect((await paymentsOf(db, orderId))[0]?.status).toBe('captured');
    await recordPayment(
      db,
      { ...captured, status: 'refunded', amountRefunded: captured.amount },
      'webhook',
      now,
    );
    await recordPayment(db, captured, 'webhook', now);
    expect((await paymentsOf(db, orderId))[0]).toMatchObject({
      status: 'refunded',
      amount_refunded: captured.amount,
    });
    expect((await findOrder(db, orderId))?.status).toBe('paid');
  });

  test('a failed payment can still arrive', async () => {
    const { id: orderId } = await order();
    const failed = payment(orderId, { status: 'failed', errorReason: 'payment_timed_out' });
    await recordPayment(db, failed, 'webhook', now);
    expect((await findOrder(db, orderId))?.status).toBe('attempted');
    await recordPayment(db, { ...failed, status: 'captured', errorReason: undefined }, 'reconciliation', now);
    expect((await paymentsOf(db, orderId))[0]).toMatchObject({ status: 'captured', error_reason: null });
  });

  test.each([
    ['currency', { currency: 'USD' }],
    ['amount', { amount: 100 }],
  ] as const)('a payment with another %s is not recorded', async (what, change) => {
    const { id: orderId } = await order();
    expect(await recordPayment(db, payment(orderId, change), 'webhook', now)).toEqual({
      outcome: 'unexplained',
      why: what,
    });
    expect(await paymentsOf(db, orderId)).toEqual([]);
  });

  test('a payment cannot move to another order, nor to a missing one', async () => {
    const [first, second] = [await order(), await order()];
    const seen = payment(first.id);
    await recordPayment(db, seen, 'webhook', now);
    const elsewhere = await recordPayment(db, { ...seen, orderId: second.id }, 'webhook', now);
    expect(elsewhere).toEqual({ outcome: 'unexplained', why: 'order' });
    const unknown = await recordPayment(db, payment(id('order')), 'webhook', now);
    expect(unknown).toEqual({ outcome: 'unexplained', why: 'unknown order' });
  });

  test('an open order is due for a check after 15 minutes, a paid one never', async () => {
    const [open, paid] = [await order(), await order()];
    await recordPayment(db, payment(paid.id), 'webhook', now);
    const due = async (at: number) => (await ordersToCheck(db, at)).map((one) => one.id);
    expect(await due(now + 14 * 60_000)).not.toContain(open.id);
    expect(await due(now + 15 * 60_000)).toContain(open.id);
    expect(await due(now + 15 * 60_000)).not.toContain(paid.id);
  });

  test('finds the open order for the same bill, but no older or paid one', async () => {
    const later = now + 100 * day;
    const known = async (of: Bill, requestKey?: string) =>
      (await findOrdersFor(db, of, requestKey, later)).known;
    expect(await known(bill)).toBeUndefined();
    const open = await order(undefined, later);
    expect((await known(bill))?.id).toBe(open.id);
    expect(await known({ ...bill, customerPhone: '9876543211' })).toBeUndefined();
    const other = await order('key-of-another', later + day);
    expect((await known(bill, 'key-of-nobody'))?.id).toBe(other.id);
    expect((await known({ ...bill, amountPaise: 100 }, 'key-of-another'))?.id).toBe(other.id);
    for (const one of [open, other]) await recordPayment(db, payment(one.id), 'webhook', later);
    expect(await known(bill)).toBeUndefined();
    expect((await known(bill, 'key-of-another'))?.status).toBe('paid');
  });

  test("finds a bill's orders pending confirmation, however old, and none of other bills", async () => {
    const later = now + 100 * day;
    const own = { ...bill, billNumber: 'INV-CONFIRMING' };
    const make = (billNumber: string, requestKey?: string) =>
      insertOrder(
        db,
        { id: id('order'), amount: 100_000, currency: 'INR' },
        { ...bill, billNumber },
        { requestKey, now },
      );
    const reported = await make(own.billNumber);
    const stranger = await make('INV-CONFIRMING-TOO', 'key-of-confirming');
    await make(own.billNumber);
    for (const { id: orderId } of [reported, stranger]) await storeReport(db, orderId, id('pay'), now);
    const { known, unconfirmed } = await findOrdersFor(db, own, 'key-of-confirming', later);
    expect(unconfirmed).toEqual([reported]);
    expect(known).toEqual(stranger);
    const { known: nobodys } = await findOrdersFor(db, own, undefined, later);
    expect(nobodys).toBeUndefined();
  });

  test('finds a reported payment with its order, and not with another', async () => {
    const [first, second] = [await order(), await order()];
    const seen = payment(first.id);
    expect(await findReportedOrder(db, first.id, seen.id)).toEqual({
      ...first,
      known: null,
      verified_at: null,
    });
    await recordPayment(db, seen, 'verification', now);
    expect(await findReportedOrder(db, first.id, seen.id)).toMatchObject({
      id: first.id,
      status: 'paid',
      known: 'captured',
      verified_at: expect.any(String),
    });
    expect(await findReportedOrder(db, second.id, seen.id)).toEqual({
      ...second,
      known: null,
      verified_at: null,
    });
    expect(await findReportedOrder(db, id('order'), seen.id)).toBeUndefined();
  });

  test('a report of a payment is accepted once', async () => {
    const { id: orderId } = await order();
    const seen = payment(orderId);
    await recordPayment(db, seen, 'webhook', now);
    const accepted = await Promise.all([1, 2, 3].map(() => acceptReport(db, seen.id, now)));
    expect(accepted.sort()).toEqual([false, false, true]);
  });

  test('a report is accepted once, whether the webhook arrived earlier or not', async () => {
    const accepts = async (seen: GatewayPayment) => {
      const recorded = await recordPayment(db, seen, 'verification', now);
      return 'before' in recorded && !recorded.before?.verified_at;
    };
    for (let round = 0; round < 20; round += 1) {
      const { id: orderId } = await order();
      const seen = payment(orderId);
      await recordPayment(db, seen, 'webhook', now);
      const accepted = await Promise.all([
        accepts(seen),
        acceptReport(db, seen.id, now),
        accepts(seen),
        acceptReport(db, seen.id, now),
      ]);
      expect(accepted.filter(Boolean)).toHaveLength(1);
    }
  });

  test('a duplicate payment for a bill is flagged, whatever the spelling of its number', async () => {
    const second = { ...bill, billNumber: 'dup 77', customerPhone: '9876543299' };
    const orders = [];
    for (const billNumber of ['DUP77', second.billNumber])
      orders.push(await insertOrder(db, gatewayOrder(), { ...second, billNumber }, { now }));
    for (const [index, one] of orders.entries())
      await recordPayment(db, payment(one.id), 'webhook', now + index);
    const { orders: listed } = await listOrders(db, { search: 'DUP77' });
    expect(listed.map((one) => [one.id, one.hasSurplus])).toEqual([
      [orders[1]?.id, true],
      [orders[0]?.id, false],
    ]);
  });

  test('a payment that was not captured in time and returned was never paid', async () => {
    const billNumber = `GIVEN-BACK-${kind}`;
    const { id: orderId } = await insertOrder(db, gatewayOrder(), { ...bill, billNumber }, { now });
    const late = payment(orderId, { status: 'authorized' });
    await recordPayment(db, late, 'webhook', now);
    await recordPayment(
      db,
      { ...late, status: 'refunded', wasCaptured: false, amountRefunded: late.amount },
      'webhook',
      now,
    );
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'attempted', paid_at: null });
    const listed = async () => (await listOrders(db, { search: billNumber })).orders;
    expect(await listed()).toMatchObject([{ paid_amount: 0, refunded_amount: 0 }]);
    expect((await listOrders(db, { search: billNumber, state: 'refunded' })).orders).toEqual([]);

    const taken = payment(orderId);
    await recordPayment(db, taken, 'webhook', now);
    expect((await findOrder(db, orderId))?.status).toBe('paid');
    expect(await listed()).toMatchObject([
      { paid_amount: bill.amountPaise, refunded_amount: 0, payment_id: taken.id },
    ]);
  });

  test('a capture has the gateway’s own time, whenever it is reported', async () => {
    const paidAt = async (change: Partial<GatewayPayment>, at: number) => {
      const { id: orderId } = await order(undefined, now - 60_000);
      const recorded = await recordPayment(db, payment(orderId, change), 'reconciliation', at);
      expect(recorded.outcome).toBe('recorded');
      return (await findOrder(db, orderId))?.paid_at;
    };
    expect(await paidAt({}, now + 3 * day)).toBe('2026-03-01T10:00:00.000Z');
    expect(await paidAt({}, now + 90_000)).toBe('2026-03-01T10:00:00.000Z');
    // Razorpay's clock may be ahead of ours.
    expect(await paidAt({ createdAt: now / 1000 + 30 }, now)).toBe('2026-03-01T10:00:30.000Z');
  });

  test('finds bills of an older ledger with any kind of dash', async () => {
    const billNumber = `OLD\u2013${kind}`;
    const { id: orderId } = await insertOrder(db, gatewayOrder(), { ...bill, billNumber }, { now });
    await sql`update orders set bill_key = ${billNumber.toUpperCase()} where id = ${orderId}`.execute(db);
    await sql`delete from ledger_migrations`.execute(db);
    await (await openDatabase(place)).destroy();
    expect((await listOrders(db, { search: `old-${kind}` })).orders.map((one) => one.id)).toEqual([orderId]);
  });

  test('a ledger from before entries gets them added once', async () => {
    const old = {
      folder: path.join(folder, 'old'),
      databaseUrl: kind === 'SQLite' ? undefined : await postgres.createDatabase(),
    };
    mkdirSync(old.folder, { recursive: true });
    const before = new Kysely<Tables>({
      dialect: old.databaseUrl
        ? new PostgresDialect({ pool: new pg.Pool({ connectionString: old.databaseUrl }) })
        : new SqliteDialect({ database: new SQLite(path.join(old.folder, 'payments.sqlite')) }),
    });
    for (const statement of firstLedgerSchema(kind === 'SQLite' ? 'integer' : 'serial'))
      await sql.raw(statement).execute(before);
    const at = '2026-01-05T06:00:00.000Z';
    const orderRow = (orderId: string) =>
      sql`insert into orders (id, bill_number, bill_key, customer_name, customer_phone, amount, currency, status,
        receipt_token, created_at, paid_at) values (${orderId}, 'A-1', 'A-1', 'Asha', '9876543210', 5000, 'INR', 'paid',
        ${orderId}, ${at}, ${at})`.execute(before);
    const paymentRow = (orderId: string, status: string, refunded: number, capturedAt: string | null) =>
      sql`insert into payments (id, order_id, amount, currency, status, amount_refunded, fee, tax, created_at, captured_at)
        values (${orderId.replace('order', 'pay')}, ${orderId}, 5000, 'INR', ${status}, ${refunded}, 118, 18, ${at},
        ${capturedAt})`.execute(before);
    const [plain, given, failed] = [id('order'), id('order'), id('order')];
    for (const one of [plain, given, failed]) await orderRow(one);
    await paymentRow(plain, 'captured', 0, at);
    await paymentRow(given, 'captured', 700, at);
    await paymentRow(failed, 'failed', 0, null);
    await before.destroy();
    for (let round = 0; round < 2; round += 1) {
      const opened = await openDatabase(old);
      const entries = await opened.selectFrom('entries').selectAll().orderBy('id').execute();
      expect(
        entries.map((entry) => [entry.kind, entry.subject, entry.amount, entry.at, entry.source]),
      ).toEqual(
        [plain, given]
          .map((orderId) => orderId.replace('order', 'pay'))
          .flatMap((paymentId) => [
            ['captured', paymentId, 5000, at, 'migration'],
            ['fee', paymentId, 118, at, 'migration'],
            ['tax', paymentId, 18, at, 'migration'],
          ]),
      );
      // Only the sum of refunds was known: the refunds are fetched from Razorpay.
      expect((await ordersToCheck(opened, Date.now() + day)).map((one) => one.id)).toEqual([given]);
      const [refunded] = await paymentsOf(opened, given);
      expect(refunded).toMatchObject({ amount_refunded: 700, reported_refunded: 700, status: 'captured' });
      await opened.destroy();
    }
  });

  test('a ledger of the previous release learns what disputes and settlements need', async () => {
    const old = {
      folder: path.join(folder, 'before-disputes'),
      databaseUrl: kind === 'SQLite' ? undefined : await postgres.createDatabase(),
    };
    const before = await openDatabase(old);
    for (const statement of [
      'alter table disputes drop column as_of',
      'drop index entries_once',
      `create unique index entries_once on entries (kind, subject) where kind in ('captured', 'settled')`,
      `delete from ledger_migrations where name >= '004'`,
    ])
      await sql.raw(statement).execute(before);
    await before.destroy();
    const opened = await openDatabase(old);
    const about = { subject: id('pay'), amount: 100, currency: 'INR', source: 'sweep' };
    const at = { at: new Date(now).toISOString(), recorded_at: new Date(now).toISOString() };
    const add = (entry: { kind: 'captured' | 'settled'; settlement_id?: string }) =>
      opened
        .insertInto('entries')
        .values({ ...about, ...at, ...entry })
        .execute();
    for (const settlement_id of ['first', 'second']) await add({ kind: 'settled', settlement_id });
    await add({ kind: 'captured' });
    await expect(add({ kind: 'captured' })).rejects.toThrow(/unique/i);
    expect(await opened.selectFrom('disputes').select('as_of').execute()).toEqual([]);
    await opened.destroy();
  });

  test.runIf(kind === 'SQLite')(
    'a transaction that reads first is not overtaken by another process',
    async () => {
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('orders').selectAll().limit(1).execute();
        const other = new SQLite(path.join(folder, 'payments.sqlite'), { timeout: 0 });
        expect(() => other.exec('update orders set checks = checks')).toThrow('locked');
        other.close();
        await trx.updateTable('orders').set({ checks: 1 }).where('id', '=', 'none').execute();
      });
    },
  );

  test.runIf(kind === 'SQLite')('erased data is removed from the file', async () => {
    const own = path.join(folder, 'erased');
    const shortLived = await openDatabase({ folder: own });
    const customerName = 'Erased Customer';
    for (let index = 0; index < 40; index += 1)
      await insertOrder(shortLived, gatewayOrder(), { ...bill, customerName }, { now: now - 40 * day });
    const isInFiles = () =>
      readdirSync(own).some((file) => readFileSync(path.join(own, file)).includes(customerName));
    expect(isInFiles()).toBe(true);
    await erasePersonalData(shortLived, retention(365), now);
    expect(isInFiles()).toBe(false);
    await shortLived.destroy();
  });

  test('names and numbers are erased after the retention period, amounts stay', async () => {
    const open = await order(undefined, now - 40 * day);
    const paid = await order(undefined, now - 40 * day);
    const seen = payment(paid.id, { vpa: 'asha@okicici' });
    await recordPayment(db, seen, 'webhook', now - 40 * day);
    const [requestId, reason] = [id('request'), 'Asha moved away'];
    await db
      .insertInto('refund_requests')
      .values({
        id: requestId,
        order_id: paid.id,
        payment_id: seen.id,
        amount: 100,
        reason,
        state: 'rejected',
        requested_by: 'Finance',
        requester_id: 'finance',
        created_at: new Date(now).toISOString(),
      })
      .execute();
    await audit(db, { actor: asha, act: 'refund.requested', subject: paid.id, detail: reason }, now);
    await erasePersonalData(db, retention(365), now);
    const remaining = async () => [
      (await paymentsOf(db, paid.id))[0]?.vpa,
      (await db.selectFrom('refund_requests').select('reason').where('id', '=', requestId).execute())[0]
        ?.reason,
      (await db.selectFrom('audit').select('detail').where('subject', '=', paid.id).execute())[0]?.detail,
    ];
    expect(await remaining()).toEqual(['asha@okicici', reason, reason]);
    expect(await findOrder(db, open.id)).toMatchObject({
      customer_name: null,
      customer_phone: null,
      amount: bill.amountPaise,
    });
    expect(await findOrder(db, paid.id)).toMatchObject({ customer_name: bill.customerName });
    await erasePersonalData(db, retention(365), now + 400 * day);
    expect(await findOrder(db, paid.id)).toMatchObject({ customer_name: null, bill_number: bill.billNumber });
    expect(await remaining()).toEqual([null, '', null]);
  });
});
