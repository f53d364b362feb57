import { type InferResult, sql } from 'kysely';
import { type EntryKind, kindsWhere } from '#web/contracts/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';
import { isOrderOf } from '#web/payments/ledger/bill-state.ts';
import { csvPageSize } from '#web/staff/csv.ts';

export type Line = InferResult<ReturnType<typeof ledgerLines>>[number];
export type LedgerPosition = { id: number; at: string };

const listOf = (kinds: EntryKind[]) => sql.join(kinds.map((kind) => sql.lit(kind)));
const returning = listOf(kindsWhere(({ returns }) => returns !== undefined));
const restoring = listOf(kindsWhere(({ returns }) => returns === -1));

const ofBillOrOrder = (['bill_number', 'customer_name', 'customer_phone'] as const).map((column) =>
  sql<string | null>`coalesce(${sql.ref(`order_bill.${column}`)}, ${sql.ref(`orders.${column}`)})`.as(column),
);

/** Selects ledger entries for exports and statements. A payment's line includes the fees reported with its capture. */
export function ledgerLines(db: Database, kinds: EntryKind[]) {
  const cost = (kind: string) => sql<number>`coalesce((select sum(f.amount) from entries f
    where f.subject = entries.subject and f.kind = ${kind} and f.at = entries.at), 0)`;
  return (
    db
      .selectFrom('entries')
      .leftJoin('payments', 'payments.id', 'entries.payment_id')
      // Entries of moved money name the payment, not the order.
      .leftJoin('orders', (join) =>
        join.on(sql<boolean>`orders.id = coalesce(entries.order_id, payments.order_id)`),
      )
      // Payers may type the name and the bill number differently, so the bill's own values come first.
      .leftJoin('bills as order_bill', (join) => join.on(isOrderOf('orders', 'order_bill')))
      .leftJoin('refunds', 'refunds.id', 'entries.subject')
      .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
      .leftJoin('bills', 'bills.id', 'entries.bill_id')
      .leftJoin('vouchers', 'vouchers.id', 'entries.subject')
      .selectAll('entries')
      .select(['bills.bill_number as known_bill', 'bills.customer_name as known_name'])
      .select(['bills.customer_phone as known_phone', 'vouchers.kind as manual_kind'])
      .select(['vouchers.reference as manual_reference', 'vouchers.state as manual_state'])
      .select(['vouchers.section', 'vouchers.rate'])
      .select(['orders.id as ofOrder', 'orders.customer_name as payer', ...ofBillOrOrder])
      .select(['orders.reference as order_reference', 'orders.amount as order_amount'])
      .select(['payments.amount as payment_amount', 'payments.method'])
      .select(['payments.method_detail', 'payments.reference'])
      .select(['refunds.reference as refund_reference', 'settlements.utr'])
      .select([cost('fee').as('first_fee'), cost('tax').as('first_tax')])
      .select(
        sql<number>`case when entries.kind in (${returning}) then coalesce((
          select sum(case when b.kind in (${restoring}) then 0 - b.amount else b.amount end) from entries b
          where b.payment_id = entries.payment_id and b.order_id is not null and b.kind in (${returning})
            and (b.at, b.id) < (entries.at, entries.id)), 0) else 0 end`.as('returned_before'),
      )
      // Deductions of one dispute all have the dispute's date, so `nth` numbers those with the same amount.
      .select(
        sql<number>`case when entries.kind = 'dispute-lost' then (select count(*) from entries e
        where e.subject = entries.subject and e.kind = entries.kind and e.amount = entries.amount
        and e.at = entries.at and e.id <= entries.id) else 1 end`.as('nth'),
      )
      .where('entries.kind', 'in', kinds)
  );
}

/** Selects a page of entries of these kinds, after a position and before `to`. */
export function linesAfter(db: Database, kinds: EntryKind[], after: LedgerPosition, to: string) {
  return ledgerLines(db, kinds)
    .where(
      sql<boolean>`(entries.kind not in ('fee', 'tax') or not exists (select 1 from entries c
      where c.subject = entries.subject and c.at = entries.at and c.kind = 'captured'))`,
    )
    .where(sql<boolean>`(entries.at, entries.id) > (${after.at}, ${after.id})`)
    .where('entries.at', '<', to)
    .orderBy('entries.at')
    .orderBy('entries.id')
    .limit(csvPageSize);
}

/** Selects the sum paid out or taken back for each settlement and time, after a position and before `to`. */
export function payoutsAfter(db: Database, after: { settlement: string; at: string }, to: string) {
  return db
    .selectFrom('entries')
    .innerJoin('settlements', 'settlements.id', 'entries.settlement_id')
    .select(['settlements.id as settlement', 'entries.at', 'settlements.utr'])
    .select(['settlements.amount as transferred', 'settlements.fees', 'settlements.tax'])
    .select(sql<number>`sum(entries.amount)`.as('amount'))
    .where('entries.kind', '=', 'settled')
    .where(sql<boolean>`(entries.at, settlements.id) > (${after.at}, ${after.settlement})`)
    .where('entries.at', '<', to)
    .groupBy(['settlements.id', 'entries.at'])
    .orderBy('entries.at')
    .orderBy('settlements.id')
    .limit(csvPageSize);
}
export type Payout = InferResult<ReturnType<typeof payoutsAfter>>[number];
