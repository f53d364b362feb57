import { csvRow } from '#web/contracts/csv.ts';

/** Rows per read, so that a year's export needs no more memory than a day's. */
export const csvPageSize = 1000;

/** Titles with their cells; numbers are paise. */
export type CsvColumns<Line> = [string, (line: Line) => string | number | null][];

/**
 * UTF-8 with a byte order mark, CRLF, every text quoted. `readPage` reads up to `csvPageSize` lines after `last`; the
 * first page before the response, so that a failure is an error. A later one breaks off the download.
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
