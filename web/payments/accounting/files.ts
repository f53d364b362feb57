import { sql } from 'kysely';
import { z } from 'zod';
import { type Cell, importRow } from '#web/contracts/csv.ts';
import { type Ledger, ledgers } from '#web/contracts/entry-kinds.ts';
import { spreadsheetTime } from '#web/contracts/india.ts';
import { currency, decimalFromPaise } from '#web/contracts/money.ts';
import { type AccountingFormat, accountingFormats, isAccountingFormat } from '#web/contracts/states.ts';
import { textField } from '#web/contracts/text-field.ts';
import type { Database } from '#web/database/tables.ts';
import { escapeXml } from '#web/http/escape-markup.ts';
import { momentRange, type Span } from '#web/payments/back-office/listing.ts';
import { withSums } from '#web/payments/ledger/settlements.ts';
import { type CsvColumns, csvPageSize, csvResponse, csvType, readPages } from '#web/staff/csv.ts';
import { streamedFile } from '#web/staff/streamed-file.ts';
import { type Posting, readVouchers, type Voucher } from './vouchers.ts';

const nameSchema = (ledger: Ledger) =>
  z._default(
    textField('singleLine', 100, { least: 1, missing: 'Enter the name of the ledger' }),
    ledgers[ledger].name,
  );

/** The accountant's names of the ledgers. `{customer}` is replaced by the customer's name. */
export const ledgerNamesSchema = z.object({
  gateway: nameSchema('gateway'),
  bank: nameSchema('bank'),
  customers: nameSchema('customers'),
  fees: nameSchema('fees'),
  gst: nameSchema('gst'),
  disputes: nameSchema('disputes'),
  suspense: nameSchema('suspense'),
  cash: nameSchema('cash'),
  tds: nameSchema('tds'),
  writeOffs: nameSchema('writeOffs'),
  credits: nameSchema('credits'),
} satisfies Record<Ledger, unknown>);
export type LedgerNames = z.output<typeof ledgerNamesSchema>;
export const defaultNames = ledgerNamesSchema.parse({});

export async function readLedgerNames(db: Database): Promise<LedgerNames> {
  const rows = await db.selectFrom('ledger_names').selectAll().execute();
  return ledgerNamesSchema.parse(Object.fromEntries(rows.map(({ ledger, name }) => [ledger, name])));
}

export async function storeLedgerNames(db: Database, names: LedgerNames): Promise<void> {
  await db
    .insertInto('ledger_names')
    .values(Object.entries(names).map(([ledger, name]) => ({ ledger, name })))
    .onConflict((conflict) =>
      conflict.column('ledger').doUpdateSet((row) => ({ name: row.ref('excluded.name') })),
    )
    .execute();
}

type Column<Row> = [title: string, cell: (row: Row, names: LedgerNames) => Cell];

/** Whether Zoho Books imports the voucher as a payment received, which closes the customer's invoice. */
const isPaymentReceived = ({ id }: Voucher) => id.startsWith('captured-');

const sumPostings = ({ postings }: Voucher, ledger: Ledger) =>
  postings.find((posting) => posting.ledger === ledger)?.amount ?? 0;
const received = (voucher: Voucher) => -sumPostings(voucher, 'customers');

const paymentColumns: Column<Voucher>[] = [
  ['Payment Number', ({ number }) => number],
  ['Date', ({ day }) => day],
  ['Customer Name', ({ customer }, names) => customer ?? formatLedgerName('customers', customer, names)],
  ['Mode', ({ mode }) => mode],
  ['Amount', received],
  ['Bank Charges', (voucher) => Math.max(0, received(voucher) - sumPostings(voucher, 'gateway'))],
  ['Currency Code', () => currency],
  ['Reference Number', ({ reference }) => reference],
  ['Invoice Number', ({ bill }) => bill],
  ['Amount Applied to Invoice', (voucher) => (voucher.bill ? received(voucher) : null)],
  ['Deposit To', (_, names) => formatLedgerName('gateway', null, names)],
  ['Description', ({ narration }) => narration],
];

type JournalRow = { voucher: Voucher; posting: Posting };
const journalColumns: Column<JournalRow>[] = [
  ['Journal Date', ({ voucher }) => voucher.day],
  ['Journal Number', ({ voucher }) => voucher.id],
  ['Reference Number', ({ voucher }) => voucher.reference ?? voucher.number],
  ['Notes', ({ voucher }) => voucher.narration],
  ['Account', ({ posting: { ledger, customer } }, names) => formatLedgerName(ledger, customer, names)],
  ['Contact Name', ({ posting }) => posting.customer],
  ['Description', ({ posting: { bill } }) => bill && `Bill ${bill}`],
  ['Debit', ({ posting: { amount } }) => Math.max(0, amount) || null],
  ['Credit', ({ posting: { amount } }) => Math.max(0, -amount) || null],
  ['Currency', () => currency],
  ['Status', () => 'published'],
];

const writeRows = <Row>(columns: Column<Row>[], rows: Row[], names: LedgerNames) =>
  rows.map((row) => importRow(columns.map(([, cell]) => cell(row, names)))).join('');
const writeHead = <Row>(columns: Column<Row>[]) => `\ufeff${importRow(columns.map(([title]) => title))}`;

/** The file for "Import Payments" of Zoho Books. */
export const zohoPayments = {
  head: writeHead(paymentColumns),
  write: (vouchers: Voucher[], names: LedgerNames) =>
    writeRows(paymentColumns, vouchers.filter(isPaymentReceived), names),
};

/** The file for "Import Journals" of Zoho Books: all other vouchers, with a row for each ledger. */
export const zohoJournals = {
  head: writeHead(journalColumns),
  write(vouchers: Voucher[], names: LedgerNames) {
    const journals = vouchers.filter((voucher) => !isPaymentReceived(voucher));
    const rows = journals.flatMap((voucher) => voucher.postings.map((posting) => ({ voucher, posting })));
    return writeRows(journalColumns, rows, names);
  },
};

const element = (name: string, text: string) =>
  `<${name}>${escapeXml(text.replaceAll(/\s/g, ' '))}</${name}>`;

/** Returns the name of a ledger. The name of the customers' ledger can include the customer's name. */
const formatLedgerName = (ledger: Ledger, customer: string | null, names: LedgerNames) =>
  names[ledger].replaceAll('{customer}', customer ?? 'Customer');

/** The parts of the file before and after the vouchers. `Vouchers` is the name of Tally's import. */
const tallyHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>' +
  '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n';
const tallyTail = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';

/** In Tally a debit is `deemed positive` and its amount negative. */
function writeEntry({ ledger, amount, bill, customer }: Posting, names: LedgerNames): string {
  const written = decimalFromPaise(-amount);
  const allocation = bill
    ? `<BILLALLOCATIONS.LIST>${element('NAME', bill)}<BILLTYPE>Agst Ref</BILLTYPE>` +
      `<AMOUNT>${written}</AMOUNT></BILLALLOCATIONS.LIST>`
    : '';
  return (
    `<ALLLEDGERENTRIES.LIST>${element('LEDGERNAME', formatLedgerName(ledger, customer, names))}` +
    `<ISDEEMEDPOSITIVE>${amount > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
    `<ISPARTYLEDGER>${ledger === 'customers' ? 'Yes' : 'No'}</ISPARTYLEDGER>` +
    `<AMOUNT>${written}</AMOUNT>${allocation}</ALLLEDGERENTRIES.LIST>`
  );
}

/** Writes a voucher for Tally, which alters an existing voucher with the same REMOTEID instead of adding one. */
function tallyVoucher(voucher: Voucher, names: LedgerNames): string {
  const { id, type, day, number, narration, reference, postings } = voucher;
  const guid = escapeXml(`website-${id}`);
  const ofCustomer = postings.find(({ ledger }) => ledger === 'customers');
  const party = ofCustomer
    ? element('PARTYLEDGERNAME', formatLedgerName('customers', ofCustomer.customer, names))
    : '';
  return (
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">' +
    `<VOUCHER REMOTEID="${guid}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
    `<DATE>${day.replaceAll('-', '')}</DATE><GUID>${guid}</GUID>` +
    `<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>${number ? element('VOUCHERNUMBER', number) : ''}` +
    `${reference ? element('REFERENCE', reference) : ''}${party}${element('NARRATION', narration)}` +
    `<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>` +
    `${postings.map((posting) => writeEntry(posting, names)).join('')}</VOUCHER></TALLYMESSAGE>\n`
  );
}

export const accountingFormatSchema = z.string().refine(isAccountingFormat, 'There is no such file');

type Writer = { head: string; tail?: string; write(vouchers: Voucher[], names: LedgerNames): string };

const formats: Record<Exclude<AccountingFormat, 'settlements'>, Writer & { type: string }> = {
  tally: {
    ...{ head: tallyHead, tail: tallyTail, type: 'application/xml; charset=utf-8' },
    write: (vouchers, names) => vouchers.map((voucher) => tallyVoucher(voucher, names)).join(''),
  },
  'zoho-payments': { ...zohoPayments, type: csvType },
  'zoho-journals': { ...zohoJournals, type: csvType },
};

/** Returns an accountant's import file for a range of days in one of the formats. */
export async function accountingFile(db: Database, format: AccountingFormat, span: Span): Promise<Response> {
  const moments = momentRange(span);
  const name = `${format}.${accountingFormats[format]}`;
  if (format === 'settlements') return settlementsCsv(db, name, moments);
  const { head, tail, write, type } = formats[format];
  const names = await readLedgerNames(db);
  async function* parts() {
    yield head;
    for await (const vouchers of readVouchers(db, moments)) yield write(vouchers, names);
    if (tail) yield tail;
  }
  return streamedFile(name, type, parts());
}

type SettlementRow = Awaited<ReturnType<typeof withSums>>[number];

const settlementColumns: CsvColumns<SettlementRow> = [
  ['Created (IST)', ({ created_at }) => spreadsheetTime(created_at)],
  ['Settlement ID', ({ id }) => id],
  ['Status', ({ status }) => status],
  ['UTR', ({ utr }) => utr],
  ['Transferred (INR)', ({ amount }) => amount],
  ['Sum of lines (INR)', ({ lines_amount }) => lines_amount],
  ['Fees of its payments (INR)', ({ payment_fees }) => payment_fees],
  ['Tax in these fees (INR)', ({ payment_tax }) => payment_tax],
  ['Transfer fee (INR)', ({ fees }) => fees],
];

function settlementsCsv(
  db: Database,
  name: string,
  { from, to }: { from: string; to: string },
): Promise<Response> {
  const pages = readPages<SettlementRow>(async (last) => {
    const page = db
      .selectFrom('settlements')
      .selectAll()
      .where(sql<boolean>`(created_at, id) > (${last?.created_at ?? from}, ${last?.id ?? ''})`)
      .where('created_at', '<', to)
      .orderBy('created_at')
      .orderBy('id')
      .limit(csvPageSize);
    return withSums(db, await page.execute());
  });
  return csvResponse(name, settlementColumns, pages);
}
