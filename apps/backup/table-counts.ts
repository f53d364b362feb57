import Database from 'better-sqlite3';
import pg from 'pg';
import { z } from 'zod';

/** Row counts by database and table and, for the ledger, the sum of each kind of entry in paise. */
export const tableCountsSchema = z.record(z.string(), z.record(z.string(), z.number()));
export type TableCounts = z.infer<typeof tableCountsSchema>[string];

const ledgerTable = 'entries';
const namesSchema = z.array(z.object({ name: z.string() }).transform(({ name }) => name));
const sumsSchema = z.array(
  z.object({ kind: z.string(), rows: z.coerce.number(), amount: z.coerce.number() }),
);

function countQuery(table: string): string {
  return `SELECT '${table}' AS kind, count(*) AS rows, 0 AS amount FROM "${table}"`;
}
const sumQuery = `SELECT kind, count(*) AS rows, coalesce(sum(amount), 0) AS amount FROM ${ledgerTable} GROUP BY kind`;

function toTableCounts(counts: unknown[], sums: unknown[]): TableCounts {
  return Object.fromEntries([
    ...sumsSchema.parse(counts).map(({ kind, rows }) => [kind, rows]),
    ...sumsSchema.parse(sums).map(({ kind, amount }) => [`paise ${kind}`, amount]),
  ]);
}

/** Checks a SQLite file and counts its rows. Throws an Error if the file is damaged. */
export function verifySqlite(file: string): TableCounts {
  const db = new Database(file, { readonly: true });
  try {
    const check = db.pragma('integrity_check(1)', { simple: true });
    if (check !== 'ok') throw new Error(`${file} is damaged: ${check}`);
    const select =
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    const tables = namesSchema.parse(db.prepare(select).all());
    return toTableCounts(
      tables.map((table) => db.prepare(countQuery(table)).get()),
      tables.includes(ledgerTable) ? db.prepare(sumQuery).all() : [],
    );
  } finally {
    db.close();
  }
}

/** Counts the rows of a PostgreSQL ledger within the transaction of `client`. */
export async function countPostgres(client: pg.Client): Promise<TableCounts> {
  const found = await client.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const tables = namesSchema.parse(found.rows);
  const counts = [];
  for (const table of tables) counts.push((await client.query(countQuery(table))).rows[0]);
  return toTableCounts(counts, tables.includes(ledgerTable) ? (await client.query(sumQuery)).rows : []);
}

export async function withPostgres<T>(
  databaseUrl: string,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}
