import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { migrations } from '#web/database/migrations.ts';
import type { Tables } from '#web/database/tables.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { firstLedgerSchema } from './first-ledger-schema.ts';

/** Digests of each migration's SQL. A released migration never changes: add a new migration, with a line here. */
const frozen = {
  SQLite: {
    '001-tables': 'ce0264ebf9aec9b2',
    '002-enquiries': '2ea62af3df12b06e',
    '003-reports-and-link-tokens': '8e43b7131c9f3a8a',
    '004-disputes-and-settlements': 'f5cb0e44921aa7f7',
    '005-money-outside': 'bdca9063369a64d4',
    '006-settlements-and-bank': '6d32493cc6b4420a',
    '006b-ledger-names': 'f13dc9c5b4fcec3e',
    '006c-bank-statements': '0b34b6d347879373',
    '007-reminders': '8e0d21cfc45d524e',
    '008-visits': '143ee6503d782ac7',
    '009-announced': '83c30b1d8af0498b',
    '010-exact-statements-and-reminders': 'e05918ab90631ba8',
    '011-links-and-reservations': '60ba8406f5921496',
    '012-manual-entries-once': 'd7784cc6905d87e3',
    '013-customer-notices': '7fecfe3c85e3287a',
    '014-reviewed-surplus': '9afc86af938a8260',
  },
  PostgreSQL: {
    '001-tables': '0bf2675aad28aa96',
    '002-enquiries': 'e355e95ecba2ad57',
    '003-reports-and-link-tokens': '8e43b7131c9f3a8a',
    '004-disputes-and-settlements': 'f5cb0e44921aa7f7',
    '005-money-outside': 'bdca9063369a64d4',
    '006-settlements-and-bank': '6d32493cc6b4420a',
    '006b-ledger-names': 'f13dc9c5b4fcec3e',
    '006c-bank-statements': '0b34b6d347879373',
    '007-reminders': '8e0d21cfc45d524e',
    '008-visits': '143ee6503d782ac7',
    '009-announced': '83c30b1d8af0498b',
    '010-exact-statements-and-reminders': 'e05918ab90631ba8',
    '011-links-and-reservations': '60ba8406f5921496',
    '012-manual-entries-once': 'd7784cc6905d87e3',
    '013-customer-notices': '7fecfe3c85e3287a',
    '014-reviewed-surplus': '9afc86af938a8260',
  },
};

/** Reverts everything after the first migration, as in a ledger last opened before enquiries existed. */
const beforeEnquiries = [
  'drop table enquiries',
  'drop index outbox_by_enquiry',
  'alter table outbox drop column enquiry_id',
  'alter table outbox drop column reply_to',
  "delete from ledger_migrations where name > '001-tables'",
];

let postgres: Postgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(path.join(tmpdir(), 'ledger-migrations-'));
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  const counter = kind === 'SQLite' ? 'integer' : 'serial';

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

  /** Returns tables, columns and indexes after opening, without the migration record. */
  async function schemaOf(place: Place) {
    await (await openDatabase(place)).destroy();
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
      .filter((row) => !/"place":"(kysely|ledger|sqlite)_/.test(row))
      .sort();
  }

  test('a ledger of every earlier version gets the tables of a new one', async () => {
    const fresh = await schemaOf(await newPlace('fresh'));
    expect(fresh.length).toBeGreaterThan(150);

    const beforeEntries = await newPlace('before-entries');
    await execute(beforeEntries, firstLedgerSchema(counter));
    expect(await schemaOf(beforeEntries)).toEqual(fresh);

    const older = await newPlace('before-enquiries');
    await schemaOf(older);
    await execute(older, beforeEnquiries);
    expect(await schemaOf(older)).toEqual(fresh);
  });

  test('migrations never change what they do, to a new ledger or an old one', async () => {
    const digests: Record<string, string> = {};
    const [fresh, old] = [await newPlace('all-new'), await newPlace('all-old')];
    await execute(old, firstLedgerSchema(counter));
    const said = new Map<string, string[]>();
    for (const place of [fresh, old]) {
      const noted: string[] = [];
      const db = connect(place, noted);
      for (const [name, { up }] of Object.entries(migrations(kind === 'SQLite' ? 'sqlite' : 'postgres'))) {
        await db.transaction().execute(up);
        said.set(name, [...(said.get(name) ?? []), ...noted.splice(0)]);
      }
      await db.destroy();
    }
    for (const [name, statements] of said)
      digests[name] = createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16);
    expect(digests).toEqual(frozen[kind]);
  });
});
