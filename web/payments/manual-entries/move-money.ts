import { dayInIndia } from '#web/contracts/india.ts';
import { currency } from '#web/contracts/money.ts';
import { billKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, ManualEntry } from '#web/database/tables.ts';
import type { MoveBody } from '#web/payments/bodies.ts';
import { findBillsByKey } from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import { recordTransition } from '#web/payments/ledger/manual-entries.ts';
import { addMovedAmount, findMoneyLeft, isDisputed } from '#web/payments/ledger/moved-money.ts';
import { ordersOfBill } from '#web/payments/ledger/surplus-payments.ts';
import { lockOpenMoney } from '#web/payments/ledger/unexplained.ts';
import { refuseWith } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { auditManualEntry, findManualEntry, isSameEntry, openAmount, requireAllowed } from './actions.ts';

/**
 * Moves money from a captured payment, even if the payment matches no order, to another bill. The limits are the rest
 * of the payment and the open amount of the bill. Idempotent by `key`.
 */
export function moveMoney(
  { db, now }: Payments,
  { key: id, paymentId, billNumber, amount }: MoveBody,
  staff: Staff,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const numberKey = billKey(billNumber);
    const found = (await findBillsByKey(trx, [numberKey], now())).get(numberKey);
    const bill = found && (await lockRow(trx, 'bills', found.id));
    if (!bill) refuseWith('unknown');
    const manualEntry: ManualEntry = {
      ...{ id, bill_id: bill.id, kind: 'moved', amount, payment_id: paymentId, reference: paymentId },
      ...{ on_day: dayInIndia(now()), state: 'entered', section: null, rate: null, reason: null },
      ...{ requested_by: staff.name, requester_id: staff.id, decided_by: null, created_at: moment(now()) },
    };
    const known = await findManualEntry(trx, id);
    if (known) return isSameEntry(known, manualEntry) ? bill.id : refuseWith('other-request');
    const source = await lockSource(trx, paymentId);
    if (!source) refuseWith('unknown');
    if (await isPaidBy(trx, bill.id, source.orderId)) refuseWith('same-bill');
    await requireAllowed(trx, bill.id, 'reduce', now());
    if (await isDisputed(trx, paymentId)) refuseWith('disputed');
    if (amount > Math.min(source.open, await openAmount(trx, bill.id, now()))) refuseWith('too-much');
    const detail = `${paymentId} put on bill ${bill.bill_number}`;
    await trx.insertInto('vouchers').values(manualEntry).execute();
    const { orderId } = source;
    const on = { day: manualEntry.on_day, detail, now: now(), ...(orderId && { orderId }) };
    await recordTransition(trx, manualEntry, 'record', on);
    if (orderId !== undefined) await addMovedAmount(trx, paymentId, amount);
    await auditManualEntry(trx, staff, manualEntry, bill, 'money.moved', now(), paymentId);
    return bill.id;
  });
}

type Source = { open: number; orderId?: string };

async function isPaidBy(trx: Database, billId: string, orderId: string | undefined): Promise<boolean> {
  if (orderId === undefined) return false;
  const same = ordersOfBill(trx, billId).where('orders.id', '=', orderId);
  return (await same.executeTakeFirst()) !== undefined;
}

/** Locks a payment and returns the paise left to move; undefined if no money, or only foreign currency, arrived. */
async function lockSource(trx: Database, paymentId: string): Promise<Source | undefined> {
  const known = await lockOrderOfPayment(trx, paymentId);
  const stray = known ? undefined : await lockOpenMoney(trx, paymentId);
  // Its order may have appeared until the lock was free.
  const order = known ?? (stray && (await lockOrderOfPayment(trx, paymentId)));
  if (!order) return stray?.currency === currency ? { open: stray.amount } : undefined;
  const left = await findMoneyLeft(trx, paymentId);
  return left && { open: left.open, orderId: order.id };
}

async function lockOrderOfPayment(trx: Database, paymentId: string) {
  const payment = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', paymentId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return payment && lockRow(trx, 'orders', payment.order_id);
}
