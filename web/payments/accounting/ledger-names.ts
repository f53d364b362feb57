import * as z from 'zod/mini';
import { type Ledger, ledgers } from '#web/contracts/ledgers.ts';
import { textField } from '#web/contracts/text-field.ts';
import type { Database } from '#web/database/tables.ts';

const nameOf = (ledger: Ledger) =>
  z._default(
    textField('singleLine', 100, { least: 1, missing: 'Enter the name of the ledger' }),
    ledgers[ledger].name,
  );

/**
 * The accountant's names of the ledgers. `{customer}` is replaced by the customer's name. Archived exports of closed
 * months are looked up by the JSON of these names, so the order of the fields must not change.
 */
export const ledgerNamesSchema = z.object({
  gateway: nameOf('gateway'),
  bank: nameOf('bank'),
  customers: nameOf('customers'),
  fees: nameOf('fees'),
  gst: nameOf('gst'),
  disputes: nameOf('disputes'),
  suspense: nameOf('suspense'),
  cash: nameOf('cash'),
  tds: nameOf('tds'),
  writeOffs: nameOf('writeOffs'),
  credits: nameOf('credits'),
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
