import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { afterEach, beforeEach, expect } from 'vitest';
import { readSettings } from '#settings';
import { outcomes } from '#web/contracts/outcomes.ts';
import type { AccountingFormat } from '#web/contracts/states.ts';
import { accountingFile } from '#web/payments/accounting/files.ts';
import { exportCsv } from '#web/payments/back-office/export.ts';
import type { Span } from '#web/payments/back-office/listing.ts';
import { readToday } from '#web/payments/back-office/today.ts';
import type { Bill } from '#web/payments/bill.ts';
import { cancelBill, renewLink, withdrawLink } from '#web/payments/bills/change-bill.ts';
import type { ManualEntryBody } from '#web/payments/bodies.ts';
import { findBill, findBillsByKey, insertBills, type NewBill } from '#web/payments/ledger/bills.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { applyAction, recordManualEntry } from '#web/payments/manual-entries/actions.ts';
import { moveMoney } from '#web/payments/manual-entries/move-money.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { paymentRoutes } from '#web/payments/staff-api.ts';
import type { StaffEnv } from '#web/staff/staff-route.ts';
import { gatewayOrder, id, bill as paidBill, payment } from '../../integration/payments/samples.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';

export const asha = { id: 'p1', name: 'Asha', address: '10.0.0.1' };
export const ravi = { id: 'p2', name: 'Ravi', address: '10.0.0.2' };

/**
 * Resolves to whether a staff action was done, or to the word of the outcome with which it was refused. `not-now`: the
 * state of the bill or retainer does not allow it.
 */
export const readOutcome = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'done',
    async (error) => {
      if (!(error instanceof HTTPException && error.res)) throw error;
      const body: { error: string } = await error.res.json();
      const refused = Object.entries(outcomes).find(([, one]) => 'staff' in one && one.staff === body.error);
      if (!refused && error.res.status !== 409) throw error;
      return refused?.[0] ?? 'not-now';
    },
  );

/** Noon in India. */
export const noonOf = (day: string) => Date.parse(`${day}T06:30:00.000Z`);

/**
 * A real ledger with an adjustable clock, and the actions of finance and the gateway on its bills. On SQLite unless an
 * address of a PostgreSQL database is given.
 */
export async function openTestLedger(databaseUrl = '', settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-ledger-'));
  const environment = {
    ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, RAZORPAY_KEY_ID: 'rzp_test_x' },
    ...{ RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w', ...settings },
  };
  const clock = { at: noonOf('2026-10-12') };
  /** Opens the same ledger again, as another process does. */
  const openWith = async (change: Record<string, string> = {}): Promise<Payments> => ({
    ...(await openPayments(paymentSettings(readSettings({ ...environment, ...change })))),
    now: () => clock.at,
  });
  const payments = await openWith();
  const { db } = payments;
  let count = 0;
  const makeBill = async (amount: number, change: Partial<NewBill> = {}) => {
    count += 1;
    const bill = {
      bill_number: `HOUSE-${count}`,
      customer_name: 'Asha Verma',
      customer_phone: '9876543210',
      customer_email: null,
      amount,
      due_on: null,
      note: null,
      ...change,
    };
    const [key = ''] = await insertBills(db, [bill], { actor: 'Meera', days: 60, now: clock.at });
    const made = (await findBillsByKey(db, [key], clock.at)).get(key);
    return made ?? expect.fail('The bill was not made.');
  };
  let customers = 0;
  /** Makes a bill with a customer of its own, whose statement then has only this bill. */
  const makeOwnBill = (amount: number) => {
    customers += 1;
    return makeBill(amount, { customer_phone: String(9_000_000_000 + customers) });
  };
  const record = async (
    billId: string,
    change: Partial<Omit<ManualEntryBody, 'file'>> = {},
    staff = asha,
  ) => {
    const key = change.key ?? randomUUID();
    const body = {
      ...{ key, kind: 'neft' as const, amount: 10_000, day: '2026-10-12' },
      ...{ reference: key, section: '', rate: '', reason: 'agreed', ...change },
    };
    return { key, outcome: await readOutcome(recordManualEntry(payments, billId, body, staff)) };
  };
  const bill = async (billId: string) => {
    const found = await findBill(db, billId, clock.at);
    return found ?? expect.fail('There is no such bill.');
  };
  /** Creates an order of the sample bill, with these differences. */
  const order = (change: Partial<Bill> = {}, billId?: string) => {
    const bill = { ...paidBill, ...change };
    const made = {
      ...gatewayOrder(),
      amount: bill.amountPaise,
      receipt: `web-20261012-${id('').slice(-10)}`,
    };
    return insertOrder(db, made, bill, { billId, now: clock.at });
  };
  /** Records a payment of now, captured unless given otherwise, as the gateway reports it. */
  const report = async (orderId: string, change: Partial<GatewayPayment> = {}) => {
    const seen = payment(orderId, { created_at: clock.at / 1000, ...change });
    await recordPayment(db, seen, 'webhook', clock.at);
    return seen;
  };
  const api = new Hono<StaffEnv<Payments>>()
    .use(async (c, next) => {
      c.set('work', payments);
      c.set('staff', asha);
      await next();
    })
    .route('/', paymentRoutes)
    .onError((error) => (error instanceof HTTPException && error.res) || expect.fail(error.message));
  return {
    environment,
    openWith,
    payments,
    db,
    clock,
    makeBill,
    makeOwnBill,
    record,
    apply: async (key: string, apply: Parameters<typeof applyAction>[2], staff = asha, day?: string) =>
      readOutcome(applyAction(payments, key, apply, { day, reason: 'why' }, staff)),
    order,
    report,
    /** Creates an order as a customer who has not paid yet. */
    begin: async (billNumber: string, amountPaise: number, billId?: string) => ({
      orderId: (await order({ billNumber, amountPaise }, billId)).id,
    }),
    capture: async (orderId: string, amount: number) => ({
      paymentId: (await report(orderId, { amount })).id,
    }),
    /**
     * Pays as a customer through the gateway, with or without the payment link. `surcharge` is a fee on top of the
     * bill.
     */
    async pay(billNumber: string, amount: number, billId?: string, surcharge = 0) {
      const { id: orderId } = await order({ billNumber, amountPaise: amount }, billId);
      const seen = await report(orderId, { amount: amount + surcharge, fee: Math.max(100, surcharge) });
      return { orderId, paymentId: seen.id, seen };
    },
    /** Moves money of a payment to another bill. */
    async move(paymentId: string, to: string | NewBill, amount: number, key: string = randomUUID()) {
      const billNumber = typeof to === 'string' ? to : to.bill_number;
      return readOutcome(moveMoney(payments, { key, paymentId, billNumber, amount }, asha));
    },
    refund(
      paymentId: string,
      amount: number,
      status: 'pending' | 'processed' | 'failed' = 'processed',
      refundId = id('rfnd'),
      madeAt = clock.at,
    ) {
      const seen = { id: refundId, payment_id: paymentId, amount, currency: 'INR', status };
      return recordRefund(db, { ...seen, created_at: madeAt / 1000 }, 'webhook', clock.at);
    },
    /** Staff actions on a bill as a whole. Resolves to `not-now` if the bill's state does not allow the action. */
    async change(billId: string, action: 'cancel' | 'renew-link' | 'withdraw-link', staff = asha) {
      const month = 30 * 24 * 3_600_000;
      const actions = {
        cancel: () => cancelBill(payments, billId, staff),
        'renew-link': () => renewLink(payments, billId, staff, clock.at + month),
        'withdraw-link': () => withdrawLink(payments, billId, staff),
      };
      return readOutcome(actions[action]());
    },
    /** A customer's dispute of a whole payment, as reported by the gateway. */
    dispute(
      { paymentId, amount }: { paymentId: string; amount: number },
      status: 'open' | 'won' | 'lost',
      disputeId = id('disp'),
      deducted = status === 'lost' ? amount : 0,
    ) {
      const seen = {
        ...{ id: disputeId, payment_id: paymentId, amount, currency: 'INR', status, phase: 'chargeback' },
        ...{ amount_deducted: deducted, reason_code: 'goods_not_received' },
        ...{ created_at: clock.at / 1000 },
      };
      const times = { now: clock.at, asOfSeconds: clock.at / 1000 + (status === 'open' ? 0 : 1) };
      return recordDispute(db, seen, 'webhook', times);
    },
    /** Sends a request to the staff API as Asha. Returns its status. */
    async post(path: string, json: object = {}) {
      const headers = { 'content-type': 'application/json' };
      return (await api.request(path, { method: 'POST', headers, body: JSON.stringify(json) })).status;
    },
    bill,
    async stateOf(billId: string) {
      const { state, paid, cheques } = await bill(billId);
      return { state, paid, cheques };
    },
    /** Returns the items that wait for staff. */
    items: async () => (await readToday(payments)).actionItems,
    audited: () => db.selectFrom('audit').selectAll().orderBy('id').execute(),
    csv: async (span: Span = {}) => (await exportCsv(db, span)).text(),
    /** A file for the accountant. */
    file: async (format: AccountingFormat, span: Span = {}) =>
      (await accountingFile(db, format, span)).text(),
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type CountingHouse = Awaited<ReturnType<typeof openTestLedger>>;

/** Opens a ledger for all tests of a file. */
export const ledgerPerFile = (databaseUrl?: string) => closeAfterwards(openTestLedger(databaseUrl));

/** Opens an empty ledger for each test of a file. */
export async function ledgerPerTest(): Promise<CountingHouse> {
  const house = await openTestLedger();
  let isOpen = true;
  beforeEach(async () => {
    if (!isOpen) Object.assign(house, await openTestLedger());
    isOpen = true;
  });
  afterEach(async () => {
    isOpen = false;
    await house.close();
  });
  return house;
}
