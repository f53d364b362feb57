import { type Cell, csvRow } from '#web/contracts/csv.ts';
import { currency } from '#web/contracts/money.ts';
import type { LedgerNames } from './ledger-names.ts';
import { nameOf } from './tally.ts';
import type { Voucher } from './vouchers.ts';

type Column<Row> = [title: string, cell: (row: Row, names: LedgerNames) => Cell];

/** Whether Zoho Books takes it as a payment received, which closes the customer's invoice. */
const isPaymentReceived = ({ id }: Voucher) => id.startsWith('captured-');

const amountOf = ({ postings }: Voucher, ledger: string) =>
  postings.find(([name]) => name === ledger)?.[1] ?? 0;
const received = (voucher: Voucher) => -amountOf(voucher, 'customers');

const paymentColumns: Column<Voucher>[] = [
  ['Payment Number', ({ subject }) => subject],
  ['Date', ({ day }) => day],
  ['Customer Name', (voucher, names) => voucher.customer ?? nameOf('customers', voucher, names)],
  ['Mode', ({ mode }) => mode],
  ['Amount', received],
  ['Bank Charges', (voucher) => Math.max(0, received(voucher) - amountOf(voucher, 'gateway'))],
  ['Currency Code', () => currency],
  ['Reference Number', ({ reference }) => reference],
  ['Invoice Number', ({ bill }) => bill],
  ['Amount Applied to Invoice', (voucher) => (voucher.bill ? received(voucher) : null)],
  ['Deposit To', (voucher, names) => nameOf('gateway', voucher, names)],
  ['Description', ({ narration }) => narration],
];

type JournalRow = { voucher: Voucher; posting: Voucher['postings'][number] };
const journalColumns: Column<JournalRow>[] = [
  ['Journal Date', ({ voucher }) => voucher.day],
  ['Journal Number', ({ voucher }) => voucher.id],
  ['Reference Number', ({ voucher }) => voucher.reference ?? voucher.subject],
  ['Notes', ({ voucher }) => voucher.narration],
  ['Account', ({ voucher, posting: [ledger] }, names) => nameOf(ledger, voucher, names)],
  ['Contact Name', ({ voucher, posting: [ledger] }) => (ledger === 'customers' ? voucher.customer : null)],
  ['Debit', ({ posting: [, amount] }) => Math.max(0, amount) || null],
  ['Credit', ({ posting: [, amount] }) => Math.max(0, -amount) || null],
  ['Currency', () => currency],
  ['Status', () => 'published'],
];

const rowsOf = <Row>(columns: Column<Row>[], rows: Row[], names: LedgerNames) =>
  rows.map((row) => csvRow(columns.map(([, cell]) => cell(row, names)))).join('');
const headOf = <Row>(columns: Column<Row>[]) => `\ufeff${csvRow(columns.map(([title]) => title))}`;

/** Payments for "Import Payments" of Zoho Books. */
export const zohoPayments = {
  head: headOf(paymentColumns),
  write: (vouchers: Voucher[], names: LedgerNames) =>
    rowsOf(paymentColumns, vouchers.filter(isPaymentReceived), names),
};

/** All other vouchers for "Import Journals" of Zoho Books, a row for each ledger. */
export const zohoJournals = {
  head: headOf(journalColumns),
  write(vouchers: Voucher[], names: LedgerNames) {
    const journals = vouchers.filter((voucher) => !isPaymentReceived(voucher));
    const rows = journals.flatMap((voucher) => voucher.postings.map((posting) => ({ voucher, posting })));
    return rowsOf(journalColumns, rows, names);
  },
};
