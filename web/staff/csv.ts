import { type Cell, csvRow } from '#web/contracts/csv.ts';
import { streamedFile } from './streamed-file.ts';

/** Rows per read, so that a year's export needs no more memory than a day's. */
export const csvPageSize = 1000;

export const csvType = 'text/csv; charset=utf-8';

/** Titles with their cells; numbers are paise. */
export type CsvColumns<Line> = [string, (line: Line) => Cell][];

/** UTF-8 with a byte order mark, CRLF, every text quoted. `readPage` reads up to `csvPageSize` lines after `last`. */
export function csvResponse<Line>(
  name: string,
  columns: CsvColumns<Line>,
  readPage: (last: Line | undefined) => Promise<Line[]>,
): Promise<Response> {
  const write = (lines: Line[]) =>
    lines.map((line) => csvRow(columns.map(([, read]) => read(line)))).join('');
  async function* parts() {
    yield `\ufeff${csvRow(columns.map(([title]) => title))}`;
    for (let last: Line | undefined; ; ) {
      const page = await readPage(last);
      yield write(page);
      last = page[csvPageSize - 1];
      if (!last) return;
    }
  }
  return streamedFile(name, csvType, parts());
}
