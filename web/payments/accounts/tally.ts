import { decimalFromPaise } from '#web/contracts/money.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import type { Ledger, LedgerNames } from './ledger-names.ts';
import type { Voucher } from './vouchers.ts';

/** Characters that XML cannot hold, escaped or not. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const element = (name: string, text: string) =>
  `<${name}>${escapeMarkup(text.replaceAll(/\s/g, ' ').replaceAll(impossible, ''))}</${name}>`;

/** The name of a ledger; that of customers can be each customer's own. */
export const nameOf = (ledger: Ledger, { customer }: Voucher, names: LedgerNames) =>
  names[ledger].replaceAll('{customer}', customer ?? 'Customer');

/** Before and after the vouchers, which Tally imports as `Vouchers`. */
export const tallyHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>' +
  '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n';
export const tallyTail = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';

/** In Tally a debit is `deemed positive` and its amount negative. */
function posting(ledger: Ledger, amount: number, voucher: Voucher, names: LedgerNames): string {
  const isParty = ledger === 'customers';
  const written = decimalFromPaise(-amount);
  const bill =
    isParty && voucher.bill
      ? `<BILLALLOCATIONS.LIST>${element('NAME', voucher.bill)}<BILLTYPE>Agst Ref</BILLTYPE>` +
        `<AMOUNT>${written}</AMOUNT></BILLALLOCATIONS.LIST>`
      : '';
  return (
    `<ALLLEDGERENTRIES.LIST>${element('LEDGERNAME', nameOf(ledger, voucher, names))}` +
    `<ISDEEMEDPOSITIVE>${amount > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
    `<ISPARTYLEDGER>${isParty ? 'Yes' : 'No'}</ISPARTYLEDGER><AMOUNT>${written}</AMOUNT>${bill}</ALLLEDGERENTRIES.LIST>`
  );
}

/** A voucher as Tally imports it. Tally alters a voucher whose REMOTEID it has, so that a second import adds nothing. */
export function tallyVoucher(voucher: Voucher, names: LedgerNames): string {
  const { id, type, day, subject, narration, reference, postings } = voucher;
  const guid = escapeMarkup(`website-${id}`);
  const party = postings.some(([ledger]) => ledger === 'customers')
    ? element('PARTYLEDGERNAME', nameOf('customers', voucher, names))
    : '';
  const entries = postings.map(([ledger, amount]) => posting(ledger, amount, voucher, names)).join('');
  return (
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">' +
    `<VOUCHER REMOTEID="${guid}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
    `<DATE>${day.replaceAll('-', '')}</DATE><GUID>${guid}</GUID>` +
    `<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>${element('VOUCHERNUMBER', subject)}` +
    `${reference ? element('REFERENCE', reference) : ''}${party}${element('NARRATION', narration)}` +
    `<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>${entries}</VOUCHER></TALLYMESSAGE>\n`
  );
}
