import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { z } from 'zod';
import { csvRow, withoutGuard } from '#web/contracts/csv.ts';
import { columns } from './columns.ts';

/** A spreadsheet row: its number, and its cells by column title. */
export interface Row {
  number: number;
  cells: Record<string, string | undefined>;
}

/** Writes CSV in UTF-8 with a byte order mark, which Excel needs. */
export const writeTable = (rows: string[][]) => `\ufeff${rows.map(csvRow).join('')}`;

/** Parses CSV or pasted cells. Returns the rows, or an error message. */
export function readTable(text: string): Row[] | string {
  if (text.includes('\ufffd'))
    return 'This is not a CSV file in UTF-8. Save it as “CSV UTF-8” in your spreadsheet program, or paste the cells here.';
  const [first = ''] = text.split(/[\r\n]/, 1);
  const delimiter = ['\t', ';'].find((sign) => first.includes(sign)) ?? ',';
  let table: string[][];
  try {
    const cast = (cell: string) => withoutGuard(cell.trim()).replaceAll(/\r\n?/g, '\n').trim();
    const options = { bom: true, delimiter, relax_quotes: true, relax_column_count_less: true, cast };
    table = z.array(z.array(z.string())).parse(parse(text, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `The table cannot be read: ${error.message}. Put quotes around text that contains commas or semicolons.`;
  }
  const [names = [], ...lines] = table;
  const byName = new Map(columns.map(({ title }) => [title.toLowerCase(), title]));
  const titles = names.map((name) => byName.get(name.toLowerCase()));
  const unknown = names.filter((name, at) => name && !titles[at]);
  const known = titles.filter(Boolean);
  const rows = lines.map((line, at): Row => {
    const cells = titles.flatMap((title, column) => (title ? [[title, line[column] ?? '']] : []));
    return { number: at + 2, cells: Object.fromEntries(cells) };
  });
  const filled = rows.filter(({ cells }) => Object.values(cells).some(Boolean));
  if (unknown.length > 0)
    return `Unknown column: “${unknown.join('”, “')}”. Use the column names listed below.`;
  if (!known.includes('City'))
    return 'The first row must contain the column names. The column “City” is missing.';
  if (new Set(known).size < known.length) return 'Two columns have the same name. Keep one of them.';
  if (filled.length > 2000) return `The table has ${filled.length} cities. Import at most 2,000 at a time.`;
  return filled.length > 0 ? filled : 'Add at least one city below the column names.';
}
