import { type BillAction, refusalOf } from '#web/contracts/bill-actions.ts';
import { moment } from '#web/database/moment.ts';
import type { StoredBill } from '#web/database/tables.ts';
import { type BillWithState, findBill } from '#web/payments/ledger/bills.ts';
import { lockBill } from '#web/payments/ledger/manual-entries.ts';
import { reviewSurplus } from '#web/payments/ledger/surplus-payments.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { linkEnd, newLinkToken } from './link.ts';

type LedgerContext = Pick<Payments, 'db' | 'now'>;

/** `why` explains to staff why the bill's state does not allow the action. */
type ChangeOutcome =
  | { outcome: 'done'; bill: BillWithState }
  | { outcome: 'unknown' }
  | { outcome: 'not-now'; why: string };

/** Cancels a bill that holds no money, or less than ₹1. A new bill can then use its number. */
export const cancelBill = (payments: LedgerContext, billId: string, staff: Staff): Promise<ChangeOutcome> =>
  change(payments, billId, staff, 'cancel', () => ({
    cancelled_at: moment(payments.now()),
    cancelled_by: staff.name,
  }));

/**
 * Renews a bill's link until `until` (milliseconds since 1970), or until its last reminder if later. A withdrawn link
 * gets a new address; any other link keeps its address.
 */
export const renewLink = (
  payments: LedgerContext & Pick<Payments, 'settings'>,
  billId: string,
  staff: Staff,
  until: number,
): Promise<ChangeOutcome> =>
  change(payments, billId, staff, 'renew-link', ({ due_on, link }) => ({
    expires_at: moment(linkEnd(until, due_on, payments.settings.reminderDays)),
    ...(link === 'withdrawn' && { link_withdrawn_at: null, link_token: newLinkToken() }),
  }));

/** Withdraws a bill's link. The bill itself stays as it is. */
export const withdrawLink = (payments: LedgerContext, billId: string, staff: Staff): Promise<ChangeOutcome> =>
  change(payments, billId, staff, 'withdraw-link', () => {
    const at = moment(payments.now());
    return { link_withdrawn_at: at, expires_at: at };
  });

const auditActions = {
  cancel: 'bill.cancelled',
  'renew-link': 'link.renewed',
  'withdraw-link': 'link.withdrawn',
};

/** Changes a bill if its state allows it. Locks the bill meanwhile. */
function change(
  { db, now }: LedgerContext,
  billId: string,
  staff: Staff,
  action: keyof typeof auditActions & BillAction,
  valuesFor: (bill: BillWithState) => Partial<StoredBill>,
): Promise<ChangeOutcome> {
  return db.transaction().execute(async (trx): Promise<ChangeOutcome> => {
    const known = (await lockBill(trx, billId)) && (await findBill(trx, billId, now()));
    if (!known) return { outcome: 'unknown' };
    const why = refusalOf(action, known);
    if (why !== undefined) return { outcome: 'not-now', why };
    await trx.updateTable('bills').set(valuesFor(known)).where('id', '=', billId).execute();
    // Less than ₹1 may be left of a payment, which nobody can refund.
    if (action === 'cancel') await reviewSurplus(trx, { billId }, staff, now());
    await audit(trx, { actor: staff, act: auditActions[action], subject: known.bill_number }, now());
    return { outcome: 'done', bill: (await findBill(trx, billId, now())) ?? known };
  });
}
