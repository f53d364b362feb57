import { sql } from 'kysely';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import { decimalFromPaise } from '#web/payments/money.ts';
import { momentsOf, type Span } from './listing.ts';

/** Entries that are read at once, so that a year's export needs no more memory than a day's. */
const pageSize = 1000;

/**
 * One cell. Customers choose the bill number, and spreadsheets run text that begins with = + - @ (also in full width, or
 * after a tab or line break) as a formula: an apostrophe makes it plain text. The same after a semicolon, which ends a
 * cell in some countries.
 */
function cell(value: string | null): string {
  const text = value ?? '';
  const safe = text.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

const indianTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

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

const rupees = (paise: number | null) => (paise === null ? '' : decimalFromPaise(paise));

const amounts = ['Amount (INR)', 'Fee (INR)', 'Tax in the fee (INR)'];
const columns: [string, (line: Line) => string | null][] = [
  ['Day (IST)', (line) => indianTime.format(new Date(line.at))],
  ['Line', (line) => titles[line.kind] ?? line.kind],
  ['Amount (INR)', (line) => rupees(outgoing.includes(line.kind) ? -line.amount : line.amount)],
  ['Fee (INR)', (line) => rupees(line.kind === 'captured' ? Number(line.first_fee ?? 0) : null)],
  ['Tax in the fee (INR)', (line) => rupees(line.kind === 'captured' ? Number(line.first_tax ?? 0) : null)],
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

const line = (cells: string[]) => `${cells.join(',')}\r\n`;

/** Entries after `after`, in the order of their time; fees that came with the payment stand on its line. */
function readPage(
  db: LedgerDatabase,
  { from, to }: ReturnType<typeof momentsOf>,
  after?: { id: number; at: string },
) {
  const cost = (kind: string) => sql<number | null>`(select sum(f.amount) from entries f
    where f.subject = entries.subject and f.kind = ${kind} and f.at = entries.at)`;
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
    .where('entries.kind', 'in', [
      'captured',
      'fee',
      'tax',
      'refunded',
      'refund-failed',
      'dispute-lost',
      'settled',
      'unexplained',
    ])
    .where(({ or, not, exists, selectFrom, eb }) =>
      or([
        eb('entries.kind', 'not in', ['fee', 'tax']),
        not(
          exists(
            selectFrom('entries as c')
              .select('c.id')
              .whereRef('c.subject', '=', 'entries.subject')
              .whereRef('c.at', '=', 'entries.at')
              .where('c.kind', '=', 'captured'),
          ),
        ),
      ]),
    )
    .$if(from !== undefined, (entries) => entries.where('entries.at', '>=', from ?? ''))
    .$if(to !== undefined, (entries) => entries.where('entries.at', '<', to ?? ''))
    .$if(after !== undefined, (entries) =>
      entries.where(sql<boolean>`(entries.at, entries.id) > (${after?.at}, ${after?.id})`),
    )
    .orderBy('entries.at')
    .orderBy('entries.id')
    .limit(pageSize)
    .execute();
}

/**
 * The books of a span of days as CSV for spreadsheets, in the order of time: UTF-8 with a byte order mark, CRLF, every
 * cell quoted. The first page is read before anything is sent, so that a failure is an error response; a later one
 * breaks off the download.
 */
export async function exportCsv(db: LedgerDatabase, span: Span): Promise<ReadableStream<Uint8Array>> {
  const moments = momentsOf(span);
  let page = await readPage(db, moments);
  const bytes = new TextEncoder();
  const write = (lines: Line[]) =>
    lines
      .map((one) =>
        line(columns.map(([title, read]) => (amounts.includes(title) ? (read(one) ?? '') : cell(read(one))))),
      )
      .join('');
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(bytes.encode(`\ufeff${line(columns.map(([title]) => cell(title)))}`)),
    async pull(controller) {
      controller.enqueue(bytes.encode(write(page)));
      if (page.length < pageSize) controller.close();
      else page = await readPage(db, moments, page.at(-1));
    },
  });
}
