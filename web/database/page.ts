import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';

const pageSize = 50;
/** Characters of a moment. */
const momentLength = 24;

/** Pattern for `like … escape '\'` that finds a text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * A page of rows, newest first by `keys`: a moment and an id, or an id alone. `sqlOf` has the SQL of keys that are no
 * columns.
 */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  keys: (keyof Simplify<Row> & string)[],
  after: string | undefined,
  sqlOf: Record<string, RawBuilder<unknown>> = {},
): Promise<{ rows: Simplify<Row>[]; next?: string }> {
  const columns = keys.map((key) => sqlOf[key] ?? sql.ref(key));
  let page = query.limit(pageSize + 1);
  for (const column of columns) page = page.orderBy(column, 'desc');
  if (after !== undefined) {
    const place = keys.length === 1 ? [after] : [after.slice(0, momentLength), after.slice(momentLength + 1)];
    page = page.where(sql<boolean>`(${sql.join(columns)}) < (${sql.join(place)})`);
  }
  const rows = await page.execute();
  const last = rows[pageSize - 1];
  if (rows.length <= pageSize || last === undefined) return { rows };
  return { rows: rows.slice(0, pageSize), next: keys.map((key) => last[key]).join('_') };
}
