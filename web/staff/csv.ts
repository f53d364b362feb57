import { type Cell, csvRow } from '#web/contracts/csv.ts';
import { streamedFile } from './streamed-file.ts';

/** Rows per query. A year's export needs no more memory than a day's. */
export const csvPageSize = 1000;

export const csvType = 'text/csv; charset=utf-8';

/** Column titles, each with a function that returns its cell. Numbers are paise. */
export type CsvColumns<Line> = [string, (line: Line) => Cell][];

/** Reads a list page by page. `readPage` returns up to `csvPageSize` lines after `last`. */
export async function* readPages<Line>(readPage: (last: Line | undefined) => Promise<Line[]>) {
  for (let last: Line | undefined; ; ) {
    const page = await readPage(last);
    yield page;
    last = page[csvPageSize - 1];
    if (!last) return;
  }
}

/** Creates a CSV download: UTF-8 with a byte order mark, CRLF line ends, every text quoted. */
export function csvResponse<Line>(
  name: string,
  columns: CsvColumns<Line>,
  pages: AsyncIterable<Line[]> | Line[][],
): Promise<Response> {
  async function* parts() {
    yield `\ufeff${csvRow(columns.map(([title]) => title))}`;
    for await (const lines of pages)
      yield lines.map((line) => csvRow(columns.map(([, read]) => read(line)))).join('');
  }
  return streamedFile(name, csvType, parts());
}
