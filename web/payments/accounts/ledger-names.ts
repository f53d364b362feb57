import { z } from 'zod';
import type { Database } from '#web/database/tables.ts';

/** The accountant's ledgers that vouchers post to, as they are called until the owner says otherwise. */
export const usualNames = {
  gateway: 'Razorpay',
  bank: 'Bank Account',
  customers: 'Website Customers',
  fees: 'Payment Gateway Charges',
  gst: 'Input IGST',
  disputes: 'Payments Lost in Disputes',
  suspense: 'Suspense A/c',
  cash: 'Cash',
  tds: 'TDS Receivable',
  writeOffs: 'Bad Debts Written Off',
  credits: 'Discounts and Credit Notes',
};
export type Ledger = keyof typeof usualNames;
export type LedgerNames = Record<Ledger, string>;

const name = z
  .string()
  .trim()
  .min(1, 'Give the name of the ledger')
  .max(100, 'Use at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Write the name on one line');
const { gateway, bank, customers, fees, gst, disputes, suspense, cash, tds, writeOffs, credits } = usualNames;
/** Names as they are typed; `{customer}` stands for the customer's own. */
export const ledgerNamesSchema = z.object({
  gateway: name.default(gateway),
  bank: name.default(bank),
  customers: name.default(customers),
  fees: name.default(fees),
  gst: name.default(gst),
  disputes: name.default(disputes),
  suspense: name.default(suspense),
  cash: name.default(cash),
  tds: name.default(tds),
  writeOffs: name.default(writeOffs),
  credits: name.default(credits),
});

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
