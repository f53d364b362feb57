import { sql } from 'kysely';
import { z } from 'zod';
import { spreadsheetTime } from '#web/contracts/india.ts';
import { type AccountingFormat, accountingFormats, isAccountingFormat } from '#web/contracts/states.ts';
import type { Database } from '#web/database/tables.ts';
import { momentRange, type Span } from '#web/payments/back-office/listing.ts';
import { withSums } from '#web/payments/back-office/settlements.ts';
import { type CsvColumns, csvPageSize, csvResponse, csvType, pagesOf } from '#web/staff/csv.ts';
import { streamedFile } from '#web/staff/streamed-file.ts';
import { type LedgerNames, readLedgerNames } from './ledger-names.ts';
import { tallyHead, tallyTail, tallyVoucher } from './tally.ts';
import { type Voucher, vouchersOf } from './vouchers.ts';
import { zohoJournals, zohoPayments } from './zoho.ts';

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
    for await (const vouchers of vouchersOf(db, moments)) yield write(vouchers, names);
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
  const pages = pagesOf<SettlementRow>(async (last) => {
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
