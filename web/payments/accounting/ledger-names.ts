import { z } from 'zod';
import { type Ledger, ledgers } from '#web/contracts/ledgers.ts';
import { singleLine } from '#web/contracts/text.ts';
import type { Database } from '#web/database/tables.ts';

const name = z
  .string()
  .overwrite(singleLine)
  .min(1, 'Give the name of the ledger')
  .max(100, 'Use at most 100 characters');

/**
 * What the accountant calls the ledgers of `ledgers`. `{customer}` stands for the customer's own. Exports of closed months
 * are archived by these names in this order.
 */
export const ledgerNamesSchema = z.object({
  gateway: name.default(ledgers.gateway.name),
  bank: name.default(ledgers.bank.name),
  customers: name.default(ledgers.customers.name),
  fees: name.default(ledgers.fees.name),
  gst: name.default(ledgers.gst.name),
  disputes: name.default(ledgers.disputes.name),
  suspense: name.default(ledgers.suspense.name),
  cash: name.default(ledgers.cash.name),
  tds: name.default(ledgers.tds.name),
  writeOffs: name.default(ledgers.writeOffs.name),
  credits: name.default(ledgers.credits.name),
} satisfies Record<Ledger, z.ZodType>);
export type LedgerNames = z.output<typeof ledgerNamesSchema>;
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
