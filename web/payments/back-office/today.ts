import { sql } from 'kysely';
import { z } from 'zod';
import { describeCondition } from '#telemetry/conditions.ts';
import { day, minute } from '#web/contracts/durations.ts';
import { dayInIndia, firstOfMonth, formatMonth, startOfDay } from '#web/contracts/india.ts';
import { listConditions } from '#web/database/conditions.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Payment } from '#web/database/tables.ts';
import { manualSurplus, paysBill } from '#web/payments/ledger/bill-state.ts';
import { comparableReference } from '#web/payments/ledger/manual-entries.ts';
import { undecidedDisputes } from '#web/payments/ledger/reports.ts';
import { unsettledPayments } from '#web/payments/ledger/settlements.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { isUnexplained, sumOverReturned, sumUnexplained } from '#web/payments/ledger/unexplained.ts';
import type { Payments } from '#web/payments/payments.ts';
import { readSchedule } from '#web/payments/retainers/schedule.ts';
import { momentRange, sumEntries } from './listing.ts';

/** A settlement's lines are normally known within this time. */
const linesLate = 30 * minute;
/** The site captures payments within minutes. An uncaptured payment returns to the customer after five days. */
const captureLate = day;
/** Razorpay pays out refunds within ten days. */
const refundLate = 10 * day;
/** A settlement is normally transferred within this time. */
const transferLate = 2 * day;
/** Banks clear a cheque within this time. */
const clearing = 7 * day;
/** How long failed refunds and messages, and numbers that customers sent, stay listed. */
const recent = 30 * day;
const mostActionItems = 500;

/** Something that staff have to act on. */
export type ActionItem = {
  kind:
    | 'dispute'
    | 'refund-failed'
    | 'refund-waiting'
    | 'unexplained'
    | 'settlement-failed'
    | 'settlement-differs'
    | 'settlement-held'
    | 'held'
    | 'unsettled'
    | 'second'
    | 'not-captured'
    | 'refund-pending'
    | 'mail-failed'
    | 'voucher-waiting'
    | 'customer-notice'
    | 'cheque'
    | 'bill-number'
    | 'overpaid'
    | 'paid-cancelled'
    | 'over-returned';
  /** The id of the gateway's entity, the request or the message. */
  subject: string;
  order_id: string | null;
  bill_id?: string | null;
  bill_number?: string | null;
  customer_name?: string | null;
  /** How staff recorded a manual entry, for example `write-off`. */
  entry?: string | null;
  amount: number | null;
  /** Null means rupees. */
  currency?: string | null;
  at: string;
  /** The deadline for answering a dispute. */
  deadline: string | null;
  detail: string | null;
};

const ids = z.array(z.string()).default([]);
const sweepSchema = z.object({ held: ids, unsettled: ids });

function item(
  kind: ActionItem['kind'],
  subject: string,
  at: string,
  more: Partial<ActionItem> = {},
): ActionItem {
  return { kind, subject, at, order_id: null, amount: null, deadline: null, detail: null, ...more };
}

type Paid = Pick<Payment, 'id' | 'order_id' | 'amount' | 'captured_at' | 'created_at'>;
const ofPayment = (kind: ActionItem['kind'], { id, order_id, amount, captured_at, created_at }: Paid) =>
  item(kind, id, captured_at ?? created_at, { order_id, amount });

/** Returns the totals of today and this month, and the open action items. */
export async function readToday({ db, now }: Pick<Payments, 'db' | 'now'>) {
  const sweep = db.selectFrom('jobs').select('report').where('name', '=', 'daily sweep');
  const report: unknown = JSON.parse((await sweep.executeTakeFirst())?.report ?? '{}');
  const { held = [], unsettled = [] } = sweepSchema.safeParse(report).data ?? {};
  const [today, month, open, tooMuch, notPaidOut, outside, conditions] = await Promise.all([
    sumEntries(db, momentRange({ from: dayInIndia(now()) })),
    sumEntries(db, momentRange({ from: firstOfMonth(now()) })),
    openActionItems(db, now()),
    surplusPayments(db),
    unsettled.length > 0 ? unsettledPayments(db).where('id', 'in', unsettled).execute() : [],
    manualEntryItems(db, now()),
    listConditions(db, now()),
  ]);
  const actionItems = [
    ...open,
    ...tooMuch.map(({ of, surplus, bill_id, ...payment }) => ({
      ...ofPayment(of, payment),
      ...{ amount: surplus, ...(bill_id !== null && { bill_id }) },
    })),
    ...notPaidOut.map((payment) => ofPayment(held.includes(payment.id) ? 'held' : 'unsettled', payment)),
    ...outside,
    ...(await unnumberedBills(db, now())),
  ];
  return {
    today,
    month,
    /** Conditions that an administrator has to act on. The Studio's start page lists content that ends by itself. */
    conditions: conditions.flatMap(({ id, kind, detail, began_at: at }) => {
      const known = describeCondition(kind);
      return known && kind !== 'content-ends' ? [{ ...known, id, detail, at }] : [];
    }),
    actionItems: await nameBills(db, actionItems.slice(0, mostActionItems)),
    more: Math.max(0, actionItems.length - mostActionItems),
  };
}

/** Adds the number and the customer of the bill that each item is about. A payer may have typed them differently. */
async function nameBills(db: Database, items: ActionItem[]): Promise<ActionItem[]> {
  const ids = sql.join(['', ...items.flatMap(({ bill_id, order_id }) => bill_id ?? order_id ?? [])]);
  const { rows } = await sql<Record<'id' | 'bill_number', string> & { customer_name: string | null }>`
    select id, bill_number, customer_name from bills where id in (${ids})
    union all select o.id, coalesce(b.bill_number, o.bill_number), coalesce(b.customer_name, o.customer_name)
    from orders o left join bills b on ${paysBill('o', 'b')} where o.id in (${ids})`.execute(db);
  const known = new Map(rows.map(({ id, ...bill }) => [id, bill]));
  return items.map((one) => ({ ...one, ...known.get(one.bill_id ?? one.order_id ?? '') }));
}

/** Returns the most urgent items first. An item disappears once it is dealt with. */
async function openActionItems(db: Database, now: number): Promise<ActionItem[]> {
  const before = (milliseconds: number) => moment(now - milliseconds);
  const since = before(recent);
  const { rows } = await sql<ActionItem>`
    select items.*, outbox.bill_id from (select 1 as urgency, 'dispute' as kind, id as subject, order_id, amount, created_at as at,
      case when status = 'open' then respond_by end as deadline, reason as detail, null as currency
    from disputes where status in ${undecidedDisputes}
    union all
    select 2, 'refund-failed', id, order_id, amount, coalesce(ended_at, created_at), null, null, null
    from refunds where status = 'failed' and ended_at >= ${since} and not exists (
      select 1 from refunds l where l.payment_id = refunds.payment_id and l.created_at > refunds.created_at
        and l.amount >= refunds.amount and l.status <> 'failed')
    union all
    select 2, 'refund-failed', id, order_id, amount, created_at, null, problem, null
    from refund_requests where state = 'failed' and created_at >= ${since}
    union all
    select 3, 'refund-waiting', id, order_id, amount, created_at, null, reason, null
    from refund_requests where state = 'waiting'
    union all
    select 4, 'unexplained', subject, null, ${sumUnexplained}, at, null, detail, currency
    from entries u where ${isUnexplained}
    union all
    select 4, 'over-returned', id, order_id, ${sumOverReturned}, captured_at, null, null, currency
    from payments where ${sumOverReturned} > 0 and id in (
      select id from payments where amount_refunded > amount and amount_refunded > 0
      union select payment_id from disputes where deducted > 0)
    union all
    select 5, 'settlement-' || case status when 'failed' then 'failed' when 'created' then 'held'
      else 'differs' end, id, null,
      (amount - settled), created_at, null, utr, null
    from (
      select s.*, coalesce(sum(e.amount), 0) as settled, count(e.id) as lines from settlements s
      left join entries e on e.settlement_id = s.id
      where s.created_at >= ${since} and (s.status <> 'created' or s.created_at < ${before(transferLate)})
      group by s.id
    ) known
    where (status = 'created' or settled not in (amount, amount + fees)) and (lines > 0 or created_at < ${before(linesLate)})
      and (status <> 'failed' or not exists (
        select 1 from entries f where f.settlement_id = known.id and 0 <> (
          select sum(p.amount) from entries p where p.subject = f.subject and p.kind = 'settled')))
    union all
    select 5, 'mail-failed', cast(id as text), order_id, null, created_at, null, problem, null
    from outbox where state = 'failed' and enquiry_id is null and kind not in ('review', 'condition') and created_at >= ${since} and not exists (
      select 1 from outbox l where l.order_id = outbox.order_id and l.kind = outbox.kind
        and l.id > outbox.id and l.state <> 'failed')
    union all
    select 7, 'not-captured', id, order_id, amount, created_at, null, null, currency
    from payments where status = 'authorized' and created_at < ${before(captureLate)}
    union all
    select 7, 'refund-pending', id, order_id, amount, created_at, null, null, null
    from refunds where status = 'pending' and created_at < ${before(refundLate)}
    ) items left join outbox on items.kind = 'mail-failed' and cast(outbox.id as text) = items.subject
    order by urgency, deadline, at`.execute(db);
  return rows;
}

/** Returns the due bills of retainers that wait for their number. */
async function unnumberedBills(db: Database, now: number): Promise<ActionItem[]> {
  const today = dayInIndia(now);
  const waiting = (await readSchedule(db, { until: today, today })).filter(
    ({ state }) => state === 'waiting',
  );
  return waiting.map(({ retainer: { note, customer_name }, month, day, amount }) =>
    item('bill-number', `${note}, ${formatMonth(month)}`, moment(startOfDay(day)), { amount, customer_name }),
  );
}

async function manualEntryItems(db: Database, now: number): Promise<ActionItem[]> {
  const { rows } = await sql<ActionItem>`
    select items.*, v.kind as entry from (select case state when 'waiting' then 'voucher-waiting' else 'cheque' end as kind, id as subject,
      null as order_id, bill_id, amount, created_at as at, null as deadline, coalesce(reason, reference) as detail
    from vouchers
    where state = 'waiting' or (state = 'in-hand' and created_at < ${moment(now - clearing)})
    union all
    select case when cancelled_at is null then 'overpaid' else 'paid-cancelled' end, bill_number, null, id,
      ${manualSurplus}, coalesce(cancelled_at, created_at), null, null
    from bills where id in (select bill_id from vouchers where state = 'entered') and ${manualSurplus} > 0
    union all
    select 'customer-notice', reference, null, bill_id, null, created_at, null, kind || ' ' || reference
    from customer_notices n where created_at >= ${moment(now - recent)} and not exists (
      select 1 from vouchers v where v.bill_id = n.bill_id and v.state in ('waiting', 'in-hand', 'entered')
        and ${comparableReference('v.reference')} = n.reference)
    ) items left join vouchers v on v.id = items.subject order by at`.execute(db);
  return rows;
}
