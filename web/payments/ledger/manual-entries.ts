import { type RawBuilder, sql } from 'kysely';
import { type EntryKind, kindsWhere } from '#web/contracts/entry-kinds.ts';
import { dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { findEntryKind } from '#web/contracts/manual-entries.ts';
import { currency } from '#web/contracts/money.ts';
import type { Database, ManualEntry } from '#web/database/tables.ts';
import { addEntries, type Fact } from './entries.ts';

/** Kinds that settle the bill they name, not the order's bill. */
const settling = kindsWhere(({ settles }) => settles === 'bill' || settles === 'both');

const sumEntries = (
  bills: string,
  kinds: EntryKind[],
) => sql<number>`coalesce((select sum(v.amount) from entries v
  where v.bill_id = ${sql.ref(`${bills}.id`)} and v.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})), 0)`;

/** SQL: paise of a bill that are settled by bank, cash, TDS, write-offs, credits and moved money. */
export const sumManuallySettled = (bills: string): RawBuilder<number> => sumEntries(bills, settling);

/** SQL: paise in uncleared cheques. */
export const sumCheques = (bills: string): RawBuilder<number> => sumEntries(bills, ['cheque']);

/** SQL: the `referenceKey` of a stored reference. */
export const comparableReference = (column: string) =>
  sql<string>`upper(replace(replace(replace(${sql.ref(column)}, ' ', ''), '-', ''), '–', ''))`;

/** SQL: when the last cheque bounced (a time, or a day if its month was closed); null if no cheque bounced. */
export const selectBouncedAt = (bills: string) => sql<string | null>`(select max(coalesce(e.belongs_to, e.at))
  from vouchers v join entries e on e.subject = v.id and e.kind = 'cheque' and e.amount < 0
  where v.bill_id = ${sql.ref(`${bills}.id`)} and v.state = 'bounced')`;

/** Actions on manual entries. `take` records a cheque. */
export type ManualEntryAction =
  | 'record'
  | 'take'
  | 'request'
  | 'approve'
  | 'reject'
  | 'clear'
  | 'bounce'
  | 'reverse';

type Transition = {
  /** Missing for actions that create the entry. */
  from?: ManualEntry['state'];
  to: ManualEntry['state'];
  /** Signs of the ledger entries for the cheque in hand and for the settled amount. */
  cheque?: 1 | -1;
  settled?: 1 | -1;
};

/** The states before and after each action, and the signs of its ledger entries. */
export const transitions: Record<ManualEntryAction, Transition> = {
  record: { to: 'entered', settled: 1 },
  take: { to: 'in-hand', cheque: 1 },
  request: { to: 'waiting' },
  approve: { from: 'waiting', to: 'entered', settled: 1 },
  reject: { from: 'waiting', to: 'rejected' },
  clear: { from: 'in-hand', to: 'entered', cheque: -1, settled: 1 },
  bounce: { from: 'in-hand', to: 'bounced', cheque: -1 },
  reverse: { from: 'entered', to: 'reversed', settled: -1 },
};

/**
 * Adds the ledger entries of an action, dated `day`; today's entries have the current time. `orderId` is the known order
 * of moved money. A counter-entry has the order of the entry that it reverses.
 */
export async function recordTransition(
  trx: Database,
  manualEntry: ManualEntry,
  action: ManualEntryAction,
  { day, detail, now, orderId }: { day: string; detail: string | null; now: number; orderId?: string },
): Promise<void> {
  const { id: subject, kind, amount, bill_id, payment_id } = manualEntry;
  const { cheque = 0, settled = 0 } = transitions[action];
  const at = day === dayInIndia(now) ? now : startOfDay(day);
  const reversed = trx.selectFrom('entries').select('order_id').where('subject', '=', subject);
  const order_id = orderId ?? (await reversed.executeTakeFirst())?.order_id ?? null;
  const about = { subject, bill_id, payment_id, order_id, currency, at, detail };
  const facts: Fact[] = [
    { ...about, kind: 'cheque', amount: cheque * amount },
    { ...about, kind: findEntryKind(kind), amount: settled * amount },
  ];
  const entered = facts.filter((fact) => fact.amount !== 0);
  await addEntries(trx, entered, 'staff', now);
}

/**
 * Returns a bill's manual entries, oldest first. `ended_on` is the day on which a cheque was cleared
 * or bounced, or an entry was reversed; `ended_detail` is the bank's or staff's note about it.
 */
export async function readManualEntries(db: Database, billId: string) {
  const manualEntries = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('bill_id', '=', billId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const endings = await db
    .selectFrom('entries')
    .select(['subject', 'at', 'belongs_to', 'detail'])
    .where('bill_id', '=', billId)
    .where('amount', '<', 0)
    .orderBy('id')
    .execute();
  return manualEntries.map((manualEntry) => {
    const ended = endings.findLast(({ subject }) => subject === manualEntry.id);
    return {
      ...manualEntry,
      ended_on: ended ? (ended.belongs_to ?? dayInIndia(Date.parse(ended.at))) : null,
      ended_detail: ended?.detail === manualEntry.reference ? null : (ended?.detail ?? null),
    };
  });
}

/** Erases the tax invoices, the notes and the numbers that customers sent of erased bills. */
export async function eraseManualEntries(db: Database): Promise<void> {
  const erased = db
    .selectFrom('vouchers')
    .innerJoin('bills', 'bills.id', 'vouchers.bill_id')
    .select('vouchers.id')
    .where('bills.erased_at', 'is not', null);
  const bills = db.selectFrom('bills').select('id').where('erased_at', 'is not', null);
  await db.deleteFrom('bill_files').where('bill_id', 'in', bills).execute();
  await db.deleteFrom('customer_notices').where('bill_id', 'in', bills).execute();
  await db
    .updateTable('vouchers')
    .set({ reason: null })
    .where('id', 'in', erased)
    .where('reason', 'is not', null)
    .execute();
  await db
    .updateTable('entries')
    .set({ detail: null })
    .where('subject', 'in', erased)
    .where('detail', 'is not', null)
    .execute();
}
