import { type EntryPart, findMeaning, kindsWhere, splitEntry } from '#web/contracts/entry-kinds.ts';
import { spreadsheetTime } from '#web/contracts/india.ts';
import { currency } from '#web/contracts/money.ts';
import type { Database } from '#web/database/tables.ts';
import {
  describeDeduction,
  describePayer,
  findParty,
  findReference,
  type Line,
  linesAfter,
} from '#web/payments/accounting/vouchers.ts';
import { type CsvColumns, csvResponse, readPages } from '#web/staff/csv.ts';
import { momentRange, type Span } from './listing.ts';
import { closedMonthNote } from './months.ts';

const exportedKinds = kindsWhere(({ column }) => column !== undefined);

type Row = { line: Line; part: EntryPart };

/** Returns a row for each part of an entry. Money in another currency is unexplained, and shown only as that. */
const toRows = (line: Line): Row[] =>
  line.currency === currency ? splitEntry(line).map((part) => ({ line, part })) : [];

const paiseIn = (column: 'amount' | 'fee' | 'tax' | 'settlement') => (row: Row) =>
  findMeaning(row.line.kind).column === column ? row.part.amount : null;

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
  ['Bill number', ({ line, part }) => findParty(line, part.of).bill],
  ['Customer', ({ line, part }) => findParty(line, part.of).customer],
  ['Phone', ({ line, part }) => findParty(line, part.of).phone],
  ['Method', ({ line }) => [line.manual_kind ?? line.method, line.method_detail].filter(Boolean).join(' ')],
  ['Bank reference', ({ line }) => findReference(line)],
  ['ID', ({ line }) => line.subject],
  ['Payment ID', ({ line }) => line.payment_id],
  ['Order ID', ({ line }) => line.order_id],
  ['Our reference', ({ line }) => line.order_reference],
  ['Settlement ID', ({ line }) => line.settlement_id],
  ['UTR', ({ line }) => line.utr],
  [
    'Note',
    ({ line }) =>
      [describePayer(line), closedMonthNote(line.belongs_to), describeDeduction(line), line.detail]
        .filter(Boolean)
        .join(': '),
  ],
];

/** Exports the ledger entries of a range of days as CSV. */
export function exportCsv(db: Database, span: Span): Promise<Response> {
  const { from, to } = momentRange(span);
  async function* rows() {
    const pages = readPages<Line>((last) =>
      linesAfter(db, exportedKinds, last ?? { at: from, id: 0 }, to).execute(),
    );
    for await (const lines of pages) yield lines.flatMap(toRows);
  }
  return csvResponse('payments.csv', columns, rows());
}
