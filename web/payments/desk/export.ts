import { sql } from 'kysely';
import { indianTime } from '#web/contracts/india.ts';
import type { Database } from '#web/database/tables.ts';
import { type CsvColumns, csvPageSize, csvResponse } from '#web/staff/csv.ts';
import { momentsOf, type Span } from './listing.ts';

/** Exported kinds of entries, with their titles. */
const titles: Record<string, string> = {
  captured: 'Payment',
  fee: 'Fee, corrected',
  tax: 'Tax on the fee, corrected',
  refunded: 'Refund',
  'refund-failed': 'Refund failed',
  'dispute-lost': 'Deducted for a dispute',
  settled: 'Settlement',
  unexplained: 'Unexplained',
};
/** Kinds that take money from the agency. */
const outgoing = ['fee', 'refunded', 'dispute-lost'];

type Line = Awaited<ReturnType<typeof readPage>>[number];
const isGivenBack = ({ kind, amount }: Line) => kind === 'dispute-lost' && amount < 0;

const columns: CsvColumns<Line> = [
  ['Day (IST)', (line) => indianTime(line.at)],
  ['Line', (line) => (isGivenBack(line) ? 'Given back after a dispute' : (titles[line.kind] ?? line.kind))],
  ['Amount (INR)', (line) => (outgoing.includes(line.kind) ? -line.amount : line.amount)],
  ['Fee (INR)', (line) => (line.kind === 'captured' ? line.first_fee : null)],
  ['Tax in the fee (INR)', (line) => (line.kind === 'captured' ? line.first_tax : null)],
  ['Bill number', (line) => line.bill_number],
  ['Customer', (line) => line.customer_name],
  ['Phone', (line) => line.customer_phone],
  ['Method', (line) => [line.method, line.method_detail].filter(Boolean).join(' ')],
  ['Bank reference', (line) => (line.subject.startsWith('rfnd_') ? line.refund_reference : line.reference)],
  ['ID', (line) => line.subject],
  ['Payment ID', (line) => line.payment_id],
  ['Order ID', (line) => line.order_id],
  ['Our reference', (line) => line.order_reference],
  ['Settlement ID', (line) => line.settlement_id],
  ['UTR', (line) => line.utr],
  ['Note', (line) => line.detail],
];

/** Entries after `after` by time; the fees that came with a payment are on its line. */
function readPage(db: Database, after: { id: number; at: string }, to: string) {
  const cost = (kind: string) => sql<number>`cast(coalesce((select sum(f.amount) from entries f
    where f.subject = entries.subject and f.kind = ${kind} and f.at = entries.at), 0) as bigint)`;
  return db
    .selectFrom('entries')
    .leftJoin('orders', 'orders.id', 'entries.order_id')
    .leftJoin('payments', 'payments.id', 'entries.payment_id')
    .leftJoin('refunds', 'refunds.id', 'entries.subject')
    .leftJoin('settlements', 'settlements.id', 'entries.settlement_id')
    .selectAll('entries')
    .select(['orders.bill_number', 'orders.customer_name', 'orders.customer_phone'])
    .select(['orders.reference as order_reference', 'payments.method', 'payments.method_detail'])
    .select(['payments.reference', 'refunds.reference as refund_reference', 'settlements.utr'])
    .select([cost('fee').as('first_fee'), cost('tax').as('first_tax')])
    .where(sql<boolean>`entries.kind in (${sql.join(Object.keys(titles))})`)
    .where(
      sql<boolean>`(entries.kind not in ('fee', 'tax') or not exists (select 1 from entries c
        where c.subject = entries.subject and c.at = entries.at and c.kind = 'captured'))`,
    )
    .where(sql<boolean>`(entries.at, entries.id) > (${after.at}, ${after.id})`)
    .where('entries.at', '<', to)
    .orderBy('entries.at')
    .orderBy('entries.id')
    .limit(csvPageSize)
    .execute();
}

/** The entries of a span of days as CSV. */
export function exportCsv(db: Database, span: Span): Promise<Response> {
  const { from, to } = momentsOf(span);
  return csvResponse('payments.csv', columns, (last) => readPage(db, last ?? { at: from, id: 0 }, to));
}
