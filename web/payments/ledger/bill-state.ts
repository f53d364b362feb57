import { type RawBuilder, sql } from 'kysely';
import type { BillState, LinkState } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import { sumManuallySettled } from './manual-entries.ts';
import { isPendingConfirmation, undecidedDisputes } from './reports.ts';

/**
 * SQL: whether order `o` pays bill `b`. Either the order was made with the bill's link, or the bill's number was typed
 * and `b` is the latest bill with that number.
 */
export function paysBill(o: string, b: string): RawBuilder<boolean> {
  const order = (column: string) => sql.ref(`${o}.${column}`);
  const bill = (column: string) => sql.ref(`${b}.${column}`);
  return sql<boolean>`(${order('bill_key')} = ${bill('bill_key')} and (${order('bill_id')} = ${bill('id')}
    or (${order('bill_id')} is null and (${bill('cancelled_at')} is null or not exists (
      select 1 from bills n where n.bill_key = ${bill('bill_key')}
        and (n.cancelled_at is null or (n.created_at, n.id) > (${bill('created_at')}, ${bill('id')})))))))`;
}

/**
 * SQL: paise that payment `p` of order `o` adds to its bill, without refunds and moved money. Not less than zero, because
 * the surcharge can be returned too, and a refund above the payment is an action item of its own.
 */
export function sumNet(o: string, p: string): RawBuilder<number> {
  const amount = sql.ref(`${o}.amount`);
  const returned = sql`(${sql.ref(`${p}.amount_refunded`)} + coalesce(${sql.ref(`${p}.amount_moved`)}, 0))`;
  return sql<number>`(case when ${returned} >= ${amount} then 0 else ${amount} - ${returned} end)`;
}

/** SQL: the amount of a bill in paise; 0 once it is cancelled. */
export const billedAmount = (bill: string): RawBuilder<number> =>
  sql<number>`(case when ${sql.ref(`${bill}.cancelled_at`)} is null then ${sql.ref(`${bill}.amount`)} else 0 end)`;

/**
 * SQL: a payment's surplus in paise that staff have not reviewed. If the bill is known, the surplus is the part above
 * the bill's amount. Payments count in the order of capture, so all surpluses add up to paid − amount − reviewed. Without
 * a bill, a second payment of the same amount is a duplicate and all of it is surplus; different amounts count as part
 * payments. The gateway's times are whole seconds: within one second, the payment of the later order is the duplicate.
 */
export function sumSurplus(payment: string): RawBuilder<number> {
  const p = sql.ref(payment);
  const upTo = sql<number>`(select sum(${sumNet('r', 'q')}) from orders r join payments q on q.order_id = r.id
    where ${paysBill('r', 'b')} and q.captured_at is not null
      and (q.captured_at, r.created_at, q.id) <= (${p}.captured_at, o.created_at, ${p}.id))`;
  const isSecond = sql<boolean>`exists (select 1 from orders r join payments q on q.order_id = r.id
    where r.bill_key = o.bill_key and r.amount = o.amount and q.captured_at is not null and ${sumNet('r', 'q')} > 0
      and (q.captured_at, r.created_at, q.id) < (${p}.captured_at, o.created_at, ${p}.id))`;
  const surplus = sql<number>`((case when over < net then over else net end) - coalesce(${p}.surplus_reviewed, 0))`;
  return sql<number>`(case when ${p}.captured_at is null then 0 else (
    select case when ${surplus} > 0 then ${surplus} else 0 end from (
      select ${sumNet('o', payment)} as net, case when b.id is not null then ${sumManuallySettled('b')} + ${upTo} - ${billedAmount('b')}
        when ${isSecond} then ${sumNet('o', payment)} else 0 end as over
      from orders o left join bills b on ${paysBill('o', 'b')} where o.id = ${p}.order_id) s) end)`;
}

const manualOver = sql<number>`(${sumManuallySettled('bills')} - ${billedAmount('bills')} - coalesce(bills.surplus_reviewed, 0))`;
/** SQL: paise of `bills` above the bill by manual entries alone that staff have not reviewed. */
export const manualSurplus = sql<number>`(case when ${manualOver} > 0 then ${manualOver} else 0 end)`;

const manuallySettled = sumManuallySettled('bills');

/** SQL: paise paid towards a bill by any method, less refunds. */
const sumPaid = sql<number>`(coalesce((
  select sum(${sumNet('o', 'p')}) from orders o join payments p on p.order_id = o.id
  where ${paysBill('o', 'bills')} and p.captured_at is not null
), 0) + ${manuallySettled})`;

/** SQL: paise left to pay on a bill; negative if more was paid, or if a cancelled bill holds money. */
export const balance = sql<number>`(${billedAmount('bills')} - ${sumPaid})`;

/** SQL: whether the bill was ever paid in full, even if it has been refunded since. */
const wasPaid = sql<boolean>`(bills.amount <= ${manuallySettled} + coalesce((
  select sum(g.amount) from orders g join payments q on q.order_id = g.id
  where ${paysBill('g', 'bills')} and q.captured_at is not null
), 0))`;

/** SQL: paise paid above a bill that staff have not reviewed. */
export const surplus = sql<number>`(case when ${sumPaid} <= ${billedAmount('bills')} then 0 else ${manualSurplus} + coalesce((
  select sum(${sumSurplus('t')}) from orders s join payments t on t.order_id = s.id
  where ${paysBill('s', 'bills')}), 0) end)`;

const isBillPendingConfirmation = sql<boolean>`exists (
  select 1 from orders c where ${paysBill('c', 'bills')} and ${isPendingConfirmation('c')}
)`;

const isDisputed = sql<boolean>`exists (select 1 from orders x join disputes d on d.order_id = x.id
  where ${paysBill('x', 'bills')} and d.status in ${undecidedDisputes})`;

/** SQL: the state of a bill, independent of its link. */
export const billState: RawBuilder<BillState> = sql<BillState>`case
  when bills.cancelled_at is not null then 'cancelled'
  when ${isDisputed} then 'disputed'
  when ${surplus} > 0 then 'overpaid'
  when ${sumPaid} >= bills.amount then 'paid'
  when ${isBillPendingConfirmation} then 'confirming'
  when ${sumPaid} > 0 then 'part-paid'
  else 'open' end`;

/** SQL: the state of a payment link. */
export const linkStateAt = (now: number): RawBuilder<LinkState> => sql<LinkState>`case
  when bills.link_withdrawn_at is not null then 'withdrawn'
  when bills.expires_at <= ${moment(now)} then 'ended'
  else 'live' end`;

/** Computed columns for queries of `bills`: paise paid and unreviewed surplus, and whether it was ever paid in full. */
export const billSums = [sumPaid.as('paid'), surplus.as('surplus'), wasPaid.as('wasPaid')] as const;
