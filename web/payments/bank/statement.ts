import { createHash } from 'node:crypto';
import { z } from 'zod';
import { withoutGuard } from '#web/contracts/csv.ts';
import { paiseFromDecimal, plainAmount } from '#web/contracts/money.ts';
import { readRecords } from '#web/payments/bills/csv.ts';
import { dayOf } from '#web/payments/bills/rules.ts';

const mostRows = 20_000;
/** Lines above the titles, with the account and its holder. */
const mostAbove = 60;

const place = z.number().int().min(0).max(200);
/** Which column of a statement is what. Amounts are in one column, perhaps with `Cr` and `Dr` in another, or in two. */
export const columnsSchema = z
  .object({
    day: place,
    text: place,
    reference: place.nullish(),
    credit: place.nullish(),
    debit: place.nullish(),
    amount: place.nullish(),
    side: place.nullish(),
  })
  .refine(({ credit, amount }) => credit != null || amount != null, 'Say which column has the deposits');
type StatementColumns = z.output<typeof columnsSchema>;

/** Titles that Indian banks give their columns, reduced to lower-case letters. */
const titles: Record<keyof StatementColumns, RegExp> = {
  day: /^(transaction|txn|tran|posting|post|value)?date(andtime|time)?$/,
  text: /narration|description|particulars|remarks|details/,
  reference: /ref|chq|cheque|utr|instrument|transactionid|tranid/,
  credit: /^(credit|deposit|cr\b)|(credit|deposit)s?(amt|amount|inr)/,
  debit: /^(debit|withdrawal|dr\b)|(debit|withdrawal)s?(amt|amount|inr)/,
  amount: /^(transaction|txn)?amount(inr|rs)?$/,
  side: /^(crdr|drcr|type|debitcredit|crdrindicator)$/,
};

/** The columns that titles name; undefined unless they say day, text and deposits. */
function guessColumns(header: string[]): StatementColumns | undefined {
  const names = header.map((title) => title.toLowerCase().replace(/[^a-z]/g, ''));
  const taken = new Set<number>();
  const found = Object.entries(titles).map(([column, pattern]) => {
    const index = names.findIndex((name, at) => !taken.has(at) && pattern.test(name));
    if (index >= 0) taken.add(index);
    return [column, index >= 0 ? index : undefined];
  });
  return columnsSchema.safeParse(Object.fromEntries(found)).data;
}

export type Statement = {
  header: string[];
  guess: StatementColumns | undefined;
  rows: { line: number; cells: string[] }[];
};

/** Reads a bank's CSV file, separated by commas, semicolons, tabs or bars, with whatever stands above its titles. */
export function readStatement(csv: string): Statement | { error: string } {
  const start = csv.split('\n', mostAbove).join('\n');
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: start.split(delimiter).length,
  }));
  const { delimiter } = counts.reduce((best, one) => (one.count > best.count ? one : best));
  const records = readRecords(csv, { delimiter, relax_quotes: true });
  if ('error' in records) return records;
  if (records.length > mostRows)
    return { error: `The file has ${records.length} lines. Send at most ${mostRows} at once.` };
  const above = records.slice(0, mostAbove);
  const filled = above.map(({ cells }) => cells.filter(Boolean).length);
  const known = above.findIndex(({ cells }) => guessColumns(cells));
  // Without titles that are known, those of the first of the widest rows.
  const at = known >= 0 ? known : filled.indexOf(Math.max(...filled));
  const header = records[at]?.cells;
  if (!header || records.length === at + 1)
    return { error: 'The file has no lines. Give a statement as CSV, with its row of titles.' };
  return { header, guess: guessColumns(header), rows: records.slice(at + 1) };
}

/** By what the columns of a statement are remembered. */
export const headerKey = ({ header }: Statement) =>
  createHash('sha256').update(JSON.stringify(header)).digest('hex').slice(0, 32);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day of `31/03/2026`, `31-Mar-26`, `31 Mar 2026 10:15:00` or `2026-03-31`; undefined for anything else. */
export function statementDay(cell: string): string | undefined {
  const [bare = ''] = cell.trim().split(/[ T]+(?=\d{1,2}:)/);
  const written = bare.replace(/[a-z]{3,9}/i, (name) =>
    String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1),
  );
  return dayOf(written.replaceAll(/[ ,./]+/g, '-').replace(/^(\d{1,2}-\d{1,2}-)(\d\d)$/, '$120$2'));
}

/** Signed paise of a cell such as `1,00,000.00`, `2,500.00 Dr`, `(500)` or nothing; undefined for anything else. */
export function statementAmount(cell: string, side = ''): number | undefined {
  const bare = cell.replace(/\p{Cf}/gu, '').trim();
  if (/^[-–.]*$/.test(bare)) return 0;
  const [, open = '', minus = '', written = '', , own = ''] =
    /^(\()?\s*([-+−]?)\s*([^()]*?)(\))?\s*(cr|dr|c|d)?\.?$/i.exec(bare) ?? [];
  const paise = paiseFromDecimal(plainAmount(written));
  if (paise === undefined) return undefined;
  const isTaken = open !== '' || /[-−]/.test(minus) || /^d/i.test(own || side.trim());
  return isTaken ? 0 - paise : paise;
}

type StatementLine = { id: string; day: string; text: string; reference: string; amount: number };

const plain = (cell = '') =>
  withoutGuard(cell)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);

/** The lines of a statement, deposits positive, in paise; `unread` are the numbers of lines that are none. */
export function linesOf({ rows }: Statement, columns: StatementColumns) {
  const lines: StatementLine[] = [];
  const unread: number[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of rows) {
    const cell = (column: number | null | undefined) => (column == null ? '' : (cells[column] ?? ''));
    const day = statementDay(cell(columns.day));
    const signed = statementAmount(cell(columns.amount), cell(columns.side));
    const [credit, debit] = [statementAmount(cell(columns.credit)), statementAmount(cell(columns.debit))];
    if (
      !day ||
      signed === undefined ||
      credit === undefined ||
      debit === undefined ||
      !(signed || credit || debit)
    ) {
      unread.push(line);
      continue;
    }
    const amount = signed + credit - Math.abs(debit);
    const [text, reference] = [plain(cell(columns.text)), plain(cell(columns.reference))];
    // Equal lines of a day are told apart by their number, as in any other file with that day.
    const same = JSON.stringify([day, amount, text.toLowerCase(), reference.toLowerCase()]);
    const nth = (seen.get(same) ?? 0) + 1;
    seen.set(same, nth);
    const id = createHash('sha256').update(`${same} ${nth}`).digest('hex').slice(0, 32);
    lines.push({ id, day, text, reference, amount });
  }
  return { lines, unread };
}
