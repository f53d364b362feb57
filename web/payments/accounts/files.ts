import { sql } from 'kysely';
import { z } from 'zod';
import { indianTime } from '#web/contracts/india.ts';
import { type AccountsFormat, accountsFormats, isAccountsFormat } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import { momentsOf, type Span } from '#web/payments/desk/listing.ts';
import { listedSettlements } from '#web/payments/desk/settlements.ts';
import { type CsvColumns, csvPageSize, csvResponse } from '#web/staff/csv.ts';
import { streamedFile } from '#web/staff/streamed-file.ts';
import { type LedgerNames, readLedgerNames } from './ledger-names.ts';
import { tallyHead, tallyTail, tallyVoucher } from './tally.ts';
import { type Voucher, vouchersOf } from './vouchers.ts';
import { zohoJournals, zohoPayments } from './zoho.ts';

export const accountsFormatSchema = z.string().refine(isAccountsFormat, 'There is no such file');

type Writer = { head: string; tail?: string; write(vouchers: Voucher[], names: LedgerNames): string };

const csv = 'text/csv; charset=utf-8';
const formats: Record<Exclude<AccountsFormat, 'settlements'>, Writer & { type: string }> = {
  tally: {
    ...{ head: tallyHead, tail: tallyTail, type: 'application/xml; charset=utf-8' },
    write: (vouchers, names) => vouchers.map((voucher) => tallyVoucher(voucher, names)).join(''),
  },
  'zoho-payments': { ...zohoPayments, type: csv },
  'zoho-journals': { ...zohoJournals, type: csv },
};

/** What an accountant imports: the books of a span of days, in one of the formats. */
export function accountsFile(db: Database, format: AccountsFormat, span: Span): Promise<Response> {
  const moments = momentsOf(span);
  if (format === 'settlements') return settlementsCsv(db, moments);
  const { head, tail, write, type } = formats[format];
  async function* parts() {
    const names = await readLedgerNames(db);
    yield head;
    for await (const vouchers of vouchersOf(db, moments)) yield write(vouchers, names);
    if (tail) yield tail;
  }
  return streamedFile(`${format}.${accountsFormats[format]}`, type, parts());
}

type Listed = Awaited<ReturnType<ReturnType<typeof listedSettlements>['execute']>>[number];

const settlementColumns: CsvColumns<Listed> = [
  ['Made (IST)', ({ created_at }) => indianTime(created_at)],
  ['Settlement ID', ({ id }) => id],
  ['Status', ({ status }) => status],
  ['UTR', ({ utr }) => utr],
  ['To the bank (INR)', ({ amount }) => amount],
  ['Sum of its lines (INR)', ({ lines_amount }) => lines_amount],
  ['Fees taken from its payments (INR)', ({ payment_fees }) => payment_fees],
  ['Tax in them (INR)', ({ payment_tax }) => payment_tax],
  ['Fee of the transfer (INR)', ({ fees }) => fees],
];

function settlementsCsv(db: Database, { from, to }: { from: string; to: string }): Promise<Response> {
  return csvResponse('settlements.csv', settlementColumns, (last) =>
    listedSettlements(db)
      .where(sql<boolean>`(created_at, id) > (${last?.created_at ?? from}, ${last?.id ?? ''})`)
      .where('created_at', '<', to)
      .orderBy('created_at')
      .orderBy('id')
      .limit(csvPageSize)
      .execute(),
  );
}
