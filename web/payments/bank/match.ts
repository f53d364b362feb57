import { sql } from 'kysely';
import { dayInIndia } from '#web/contracts/india.ts';
import type { BankLine, Database } from '#web/database/tables.ts';

/** Whether a line names this UTR, and not a longer one that holds it. */
export function namesUtr({ text, reference }: Pick<BankLine, 'text' | 'reference'>, utr: string): boolean {
  const wanted = utr.toUpperCase();
  if (wanted.length < 6) return false;
  return `${text} ${reference}`
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .includes(wanted);
}

const openLines = (db: Database) =>
  db.selectFrom('bank_lines').selectAll().where('amount', '>', 0).where('settlement_id', 'is', null);

/** Settlements that no line of a bank statement is of. */
const missingAtBank = (db: Database) =>
  db
    .selectFrom('settlements')
    .selectAll('settlements')
    .where('status', '=', 'processed')
    .where(sql<boolean>`id not in (select settlement_id from bank_lines where settlement_id is not null)`);

/** Gives each deposit the settlement, or the bill, of its UTR and amount. Returns how many found a settlement. */
export async function matchBank(db: Database): Promise<number> {
  const lines = await openLines(db).where('note', 'is', null).execute();
  if (lines.length === 0) return 0;
  let count = 0;
  for (const { id, utr, amount } of await missingAtBank(db).where('utr', 'is not', null).execute()) {
    const line = lines.find((one) => one.amount === amount && namesUtr(one, utr ?? ''));
    if (!line) continue;
    lines.splice(lines.indexOf(line), 1);
    await db
      .updateTable('bank_lines')
      .set({ settlement_id: id })
      .where('id', '=', line.id)
      .where('settlement_id', 'is', null)
      .execute();
    count += 1;
  }
  await noteRecorded(db, lines);
  return count;
}

/** Says of deposits that staff have recorded for a bill, with the same reference and amount, which bill it is. */
async function noteRecorded(db: Database, lines: BankLine[]): Promise<void> {
  const recorded = await db
    .selectFrom('vouchers')
    .innerJoin('bills', 'bills.id', 'vouchers.bill_id')
    .select(['vouchers.amount', 'vouchers.reference', 'bills.bill_number'])
    .where('vouchers.kind', 'in', ['neft', 'rtgs', 'cheque'])
    .where('vouchers.state', '=', 'entered')
    .where('vouchers.reference', 'is not', null)
    .execute();
  for (const line of lines) {
    const found = recorded.find(
      ({ amount, reference }) => amount === line.amount && namesUtr(line, reference ?? ''),
    );
    if (found)
      await db
        .updateTable('bank_lines')
        .set({ note: `Bill ${found.bill_number}` })
        .where('id', '=', line.id)
        .where('note', 'is', null)
        .execute();
  }
}

const day = 24 * 3_600_000;
/** A transfer is credited within hours, and stands on the statement of that day or the next. */
const creditedWithin = 3 * day;
const mostShown = 500;

/**
 * What does not match, both ways: settlements that should stand on an imported statement, and deposits that are of no
 * settlement. `wrong` is the settlement whose UTR a deposit names, when its amount is another or it was paid before.
 */
export async function unmatched(db: Database) {
  const imports = await db.selectFrom('bank_imports').selectAll().execute();
  const isCovered = (at: string) => {
    const made = Date.parse(at);
    const last = dayInIndia(made + creditedWithin);
    return imports.some(({ from_day, to_day }) => from_day <= dayInIndia(made) && to_day >= last);
  };
  const missing = (await missingAtBank(db).orderBy('created_at', 'desc').execute()).filter(({ created_at }) =>
    isCovered(created_at),
  );
  const lines = await openLines(db)
    .where('note', 'is', null)
    .orderBy('day', 'desc')
    .limit(mostShown)
    .execute();
  const utrs = lines.length > 0 ? await db.selectFrom('settlements').select(['id', 'utr']).execute() : [];
  const deposits = lines.map((line) => ({
    ...line,
    wrong: utrs.find(({ utr }) => utr && namesUtr(line, utr))?.id ?? null,
  }));
  return { missing: missing.slice(0, mostShown), deposits };
}
