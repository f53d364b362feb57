import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { migrate } from '#web/database/migrate.ts';
import { migrations } from '#web/database/migrations.ts';
import type { Tables } from '#web/database/tables.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';

/** Digests of each migration's SQL. A released migration never changes: add a new migration, with a line here. */
const frozen = {
  SQLite: {
    '001-baseline': 'cb0d4198a3484d20',
    '002-conditions': 'b10c9a663ccea40c',
    '003-bill-files': '7c897d421e1efe47',
    '004-retainers': '420a0484e506765d',
    '005-applications': 'f456430d4615d833',
  },
  PostgreSQL: {
    '001-baseline': '09dd31d8a06d2a97',
    '002-conditions': 'b10c9a663ccea40c',
    '003-bill-files': '11e872bd627d57b7',
    '004-retainers': '420a0484e506765d',
    '005-applications': 'dd751f545c1f081e',
  },
};

/** The migrations of the last release before version 1. */
const beforeVersion1 = [
  ...['001-tables', '002-enquiries', '003-reports-and-link-tokens', '004-disputes-and-settlements'],
  ...['005-money-outside', '006-settlements-and-bank', '006b-ledger-names', '006c-bank-statements'],
  ...['007-reminders', '008-visits', '009-announced', '010-exact-statements-and-reminders'],
  ...[
    '011-links-and-reservations',
    '012-manual-entries-once',
    '013-customer-notices',
    '014-reviewed-surplus',
  ],
];

const postgres = await closeAfterwards(startPostgres());
const folder = temporaryFolder();

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  const dialect = kind === 'SQLite' ? 'sqlite' : 'postgres';

  async function newPlace(name: string) {
    const place = {
      folder: path.join(folder, `${kind}-${name}`),
      databaseUrl: kind === 'SQLite' ? undefined : await postgres.createDatabase(),
    };
    mkdirSync(place.folder);
    return place;
  }
  type Place = Awaited<ReturnType<typeof newPlace>>;

  /** Opens the ledger without migrating it. Records the statements that change something. */
  function connect({ folder, databaseUrl }: Place, noted: string[] = []) {
    return new Kysely<Tables>({
      dialect: databaseUrl
        ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) })
        : new SqliteDialect({ database: new SQLite(path.join(folder, 'payments.sqlite')) }),
      log: ({ query }) => {
        if (/^(create|alter|drop|insert|update|delete)\b/.test(query.sql)) noted.push(query.sql);
      },
    });
  }

  async function execute(place: Place, statements: string[]) {
    const db = connect(place);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await db.destroy();
  }

  /** Returns tables, columns and indexes, without the migration record. */
  async function readSchema(place: Place) {
    const db = connect(place);
    const columns =
      kind === 'SQLite'
        ? sql`select m.name as place, c.name, c.type, c."notnull", c.dflt_value, c.pk
            from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
        : sql`select table_name as place, column_name, data_type, is_nullable, column_default
            from information_schema.columns where table_schema = 'public'`;
    const indexes =
      kind === 'SQLite'
        ? sql`select tbl_name as place, name, sql from sqlite_master where type = 'index'`
        : sql`select tablename as place, indexname, indexdef from pg_indexes where schemaname = 'public'`;
    const rows = [...(await columns.execute(db)).rows, ...(await indexes.execute(db)).rows];
    await db.destroy();
    return rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !/"place":"(kysely|ledger|sqlite)_(?!names)/.test(row))
      .sort();
  }
  const open = async (place: Place) => (await openDatabase(place)).destroy();
  const readNames = async (place: Place) => {
    const db = connect(place);
    const { rows } = await sql<{ name: string }>`select name from ledger_migrations order by name`.execute(
      db,
    );
    await db.destroy();
    return rows.map(({ name }) => name);
  };

  test('a half-made ledger is completed', async () => {
    const [fresh, half] = [await newPlace('fresh'), await newPlace('half')];
    for (const place of [fresh, half]) await open(place);
    await execute(half, [
      'drop table vouchers',
      'drop index orders_by_bill',
      'delete from ledger_migrations',
    ]);
    const before = await readSchema(fresh);
    expect(before.length).toBeGreaterThan(150);
    expect(await readSchema(half)).not.toEqual(before);
    for (const place of [fresh, half, half]) await open(place);
    expect([await readSchema(fresh), await readSchema(half)]).toEqual([before, before]);
  });

  test('migrations never change what they do', async () => {
    const digests: Record<string, string> = {};
    const noted: string[] = [];
    const db = connect(await newPlace('all'), noted);
    for (const [name, { up }] of Object.entries(migrations(dialect))) {
      await db.transaction().execute(up);
      digests[name] = createHash('sha256').update(noted.splice(0).join(';\n')).digest('hex').slice(0, 16);
    }
    await db.destroy();
    expect(digests).toEqual(frozen[kind]);
  });

  test('a later migration runs once, and the release before it still runs on the ledger', async () => {
    const place = await newPlace('later');
    await open(place);
    let runs = 0;
    const later: Migration = {
      async up(db) {
        runs += 1;
        await db.schema.alterTable('orders').addColumn('later', 'text').execute();
      },
    };
    const run = async (name: string) => {
      const db = connect(place);
      await migrate(db, dialect, { ...migrations(dialect), [name]: later }).finally(() => db.destroy());
    };
    for (let round = 0; round < 2; round += 1) await run('900-later');
    expect([runs, await readNames(place)]).toEqual([1, [...Object.keys(frozen[kind]), '900-later']]);
    await open(place);
    await execute(place, [
      "update ledger_migrations set name = '900-later-needs-899' where name = '900-later'",
    ]);
    await expect(openDatabase(place)).rejects.toThrow('A newer release has migrated the ledger');
  });

  test('a ledger from before version 1 is refused with a way out, and not changed', async () => {
    const place = await newPlace('before');
    await execute(place, [
      "create table orders (id text primary key, bill_number text not null, earlier_column text default 'x')",
      "insert into orders (id, bill_number) values ('order_1', 'INV-1')",
      'create table ledger_migrations (name varchar(255) not null primary key, timestamp varchar(255) not null)',
      `insert into ledger_migrations values ${beforeVersion1.map((name) => `('${name}', '2026-11-20')`)}`,
    ]);
    const read = async () => {
      const db = connect(place);
      const orders = await sql`select * from orders`.execute(db);
      await db.destroy();
      return [await readSchema(place), await readNames(place), orders.rows];
    };
    const before = await read();
    for (let round = 0; round < 2; round += 1)
      await expect(openDatabase(place)).rejects.toThrow(
        /^This ledger is from a release before version 1.*Nothing was changed.*Export CSV.*start again\.$/,
      );
    expect(await read()).toEqual(before);
  });
});
