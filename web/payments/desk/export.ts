import { indianTime } from '#web/contracts/india.ts';
import { currency, decimalOf } from '#web/contracts/money.ts';
import type { EntryKind } from '#web/database/entry-kinds.ts';
import type { Database } from '#web/database/tables.ts';
import { type Line, linesAfter } from '#web/payments/accounts/lines.ts';
import { type CsvColumns, csvResponse, csvType } from '#web/staff/csv.ts';
import { momentsOf, type Span } from './listing.ts';
import { keptFile, ofClosedMonth } from './months.ts';

/** `sign`: whether it adds to what the agency has, or takes from it; fees and taxes are costs. */
type Shown = { title: string; column: 'amount' | 'fee' | 'tax' | 'settlement'; sign: 1 | -1 };

/** How each kind of entry is exported, if at all. */
const shown = {
  authorized: null,
  captured: { title: 'Payment', column: 'amount', sign: 1 },
  fee: { title: 'Fee, corrected', column: 'fee', sign: 1 },
  tax: { title: 'Tax on the fee, corrected', column: 'tax', sign: 1 },
  refunded: { title: 'Refund', column: 'amount', sign: -1 },
  'refund-failed': { title: 'Refund failed', column: 'amount', sign: 1 },
  disputed: null,
  'dispute-lost': { title: 'Deducted for a dispute', column: 'amount', sign: -1 },
  'dispute-won': null,
  'dispute-closed': null,
  settled: { title: 'Settlement', column: 'settlement', sign: 1 },
  unexplained: { title: 'Unexplained', column: 'amount', sign: 1 },
  explained: null,
  received: { title: 'Payment outside the gateway', column: 'amount', sign: 1 },
  cheque: null,
  tds: { title: 'TDS', column: 'amount', sign: 1 },
  'written-off': { title: 'Write-off', column: 'amount', sign: 1 },
  credited: { title: 'Credit', column: 'amount', sign: 1 },
  moved: { title: 'Put on another bill', column: 'amount', sign: 1 },
} satisfies Record<EntryKind, Shown | null>;
const exportedKinds = Object.entries(shown).flatMap(([kind, how]) => (how ? [kind] : []));

const isGivenBack = ({ kind, amount }: Line) => kind === 'dispute-lost' && amount < 0;
const titleOf = (line: Line) =>
  isGivenBack(line) ? 'Given back after a dispute' : (shown[line.kind]?.title ?? line.kind);

/** Paise of rupees for one of the columns; money in another currency has columns of its own. */
const rupeesIn = (column: Shown['column']) => (line: Line) => {
  const how = shown[line.kind];
  if (how?.column !== column || line.currency !== currency) return null;
  // A refund of an unknown payment went out; a dispute of one has moved nothing yet.
  if (line.kind === 'unexplained' && !line.subject.startsWith('pay_'))
    return line.subject.startsWith('rfnd_') ? -line.amount : null;
  return how.sign * line.amount;
};

const columns: CsvColumns<Line> = [
  ['Day (IST)', (line) => indianTime(line.at)],
  ['Line', titleOf],
  ['Amount (INR)', rupeesIn('amount')],
  ['Fee (INR)', (line) => (line.kind === 'captured' ? line.first_fee : rupeesIn('fee')(line))],
  ['Tax in the fee (INR)', (line) => (line.kind === 'captured' ? line.first_tax : rupeesIn('tax')(line))],
  ['Settlement (INR)', rupeesIn('settlement')],
  ['Other currency', (line) => (line.currency === currency ? null : line.currency)],
  [
    'Amount in it',
    (line) => (line.currency === currency ? null : { number: decimalOf(line.amount, line.currency) }),
  ],
  ['Bill number', (line) => line.known_bill ?? line.bill_number],
  ['Customer', (line) => line.known_name ?? line.customer_name],
  ['Phone', (line) => line.known_phone ?? line.customer_phone],
  ['Method', (line) => [line.voucher_kind ?? line.method, line.method_detail].filter(Boolean).join(' ')],
  [
    'Bank reference',
    (line) =>
      line.subject.startsWith('rfnd_') ? line.refund_reference : (line.voucher_reference ?? line.reference),
  ],
  ['ID', (line) => line.subject],
  ['Payment ID', (line) => line.payment_id],
  ['Order ID', (line) => line.order_id],
  ['Our reference', (line) => line.order_reference],
  ['Settlement ID', (line) => line.settlement_id],
  ['UTR', (line) => line.utr],
  ['Note', ({ belongs_to, detail }) => [ofClosedMonth(belongs_to), detail].filter(Boolean).join(': ')],
];

/** The entries of a span of days as CSV. */
export function exportCsv(db: Database, span: Span): Promise<Response> {
  const { from, to } = momentsOf(span);
  return keptFile(db, span, { name: 'payments.csv', type: csvType }, () =>
    csvResponse('payments.csv', columns, (last) =>
      linesAfter(db, exportedKinds, last ?? { at: from, id: 0 }, to).execute(),
    ),
  );
}
