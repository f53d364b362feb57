import { type EntryPart, kindsWhere, meaningOf, partsOf } from '#web/contracts/entry-kinds.ts';
import { spreadsheetTime } from '#web/contracts/india.ts';
import { currency, decimalOf } from '#web/contracts/money.ts';
import type { Database } from '#web/database/tables.ts';
import { type Line, linesAfter } from '#web/payments/accounting/lines.ts';
import { deductionOf, partyOf, payerOf, referenceOf } from '#web/payments/accounting/vouchers.ts';
import { type CsvColumns, csvResponse, pagesOf } from '#web/staff/csv.ts';
import { momentRange, type Span } from './listing.ts';
import { closedMonthNote } from './months.ts';

const exportedKinds = kindsWhere(({ column }) => column !== undefined);

type Row = { line: Line; part: EntryPart };

/** Returns a row for each part of an entry. Money in another currency has its own columns. */
function rowsOf(line: Line): Row[] {
  if (line.currency === currency) return partsOf(line).map((part) => ({ line, part }));
  const { kind, amount } = line;
  return [{ line, part: { of: 'order', title: meaningOf(kind).title, amount, postings: {} } }];
}

const isRupees = ({ line }: Row) => line.currency === currency;

const paiseIn = (column: 'amount' | 'fee' | 'tax' | 'settlement') => (row: Row) =>
  isRupees(row) && meaningOf(row.line.kind).column === column ? row.part.amount : null;

const columns: CsvColumns<Row> = [
  ['Day (IST)', ({ line }) => spreadsheetTime(line.at)],
  ['Line', ({ part }) => part.title],
  ['Amount (INR)', paiseIn('amount')],
  ['Fee (INR)', (row) => (row.line.kind === 'captured' ? row.line.first_fee : paiseIn('fee')(row))],
  [
    'Tax in the fee (INR)',
    (row) => (row.line.kind === 'captured' ? row.line.first_tax : paiseIn('tax')(row)),
  ],
  ['Settlement (INR)', paiseIn('settlement')],
  ['Other currency', (row) => (isRupees(row) ? null : row.line.currency)],
  [
    'Amount in other currency',
    (row) => (isRupees(row) ? null : { number: decimalOf(row.line.amount, row.line.currency) }),
  ],
  ['Bill number', ({ line, part }) => partyOf(line, part.of).bill],
  ['Customer', ({ line, part }) => partyOf(line, part.of).customer],
  ['Phone', ({ line, part }) => partyOf(line, part.of).phone],
  ['Method', ({ line }) => [line.manual_kind ?? line.method, line.method_detail].filter(Boolean).join(' ')],
  ['Bank reference', ({ line }) => referenceOf(line)],
  ['ID', ({ line }) => line.subject],
  ['Payment ID', ({ line }) => line.payment_id],
  ['Order ID', ({ line }) => line.order_id],
  ['Our reference', ({ line }) => line.order_reference],
  ['Settlement ID', ({ line }) => line.settlement_id],
  ['UTR', ({ line }) => line.utr],
  [
    'Note',
    ({ line }) =>
      [payerOf(line), closedMonthNote(line.belongs_to), deductionOf(line), line.detail]
        .filter(Boolean)
        .join(': '),
  ],
];

/** Exports the ledger entries of a range of days as CSV. */
export function exportCsv(db: Database, span: Span): Promise<Response> {
  const { from, to } = momentRange(span);
  async function* rows() {
    const pages = pagesOf<Line>((last) =>
      linesAfter(db, exportedKinds, last ?? { at: from, id: 0 }, to).execute(),
    );
    for await (const lines of pages) yield lines.flatMap(rowsOf);
  }
  return csvResponse('payments.csv', columns, rows());
}
