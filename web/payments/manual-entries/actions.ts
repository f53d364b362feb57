import { type BillAction, findRefusal } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import {
  bringsMoney,
  findRecordingAction,
  manualEntryKinds,
  needsApproval,
  referenceFor,
} from '#web/contracts/manual-entries.ts';
import { formatRupees, smallestAmount } from '#web/contracts/money.ts';
import { referenceKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, ManualEntry, StoredBill } from '#web/database/tables.ts';
import type { ManualEntryBody } from '#web/payments/bodies.ts';
import { findBill } from '#web/payments/ledger/bills.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import {
  comparableReference,
  type ManualEntryAction,
  recordTransition,
  transitions,
} from '#web/payments/ledger/manual-entries.ts';
import { addMovedAmount } from '#web/payments/ledger/moved-money.ts';
import { refuseWith } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { refuse } from '#web/staff/staff-route.ts';

/** Names of the actions in the audit log. */
const auditNames: Record<ManualEntryAction, string> = {
  record: 'recorded',
  take: 'recorded',
  request: 'asked',
  approve: 'approved',
  reject: 'rejected',
  clear: 'cleared',
  bounce: 'bounced',
  reverse: 'reversed',
};

type ActionOnEntry = Exclude<ManualEntryAction, 'record' | 'take' | 'request'>;

/** The bill action that must be allowed for each action on an entry. */
const requiredActions: Record<ActionOnEntry, BillAction> = {
  approve: 'reduce',
  reject: 'take-back',
  clear: 'clear-cheque',
  bounce: 'take-back',
  reverse: 'take-back',
};

/** Ends the request with the reason if the bill's state does not allow an action on one of its entries. */
export async function requireAllowed(trx: Database, billId: string, action: BillAction, now: number) {
  const bill = await findBill(trx, billId, now);
  const why = bill && findRefusal(action, bill);
  if (why !== undefined) refuse(409, why);
}

/**
 * Records money or TDS, or requests a write-off or credit, which needs a second person. Idempotent by `key`. Resolves to
 * the bill's id, as all actions do, or ends the request with the reason for which it was refused.
 */
export function recordManualEntry(
  { db, now }: Payments,
  billId: string,
  typed: ManualEntryBody,
  staff: Staff,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const bill = await lockRow(trx, 'bills', billId);
    if (!bill) refuseWith('unknown');
    // Nobody can pay a rest below ₹1, so one person may close a bill that has no more to pay.
    const needsSecond = async () =>
      needsApproval(typed.kind) &&
      (typed.amount >= smallestAmount || typed.amount !== (await openAmount(trx, billId, now())));
    let action: 'take' | 'request' | 'record' = 'record';
    if (typed.kind === 'cheque') action = 'take';
    else if (await needsSecond()) action = 'request';
    const manualEntry = { ...toManualEntry(typed, bill, staff, now()), state: transitions[action].to };
    const known = await findManualEntry(trx, manualEntry.id);
    if (known) return isSameEntry(known, manualEntry) ? billId : refuseWith('other-request');
    const isReduction = !bringsMoney(typed.kind);
    await requireAllowed(trx, billId, findRecordingAction(typed.kind), now());
    if (typed.day > dayInIndia(now())) refuseWith('later-day');
    if (await isRecorded(trx, manualEntry)) refuseWith('same-reference');
    if (isReduction && typed.amount > (await openAmount(trx, billId, now()))) refuseWith('too-much');
    await trx.insertInto('vouchers').values(manualEntry).execute();
    const detail = manualEntry.reference ?? manualEntry.reason;
    await recordTransition(trx, manualEntry, action, { day: typed.day, detail, now: now() });
    await auditManualEntry(trx, staff, manualEntry, bill, `${manualEntry.kind}.${auditNames[action]}`, now());
    return billId;
  });
}

function toManualEntry(typed: ManualEntryBody, bill: StoredBill, staff: Staff, now: number) {
  const { key: id, day: on_day, kind, amount } = typed;
  return {
    ...{ id, bill_id: bill.id, kind, amount, on_day, payment_id: null, decided_by: null },
    reference: typed.reference || null,
    section: (kind === 'tds' && typed.section) || null,
    rate: (kind === 'tds' && typed.rate) || null,
    reason: typed.reason || null,
    requested_by: staff.name,
    requester_id: staff.id,
    created_at: moment(now),
  };
}

const compared = ['bill_id', 'kind', 'amount', 'payment_id'] as const;
/** Returns whether a request repeats a known entry. Moved money is dated the day of the request, so days may differ. */
export const isSameEntry = (a: ManualEntry, b: ManualEntry) =>
  compared.every((column) => a[column] === b[column]) && (a.kind === 'moved' || a.on_day === b.on_day);

export const findManualEntry = (db: Database, id: string): Promise<ManualEntry | undefined> =>
  db.selectFrom('vouchers').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Returns whether the same transfer, cheque or certificate is already recorded for the bill. NEFT and RTGS share their
 * numbers, the UTRs.
 */
async function isRecorded(trx: Database, { bill_id, kind, reference }: ManualEntry): Promise<boolean> {
  if (reference === null) return false;
  const same = await trx
    .selectFrom('vouchers')
    .select('id')
    .where('bill_id', '=', bill_id)
    .where(
      'kind',
      'in',
      manualEntryKinds.filter((one) => referenceFor(one).reference === referenceFor(kind).reference),
    )
    .where(comparableReference('reference'), '=', referenceKey(reference))
    .where('state', 'in', ['waiting', 'in-hand', 'entered'])
    .executeTakeFirst();
  return same !== undefined;
}

/** Returns the open amount of a bill in paise. Uncleared cheques do not reduce this amount. */
export async function openAmount(trx: Database, billId: string, now: number): Promise<number> {
  const bill = await findBill(trx, billId, now);
  return bill ? bill.amount - bill.paid : 0;
}

export function auditManualEntry(
  trx: Database,
  staff: Staff,
  { amount, reference }: ManualEntry,
  { bill_number }: StoredBill,
  act: string,
  now: number,
  reason?: string,
) {
  const detail = [formatRupees(amount), reference, reason].filter(Boolean).join(', ');
  return audit(trx, { actor: staff, act, subject: bill_number, detail }, now);
}

/** Clears or bounces a cheque, approves or rejects a request, or reverses an entry with a counter-entry. */
export function applyAction(
  { db, now }: Payments,
  id: string,
  action: ActionOnEntry,
  { day, reason }: { day?: string | undefined; reason: string },
  staff: Staff,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const found = await findManualEntry(trx, id);
    const bill = found && (await lockRow(trx, 'bills', found.bill_id));
    // A refund of the payment may take its money back meanwhile.
    if (found?.payment_id) await lockRow(trx, 'payments', found.payment_id);
    const manualEntry = bill && (await findManualEntry(trx, id));
    if (!manualEntry) refuseWith('unknown');
    const today = dayInIndia(now());
    const on = day ?? today;
    if (action === 'approve' && manualEntry.requester_id === staff.id) refuseWith('own');
    const { from, to: state } = transitions[action];
    if (manualEntry.state !== from) refuseWith('over');
    if (on > today) refuseWith('later-day');
    if (on < manualEntry.on_day) refuseWith('earlier-day');
    await requireAllowed(trx, bill.id, requiredActions[action], now());
    if (action === 'approve' && manualEntry.amount > (await openAmount(trx, bill.id, now())))
      refuseWith('too-much');
    if (manualEntry.payment_id !== null)
      await addMovedAmount(trx, manualEntry.payment_id, -manualEntry.amount);
    await trx
      .updateTable('vouchers')
      .set({ state, ...(action === 'approve' || action === 'reject' ? { decided_by: staff.name } : {}) })
      .where('id', '=', id)
      .execute();
    const detail = reason || manualEntry.reference || manualEntry.reason;
    await recordTransition(trx, manualEntry, action, { day: on, detail, now: now() });
    await auditManualEntry(
      trx,
      staff,
      manualEntry,
      bill,
      `${manualEntry.kind}.${auditNames[action]}`,
      now(),
      reason,
    );
    return bill.id;
  });
}

/** Adds the certificate's number to a TDS entry that has none. A repeated request changes nothing. */
export function addCertificate(
  { db, now }: Payments,
  id: string,
  reference: string,
  staff: Staff,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('vouchers')
      .set({ reference })
      .where('id', '=', id)
      .where('kind', '=', 'tds')
      .where((is) =>
        is.or([
          is('reference', 'is', null),
          is(comparableReference('reference'), '=', referenceKey(reference)),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    const bill = changed && (await lockRow(trx, 'bills', changed.bill_id));
    if (!bill) refuseWith((await findManualEntry(trx, id)) ? 'over' : 'unknown');
    await auditManualEntry(trx, staff, changed, bill, 'tds.certificate', now(), reference);
    return bill.id;
  });
}
