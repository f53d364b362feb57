import { csvRow } from '#web/contracts/csv.ts';

/** Rows that are read at once, so that a year's export needs no more memory than a day's. */
export const csvPageSize = 1000;

/** Titles, and what stands under them: paise, or a text. */
export type CsvColumns<Line> = [string, (line: Line) => string | number | null][];

/**
 * A CSV file for spreadsheets: UTF-8 with a byte order mark, CRLF, every text quoted. `readPage` reads up to
 * `csvPageSize` lines after `last`. The first page is read before anything is sent, so that a failure is an error response;
 * a later one breaks off the download.
 */
export async function csvResponse<Line>(
  name: string,
  columns: CsvColumns<Line>,
  readPage: (last: Line | undefined) => Promise<Line[]>,
): Promise<Response> {
  const write = (lines: Line[]) =>
    lines.map((line) => csvRow(columns.map(([, read]) => read(line)))).join('');
  let page = await readPage(undefined);
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(bytes.encode(`\ufeff${csvRow(columns.map(([title]) => title))}`)),
    async pull(controller) {
      controller.enqueue(bytes.encode(write(page)));
      const last = page[csvPageSize - 1];
      if (last) page = await readPage(last);
      else controller.close();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
