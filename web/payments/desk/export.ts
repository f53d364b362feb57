import { sql } from 'kysely';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import { decimalFromPaise } from '#web/payments/money.ts';
import { momentsOf, type Span } from './listing.ts';

/** Entries that are read at once, so that a year's export needs no more memory than a day's. */
const pageSize = 1000;

/**
 * One cell: paise, or a text. Customers choose the bill number, and spreadsheets run text that begins with = + - @ (also
 * in full width, or after a tab or line break) as a formula: an apostrophe makes it plain text. The same after a
 * semicolon, which ends a cell in some countries.
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return decimalFromPaise(value);
  const safe = value.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

const row = (cells: (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

const indianTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The kinds of entries that the file has, and how it calls them. */
const titles: Record<string, string> = {
  captured: 'Payment',
  fee: 'Fee, corrected',
  tax: 'Tax on the fee, corrected',
  refunded: 'Refund',
  'refund-failed': 'Refund failed',
  'dispute-lost': 'Dispute lost',
  settled: 'Settlement',
  unexplained: 'Unexplained',
};
/** Kinds that take money from the agency. */
const outgoing = ['fee', 'refunded', 'dispute-lost'];

type Line = Awaited<ReturnType<typeof readPage>>[number];

const columns: [string, (line: Line) => string | number | null][] = [
  ['Day (IST)', (line) => indianTime.format(new Date(line.at))],
  ['Line', (line) => titles[line.kind] ?? line.kind],
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

/** Entries after `after`, in the order of their time; fees that came with the payment stand on its line. */
function readPage(db: LedgerDatabase, after: { id: number; at: string }, to: string) {
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
    .limit(pageSize)
    .execute();
}

/**
 * The books of a span of days as CSV for spreadsheets, in the order of time: UTF-8 with a byte order mark, CRLF, every
 * text quoted. The first page is read before anything is sent, so that a failure is an error response; a later one
 * breaks off the download.
 */
export async function exportCsv(db: LedgerDatabase, span: Span): Promise<ReadableStream<Uint8Array>> {
  const { from, to } = momentsOf(span);
  const write = (lines: Line[]) => lines.map((line) => row(columns.map(([, read]) => read(line)))).join('');
  let page = await readPage(db, { at: from, id: 0 }, to);
  const bytes = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.encode(`\ufeff${row(columns.map(([title]) => title))}`)),
    async pull(controller) {
      controller.enqueue(bytes.encode(write(page)));
      const last = page[pageSize - 1];
      if (last) page = await readPage(db, last, to);
      else controller.close();
    },
  });
}
