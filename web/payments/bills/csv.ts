import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { withoutGuard } from '#web/contracts/csv.ts';
import { plainAmount } from '#web/contracts/money.ts';
import { type TypedBill, typedBillSchema } from '#web/payments/bodies.ts';

/** The most bills in a file. One statement stores them all, and SQLite takes 32,766 values per statement. */
const mostRows = 2000;

/** Accepted column names, reduced to lowercase letters. */
const columns: Record<string, keyof TypedBill> = {
  billnumber: 'billNumber',
  billno: 'billNumber',
  name: 'name',
  customername: 'name',
  phone: 'phone',
  mobilenumber: 'phone',
  email: 'email',
  amount: 'amount',
  duedate: 'dueOn',
  note: 'note',
};
const requiredColumns = {
  billNumber: 'bill number',
  name: 'name',
  phone: 'phone',
  amount: 'amount',
} as const;
const columnNames = 'bill number, name, phone, e-mail, amount, due date, note';

const recordsSchema = z.array(
  z
    .object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) })
    .transform(({ info, record }) => ({ line: info.lines, cells: record })),
);
type CsvRecord = z.output<typeof recordsSchema>[number];

/** Reads the non-empty records of a CSV file with their line numbers. */
function readRecords(csv: string, options: { delimiter: string }): CsvRecord[] | { error: string } {
  const always = { trim: true, relax_column_count: true, skip_records_with_empty_values: true };
  try {
    // People write ="00042" for a number that spreadsheets must not change.
    const relaxed = { ...always, relax_quotes: true };
    return recordsSchema.parse(parse(csv, { ...options, ...relaxed, bom: true, info: true }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { error: `The file cannot be read as CSV: ${error.message}. Check its quotation marks.` };
  }
}

/** A row of a file. `problem` is set if its cells do not fit the header. */
export type CsvRow = { line: number; typed: TypedBill; problem?: string };

/** Parses a file of bills, separated by commas or semicolons. */
export function readCsv(csv: string): { rows: CsvRow[] } | { error: string } {
  const [firstLine = ''] = csv.split('\n', 1);
  const records = readRecords(csv, { delimiter: firstLine.includes(';') ? ';' : ',' });
  if ('error' in records) return records;
  const [header, ...rows] = records;
  if (!header || rows.length === 0)
    return {
      error: `The file has no bills. Start with a header row (${columnNames}), then add one row for each bill.`,
    };
  if (rows.length > mostRows)
    return { error: `The file has ${rows.length} bills. Import at most ${mostRows} at once.` };
  const fields = header.cells.map((name) => columns[name.toLowerCase().replace(/[^a-z]/g, '')]);
  const unknown = header.cells.filter((_name, index) => fields[index] === undefined);
  if (unknown.length > 0) return { error: `Unknown column: “${unknown.join('”, “')}”. Use ${columnNames}.` };
  if (new Set(fields).size < fields.length)
    return { error: 'Two columns have the same name. Keep one of them.' };
  for (const [field, name] of Object.entries(requiredColumns))
    if (!fields.some((one) => one === field)) return { error: `The column “${name}” is missing.` };
  return { rows: rows.map((row) => toRow(row, fields)) };
}

/** Matches a date as Excel shows it after it read a number such as `03-26` or `1/2` as a date. */
const excelDate = /^(?=.*\d)(?:\d{1,2}-)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2})?$/i;

function toRow({ line, cells }: CsvRecord, fields: (keyof TypedBill | undefined)[]): CsvRow {
  const number = cells[fields.indexOf('billNumber')] ?? '';
  const typed = typedBillSchema.parse(
    Object.fromEntries(fields.map((field, index) => [field, withoutGuard(cells[index] ?? '')])),
  );
  if (excelDate.test(number))
    return {
      ...{ line, typed },
      problem: `Excel may have changed this bill number to the date ${number}. Format the column as Text and enter the number again, or write ="${number}" if it is right`,
    };
  // An unquoted 1,499 would be read as an amount of 1.
  if (cells.length > fields.length) {
    const problem = `${cells.length} cells for ${fields.length} columns: put text with a comma or semicolon in quotation marks`;
    return { line, typed, problem };
  }
  // The row has no cell too many if its last cells were left out.
  const at = fields.indexOf('amount');
  const [amount = '', next = ''] = cells.slice(at, at + 2);
  const whole = amount.includes(',') ? '' : plainAmount(`${amount},${next}`);
  if (whole === '') return { line, typed };
  const problem = `A comma may have split the amount into ${amount} and ${next}. Write ${whole}, or write ="${next}" if that cell is right`;
  return { line, typed, problem };
}
