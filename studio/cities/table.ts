import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { z } from 'zod';
import { csvRow, withoutGuard } from '#web/contracts/csv.ts';
import { columns } from './columns.ts';

/** A row: its number in the spreadsheet, and its cells by column title. */
export interface Row {
  number: number;
  cells: Record<string, string | undefined>;
}

/** CSV in UTF-8 with a byte order mark, for spreadsheets. */
export const writeTable = (rows: string[][]) => `\ufeff${rows.map(csvRow).join('')}`;

export function readTable(text: string): Row[] | string {
  if (text.includes('\ufffd'))
    return 'This is no CSV file in UTF-8. Save it as “CSV UTF-8” in the spreadsheet, or paste its cells here.';
  const [first = ''] = text.split(/[\r\n]/, 1);
  const delimiter = ['\t', ';'].find((sign) => first.includes(sign)) ?? ',';
  let table: string[][];
  try {
    const cast = (cell: string) => withoutGuard(cell.trim()).replaceAll(/\r\n?/g, '\n').trim();
    const options = { bom: true, delimiter, relax_quotes: true, relax_column_count_less: true, cast };
    table = z.array(z.array(z.string())).parse(parse(text, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `The table cannot be read: ${error.message}. Put texts with commas or semicolons in quotes.`;
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
  if (unknown.length > 0) return `Not known as a column: “${unknown.join('”, “')}”.`;
  if (!known.includes('City')) return 'The first row has to name the columns. “City” is not among them.';
  if (new Set(known).size < known.length) return 'Two columns have the same name. Keep one of them.';
  if (filled.length > 2000) return `These are ${filled.length} cities. Take at most 2000 at once.`;
  return filled.length > 0 ? filled : 'There is no city below the names of the columns.';
}
