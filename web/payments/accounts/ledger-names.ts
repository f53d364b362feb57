import { z } from 'zod';
import { singleLine } from '#web/contracts/text.ts';
import type { Database } from '#web/database/tables.ts';

const name = z
  .string()
  .overwrite(singleLine)
  .min(1, 'Give the name of the ledger')
  .max(100, 'Use at most 100 characters');

/**
 * The accountant's ledgers that vouchers post to, as they are called until the owner says otherwise. `{customer}` stands
 * for the customer's own. Exports are kept by these names in this order.
 */
export const ledgerNamesSchema = z.object({
  gateway: name.default('Razorpay'),
  bank: name.default('Bank Account'),
  customers: name.default('Website Customers'),
  fees: name.default('Payment Gateway Charges'),
  gst: name.default('Input IGST'),
  disputes: name.default('Payments Lost in Disputes'),
  suspense: name.default('Suspense A/c'),
  cash: name.default('Cash'),
  tds: name.default('TDS Receivable'),
  writeOffs: name.default('Bad Debts Written Off'),
  credits: name.default('Discounts and Credit Notes'),
});
export type LedgerNames = z.output<typeof ledgerNamesSchema>;
export type Ledger = keyof LedgerNames;
export const usualNames = ledgerNamesSchema.parse({});

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
