import type { Ledger } from '#web/contracts/ledgers.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { escapeXml } from '#web/http/escape-markup.ts';
import type { LedgerNames } from './ledger-names.ts';
import type { Posting, Voucher } from './vouchers.ts';

const element = (name: string, text: string) =>
  `<${name}>${escapeXml(text.replaceAll(/\s/g, ' '))}</${name}>`;

/** Returns the name of a ledger. The name of the customers' ledger can include the customer's name. */
export const nameOf = (ledger: Ledger, customer: string | null, names: LedgerNames) =>
  names[ledger].replaceAll('{customer}', customer ?? 'Customer');

/** The parts of the file before and after the vouchers. `Vouchers` is the name of Tally's import. */
export const tallyHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>' +
  '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n';
export const tallyTail = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';

/** In Tally a debit is `deemed positive` and its amount negative. */
function entryOf({ ledger, amount, bill, customer }: Posting, names: LedgerNames): string {
  const written = decimalFromPaise(-amount);
  const allocation = bill
    ? `<BILLALLOCATIONS.LIST>${element('NAME', bill)}<BILLTYPE>Agst Ref</BILLTYPE>` +
      `<AMOUNT>${written}</AMOUNT></BILLALLOCATIONS.LIST>`
    : '';
  return (
    `<ALLLEDGERENTRIES.LIST>${element('LEDGERNAME', nameOf(ledger, customer, names))}` +
    `<ISDEEMEDPOSITIVE>${amount > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
    `<ISPARTYLEDGER>${ledger === 'customers' ? 'Yes' : 'No'}</ISPARTYLEDGER>` +
    `<AMOUNT>${written}</AMOUNT>${allocation}</ALLLEDGERENTRIES.LIST>`
  );
}

/** Writes a voucher for Tally, which alters an existing voucher with the same REMOTEID instead of adding one. */
export function tallyVoucher(voucher: Voucher, names: LedgerNames): string {
  const { id, type, day, number, narration, reference, postings } = voucher;
  const guid = escapeXml(`website-${id}`);
  const ofCustomer = postings.find(({ ledger }) => ledger === 'customers');
  const party = ofCustomer ? element('PARTYLEDGERNAME', nameOf('customers', ofCustomer.customer, names)) : '';
  return (
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">' +
    `<VOUCHER REMOTEID="${guid}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
    `<DATE>${day.replaceAll('-', '')}</DATE><GUID>${guid}</GUID>` +
    `<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>${number ? element('VOUCHERNUMBER', number) : ''}` +
    `${reference ? element('REFERENCE', reference) : ''}${party}${element('NARRATION', narration)}` +
    `<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>` +
    `${postings.map((posting) => entryOf(posting, names)).join('')}</VOUCHER></TALLYMESSAGE>\n`
  );
}
