import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';

const pageSize = 50;
/** Length of a timestamp in characters. */
const timestampLength = 24;

/** Returns a pattern for `like … escape '\'` that finds a string anywhere in a text. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Reads a page of rows after a cursor, newest first by `keys`: a timestamp and an id, or only an id. `sqlOf` has the SQL
 * of keys that are not columns. `next` is the cursor of the next page.
 */
export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  keys: (keyof Simplify<Row> & string)[],
  after: string | undefined,
  sqlOf: Record<string, RawBuilder<unknown>> = {},
): Promise<{ rows: Simplify<Row>[]; next?: string }> {
  const columns = keys.map((key) => sqlOf[key] ?? sql.ref(key));
  let page = query.limit(pageSize + 1);
  for (const column of columns) page = page.orderBy(column, 'desc');
  if (after !== undefined) {
    const cursor =
      keys.length === 1 ? [after] : [after.slice(0, timestampLength), after.slice(timestampLength + 1)];
    page = page.where(sql<boolean>`(${sql.join(columns)}) < (${sql.join(cursor)})`);
  }
  const rows = await page.execute();
  const last = rows[pageSize - 1];
  if (rows.length <= pageSize || last === undefined) return { rows };
  return { rows: rows.slice(0, pageSize), next: keys.map((key) => last[key]).join('_') };
}
