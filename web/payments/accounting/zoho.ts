import { type Cell, importRow } from '#web/contracts/csv.ts';
import type { Ledger } from '#web/contracts/ledgers.ts';
import { currency } from '#web/contracts/money.ts';
import type { LedgerNames } from './ledger-names.ts';
import { nameOf } from './tally.ts';
import type { Posting, Voucher } from './vouchers.ts';

type Column<Row> = [title: string, cell: (row: Row, names: LedgerNames) => Cell];

/** Whether Zoho Books imports the voucher as a payment received, which closes the customer's invoice. */
const isPaymentReceived = ({ id }: Voucher) => id.startsWith('captured-');

const amountOf = ({ postings }: Voucher, ledger: Ledger) =>
  postings.find((posting) => posting.ledger === ledger)?.amount ?? 0;
const received = (voucher: Voucher) => -amountOf(voucher, 'customers');

const paymentColumns: Column<Voucher>[] = [
  ['Payment Number', ({ number }) => number],
  ['Date', ({ day }) => day],
  ['Customer Name', ({ customer }, names) => customer ?? nameOf('customers', customer, names)],
  ['Mode', ({ mode }) => mode],
  ['Amount', received],
  ['Bank Charges', (voucher) => Math.max(0, received(voucher) - amountOf(voucher, 'gateway'))],
  ['Currency Code', () => currency],
  ['Reference Number', ({ reference }) => reference],
  ['Invoice Number', ({ bill }) => bill],
  ['Amount Applied to Invoice', (voucher) => (voucher.bill ? received(voucher) : null)],
  ['Deposit To', (_, names) => nameOf('gateway', null, names)],
  ['Description', ({ narration }) => narration],
];

type JournalRow = { voucher: Voucher; posting: Posting };
const journalColumns: Column<JournalRow>[] = [
  ['Journal Date', ({ voucher }) => voucher.day],
  ['Journal Number', ({ voucher }) => voucher.id],
  ['Reference Number', ({ voucher }) => voucher.reference ?? voucher.number],
  ['Notes', ({ voucher }) => voucher.narration],
  ['Account', ({ posting: { ledger, customer } }, names) => nameOf(ledger, customer, names)],
  ['Contact Name', ({ posting }) => posting.customer],
  ['Description', ({ posting: { bill } }) => bill && `Bill ${bill}`],
  ['Debit', ({ posting: { amount } }) => Math.max(0, amount) || null],
  ['Credit', ({ posting: { amount } }) => Math.max(0, -amount) || null],
  ['Currency', () => currency],
  ['Status', () => 'published'],
];

const rowsOf = <Row>(columns: Column<Row>[], rows: Row[], names: LedgerNames) =>
  rows.map((row) => importRow(columns.map(([, cell]) => cell(row, names)))).join('');
const headOf = <Row>(columns: Column<Row>[]) => `\ufeff${importRow(columns.map(([title]) => title))}`;

/** The file for "Import Payments" of Zoho Books. */
export const zohoPayments = {
  head: headOf(paymentColumns),
  write: (vouchers: Voucher[], names: LedgerNames) =>
    rowsOf(paymentColumns, vouchers.filter(isPaymentReceived), names),
};

/** The file for "Import Journals" of Zoho Books: all other vouchers, with a row for each ledger. */
export const zohoJournals = {
  head: headOf(journalColumns),
  write(vouchers: Voucher[], names: LedgerNames) {
    const journals = vouchers.filter((voucher) => !isPaymentReceived(voucher));
    const rows = journals.flatMap((voucher) => voucher.postings.map((posting) => ({ voucher, posting })));
    return rowsOf(journalColumns, rows, names);
  },
};
