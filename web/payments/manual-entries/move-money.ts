import { sql } from 'kysely';
import { billKey } from '#web/contracts/bill-key.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { currency } from '#web/contracts/money.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, ManualEntry } from '#web/database/tables.ts';
import { isDisputed, refundableAmount } from '#web/payments/back-office/refund-requests.ts';
import { isOrderOf } from '#web/payments/ledger/bill-state.ts';
import { findBillsByKey } from '#web/payments/ledger/bills.ts';
import { addEntries, addOrderEvent } from '#web/payments/ledger/entries.ts';
import { lockOrder } from '#web/payments/ledger/locks.ts';
import { addMovedAmount, lockBill, recordTransition } from '#web/payments/ledger/manual-entries.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import {
  auditManualEntry,
  billRefusal,
  findManualEntry,
  isSameEntry,
  type ManualEntryOutcome,
  openAmount,
} from './actions.ts';
import type { MoveBody } from './bodies.ts';

/**
 * Moves money from a captured payment, even if the payment matches no order, to another bill. The limits are the rest
 * of the payment and the open amount of the bill. Idempotent by `key`.
 */
export function moveMoney(
  { db, now }: Payments,
  { key: id, paymentId, billNumber, amount }: MoveBody,
  staff: Staff,
): Promise<ManualEntryOutcome> {
  return db.transaction().execute(async (trx): Promise<ManualEntryOutcome> => {
    const numberKey = billKey(billNumber);
    const found = (await findBillsByKey(trx, [numberKey], now())).get(numberKey);
    const bill = found && (await lockBill(trx, found.id));
    if (!bill) return { outcome: 'unknown' };
    const manualEntry: ManualEntry = {
      ...{ id, bill_id: bill.id, kind: 'moved', amount, payment_id: paymentId, reference: paymentId },
      ...{ on_day: dayInIndia(now()), state: 'entered', section: null, rate: null, reason: null },
      ...{ requested_by: staff.name, requester_id: staff.id, decided_by: null, created_at: moment(now()) },
    };
    const known = await findManualEntry(trx, id);
    if (known)
      return { outcome: isSameEntry(known, manualEntry) ? 'done' : 'other-request', billId: bill.id };
    const source = await lockSource(trx, paymentId);
    if (!source) return { outcome: 'unknown' };
    if (await isPaidBy(trx, bill.id, source.orderId)) return { outcome: 'same-bill' };
    const refusal = await billRefusal(trx, bill.id, 'reduce', now());
    if (refusal) return refusal;
    if (await isDisputed(trx, paymentId)) return { outcome: 'disputed' };
    if (amount > Math.min(source.open, await openAmount(trx, bill.id, now()))) return { outcome: 'too-much' };
    const detail = `${paymentId} put on bill ${bill.bill_number}`;
    await trx.insertInto('vouchers').values(manualEntry).execute();
    await recordTransition(trx, manualEntry, 'record', { day: manualEntry.on_day, detail, now: now() });
    const { orderId: order_id } = source;
    if (order_id !== undefined) {
      await addMovedAmount(trx, paymentId, amount, now());
      const about = { order_id, payment_id: paymentId, actor: staff.name };
      await addOrderEvent(trx, about, 'payment.moved', 'staff', now());
    } else if (amount === source.open) {
      const whole = { kind: 'explained', subject: paymentId, payment_id: paymentId, detail } as const;
      await addEntries(trx, [{ ...whole, amount: source.whole, currency }], 'staff', now());
    }
    await auditManualEntry(trx, staff, manualEntry, bill, 'money.moved', now(), paymentId);
    return { outcome: 'done', billId: bill.id };
  });
}

type Source = { open: number; whole: number; orderId?: string };

async function isPaidBy(trx: Database, billId: string, orderId: string | undefined): Promise<boolean> {
  if (orderId === undefined) return false;
  const joined = trx.selectFrom('bills').innerJoin('orders', 'orders.bill_key', 'bills.bill_key');
  const same = joined.select('bills.id').where('bills.id', '=', billId).where('orders.id', '=', orderId);
  return (await same.where(isOrderOf('orders', 'bills')).executeTakeFirst()) !== undefined;
}

/** Locks a payment and returns the paise left to move; undefined if no money, or only foreign currency, arrived. */
async function lockSource(trx: Database, paymentId: string): Promise<Source | undefined> {
  const payment = await trx
    .selectFrom('payments')
    .select(['order_id', 'amount'])
    .where('id', '=', paymentId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  if (payment) {
    const order = await lockOrder(trx, payment.order_id);
    const left = order && (await refundableAmount(trx, order.id, paymentId));
    return left && { open: left.open, whole: payment.amount, orderId: order.id };
  }
  const stray = await trx
    .updateTable('entries')
    .set((entry) => ({ source: entry.ref('source') }))
    .where('kind', '=', 'unexplained')
    .where('subject', '=', paymentId)
    .where('currency', '=', currency)
    .where(sql<boolean>`subject not in (select subject from entries where kind = 'explained')`)
    .returning('amount')
    .executeTakeFirst();
  if (!stray) return undefined;
  const { moved } = await trx
    .selectFrom('entries')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('moved'))
    .where('kind', '=', 'moved')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return { open: stray.amount - moved, whole: stray.amount };
}
