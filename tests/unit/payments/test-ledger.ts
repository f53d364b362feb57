import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '#settings';
import { cancelBill, renewLink, withdrawLink } from '#web/payments/bills/change-bill.ts';
import { findBill, findBillsByKey, insertBills, type NewBill } from '#web/payments/ledger/bills.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { applyAction, recordManualEntry } from '#web/payments/manual-entries/actions.ts';
import type { ManualEntryBody } from '#web/payments/manual-entries/bodies.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { gatewayOrder, id, bill as paidBill, payment } from '../../integration/payments/samples.ts';

export const asha = { id: 'p1', name: 'Asha', address: '10.0.0.1' };
export const ravi = { id: 'p2', name: 'Ravi', address: '10.0.0.2' };
/** Noon in India. */
export const noonOf = (day: string) => Date.parse(`${day}T06:30:00.000Z`);

/** A real ledger with an adjustable clock, and the actions of finance and the gateway on its bills. */
export async function openTestLedger() {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-ledger-'));
  const opened = await openPayments(
    paymentSettings(
      readSettings({
        DATA_DIR: folder,
        RAZORPAY_KEY_ID: 'rzp_test_x',
        RAZORPAY_KEY_SECRET: 's',
        RAZORPAY_WEBHOOK_SECRET: 'w',
      }),
    ),
  );
  const clock = { at: noonOf('2026-10-12') };
  const payments: Payments = { ...opened, now: () => clock.at };
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
    await insertBills(db, [bill], { actor: 'Meera', days: 60, now: clock.at });
    const made = (await findBillsByKey(db, [bill.bill_number], clock.at)).get(bill.bill_number);
    if (!made) throw new Error('no bill');
    return made;
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
    return { key, outcome: (await recordManualEntry(payments, billId, body, staff)).outcome };
  };
  return {
    payments,
    db,
    clock,
    makeBill,
    record,
    apply: async (key: string, apply: Parameters<typeof applyAction>[2], staff = asha, day?: string) =>
      (await applyAction(payments, key, apply, { day, reason: 'why' }, staff)).outcome,
    /** Creates an order as a customer who has not paid yet. */
    async begin(billNumber: string, amount: number, billId?: string) {
      const bill = { ...paidBill, billNumber, amountPaise: amount };
      const order = await insertOrder(db, { ...gatewayOrder(), amount }, bill, { billId, now: clock.at });
      return { orderId: order.id };
    },
    async capture(orderId: string, amount: number) {
      const seen = payment(orderId, { amount, fee: 100, createdAt: clock.at / 1000 });
      await recordPayment(db, seen, 'webhook', clock.at);
      return { paymentId: seen.id };
    },
    /**
     * Pays as a customer through the gateway, with or without the payment link. `surcharge` is a fee on top of the
     * bill.
     */
    async pay(billNumber: string, amount: number, billId?: string, surcharge = 0) {
      const bill = { ...paidBill, billNumber, amountPaise: amount };
      const order = await insertOrder(db, { ...gatewayOrder(), amount }, bill, { billId, now: clock.at });
      const change = {
        amount: amount + surcharge,
        fee: Math.max(100, surcharge),
        createdAt: clock.at / 1000,
      };
      const seen = payment(order.id, change);
      await recordPayment(db, seen, 'webhook', clock.at);
      return { orderId: order.id, paymentId: seen.id, seen };
    },
    refund(
      paymentId: string,
      amount: number,
      status: 'processed' | 'failed' = 'processed',
      refundId = id('rfnd'),
      madeAt = clock.at,
    ) {
      const seen = {
        id: refundId,
        paymentId,
        amount,
        currency: 'INR',
        status,
        ourReference: undefined,
        reference: undefined,
      };
      return recordRefund(db, { ...seen, createdAt: madeAt / 1000 }, 'webhook', clock.at);
    },
    /** Staff actions on a bill as a whole. */
    async change(billId: string, action: 'cancel' | 'renew-link' | 'withdraw-link', staff = asha) {
      const month = 30 * 24 * 3_600_000;
      const actions = {
        cancel: () => cancelBill(payments, billId, staff),
        'renew-link': () => renewLink(payments, billId, staff, clock.at + month),
        'withdraw-link': () => withdrawLink(payments, billId, staff),
      };
      return (await actions[action]()).outcome;
    },
    /** A customer's dispute of a whole payment, as reported by the gateway. */
    dispute(
      { paymentId, amount }: { paymentId: string; amount: number },
      status: 'open' | 'won' | 'lost',
      disputeId = id('disp'),
      deducted = status === 'lost' ? amount : 0,
    ) {
      const seen = {
        ...{ id: disputeId, paymentId, amount, currency: 'INR', status, phase: 'chargeback' },
        ...{ deducted, reason: 'goods_not_received' },
        ...{ respondBy: undefined, createdAt: clock.at / 1000 },
      };
      const times = { now: clock.at, asOf: clock.at / 1000 + (status === 'open' ? 0 : 1) };
      return recordDispute(db, seen, 'webhook', times);
    },
    async stateOf(billId: string) {
      const bill = await findBill(db, billId, clock.at);
      return bill && { state: bill.state, paid: bill.paid, cheques: bill.cheques };
    },
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type CountingHouse = Awaited<ReturnType<typeof openTestLedger>>;
